//! Examinees: questions in, answers out.

use serde::{Deserialize, Serialize};
use shuban_core::Progress;

use crate::examination::deadline::Deadline;
use crate::examination::fault::{Ended, Fault};

/// The form of an examinee's answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerForm {
    /// Values of positions for the player to move. Its move is the one whose position it values
    /// most.
    Values,
    /// Moves.
    Moves,
}

/// A question: the value of a position or, with a chance event, the move there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedTurn {
    /// The position.
    pub position: String,
    /// The chance event, where chance plays a part and a move is asked for.
    pub chance: Option<String>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub enum ExamineeReply {
    /// The value of the position for the player to move.
    Value(f64),
    /// The move, in any notation that the game reads.
    Move(String),
}

/// Answers to a batch of questions.
#[derive(Debug, Default)]
pub struct Answered {
    /// The answers, in the order of the questions; fewer if the examination ended.
    pub replies: Vec<Result<ExamineeReply, Fault>>,
    /// Reason why no more answers will come.
    pub ended: Option<Ended>,
}

/// A player under examination.
pub trait Examinee {
    /// Returns its name.
    fn name(&self) -> &str;

    /// Returns the form of its answers.
    fn form(&self) -> AnswerForm;

    /// Answers a batch of questions, or the first of them where the deadline passes or the work is
    /// interrupted.
    fn answer(
        &mut self,
        asked: &[AskedTurn],
        deadline: &Deadline,
        progress: &dyn Progress,
    ) -> Answered;
}
