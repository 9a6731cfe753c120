//! Wrong answers, and reasons why an examination ends.

use serde::Serialize;
use shuban_core::echo::{echo, safe_line};

/// A wrong answer to one question. The position is left out, and the examination goes on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Fault {
    /// The answer is not a JSON object with the members of the protocol.
    #[error("not an answer: {} in `{}`", safe_line(.reason), echo(.line, 0))]
    Unreadable {
        /// The line.
        line: String,
        /// The reason.
        reason: String,
    },
    /// The answer is about another position.
    #[error("an answer about {}, where {} was asked", echo(.given, 0), echo(.asked, 0))]
    AnotherPosition {
        /// The position.
        asked: String,
        /// The one in the answer.
        given: String,
    },
    /// The value is no finite number, or no value that the game has.
    #[error("the value {} is outside of what the game pays", echo(.0, 0))]
    ImpossibleValue(String),
    /// The move is not legal.
    #[error("illegal move `{}`: {}", echo(.given, 0), safe_line(.reason))]
    IllegalMove {
        /// The move.
        given: String,
        /// The reason.
        reason: String,
    },
    /// A move was given where a value was asked for, or a value where a move was.
    #[error("the answer has no {0}")]
    Missing(&'static str),
    /// The question was passed over: the next answer is one to a later question.
    #[error("no answer: the next one is to a later question")]
    PassedOver,
    /// The examinee says that it has no answer.
    #[error("no answer: {}", echo(.0, 0))]
    Refused(String),
}

impl Fault {
    /// Returns the name for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Fault::Unreadable { .. } => "unreadable",
            Fault::AnotherPosition { .. } => "another-position",
            Fault::ImpossibleValue(_) => "impossible-value",
            Fault::IllegalMove { .. } => "illegal-move",
            Fault::Missing(_) | Fault::PassedOver => "missing",
            Fault::Refused(_) => "refused",
        }
    }
}

/// Reason why an examination ended before all questions were answered.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Ended {
    /// The program closed its output.
    #[error("the program ended ({0})")]
    Died(String),
    /// The program did not answer in time.
    #[error("the program wrote nothing for {0} s")]
    Silent(f64),
    /// The program wrote a line that no question asked for.
    #[error("the program wrote a line that answers no question: `{}`", echo(.0, 0))]
    Unasked(String),
    /// The program wrote a line that is too long.
    #[error("the program wrote a line of more than {0} bytes")]
    LongLine(usize),
    /// This many answers were wrong, after which the examination ends.
    #[error("{0} answers were wrong")]
    Faults(u64),
    /// The time for the whole examination is over.
    #[error("the time of {0} s is over")]
    Time(f64),
    /// A database or a search of a built-in player failed.
    #[error("{0}")]
    Failed(String),
    /// The examination was interrupted.
    #[error("interrupted")]
    Interrupted,
}

impl Ended {
    /// Returns the name for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Ended::Died(_) => "died",
            Ended::Silent(_) => "silent",
            Ended::Unasked(_) => "unasked",
            Ended::LongLine(_) => "long-line",
            Ended::Faults(_) => "faults",
            Ended::Time(_) => "time",
            Ended::Failed(_) => "failed",
            Ended::Interrupted => "interrupted",
        }
    }
}

/// The number of wrong answers of a kind, with the first of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CountedFault {
    /// The kind.
    pub kind: &'static str,
    /// The number.
    pub count: u64,
    /// The first, in words.
    pub first: String,
    /// The position asked about then.
    pub position: String,
}

/// Wrong answers by kind, in order of first occurrence.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Faults(pub Vec<CountedFault>);

impl Faults {
    pub(crate) fn add(&mut self, fault: &Fault, position: &str) {
        let kind = fault.name();
        match self.0.iter_mut().find(|counted| counted.kind == kind) {
            Some(counted) => counted.count += 1,
            None => {
                let (first, position) = (fault.to_string(), position.to_owned());
                self.0.push(CountedFault { kind, count: 1, first, position });
            }
        }
    }

    /// Returns the number of all wrong answers.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|counted| counted.count).sum()
    }
}
