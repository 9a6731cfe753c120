//! Pairing of a program's lines with the questions of a batch.

use crate::examination::examinee::{AnswerForm, AskedTurn, ExamineeReply};
use crate::examination::fault::{Ended, Fault};
use crate::examination::line_protocol::{parse_answer, read_answer};

/// Answers of a program to a batch of questions, which it gives in order, each with the number of
/// its question.
///
/// The number alone says which question a line answers, so that one line too many or too few cannot
/// shift all answers after it. A line whose number cannot be read stands for the next answer.
#[derive(Debug)]
pub struct AnswerSheet<'q> {
    /// Number of the first question.
    first: u64,
    asked: &'q [AskedTurn],
    form: AnswerForm,
    replies: Vec<Result<ExamineeReply, Fault>>,
}

impl<'q> AnswerSheet<'q> {
    /// Creates the sheet of questions that are numbered from `first`.
    pub fn new(first: u64, asked: &'q [AskedTurn], form: AnswerForm) -> Self {
        AnswerSheet { first, asked, form, replies: Vec::with_capacity(asked.len()) }
    }

    /// Returns true if there is an answer to the last question.
    pub fn is_full(&self) -> bool {
        self.replies.len() == self.asked.len()
    }

    /// Takes the next line. Questions that it passes over have no answer.
    ///
    /// # Errors
    /// [`Ended::Unasked`] if it answers a question that was answered before, or was never asked.
    pub fn take(&mut self, line: &str) -> Result<(), Ended> {
        let unasked = || Ended::Unasked(line.to_owned());
        let next = self.replies.len();
        let answer = match parse_answer(line) {
            Ok(answer) => answer,
            Err(_) if self.is_full() => return Err(unasked()),
            Err(fault) => {
                self.replies.push(Err(fault));
                return Ok(());
            }
        };
        let number = answer.id.checked_sub(self.first).and_then(|number| number.try_into().ok());
        let number = number.filter(|number| *number >= next).ok_or_else(unasked)?;
        let asked = self.asked.get(number).ok_or_else(unasked)?;
        self.replies.resize(number, Err(Fault::PassedOver));
        self.replies.push(read_answer(answer, asked, self.form));
        Ok(())
    }

    /// Returns the answers so far, in the order of the questions.
    pub fn into_replies(self) -> Vec<Result<ExamineeReply, Fault>> {
        self.replies
    }
}
