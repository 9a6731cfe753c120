//! Why a text is no record.

use shuban_core::NotationError;

use crate::game::legal::Illegal;

/// A text that is not the record of a match, with the line, from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct MatchRecordError {
    /// The line.
    pub line: usize,
    /// What is wrong there.
    pub fault: RecordFault,
}

/// What is wrong with a line of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    /// Something else should stand there.
    #[error("`{found}` where {expected} should be")]
    Expected {
        /// What should stand there.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// The text ends too early.
    #[error("the text ends where {expected} should be")]
    Ended {
        /// What should stand there.
        expected: &'static str,
    },
    /// Cards or a meld that cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The rules forbid it.
    #[error("player {player} plays {meld}: {reason}")]
    Illegal {
        /// Whose turn it was.
        player: usize,
        /// What is written.
        meld: String,
        /// Why it is illegal.
        reason: Illegal,
    },
    /// It contradicts the rules, or what stands before it.
    #[error("{0}")]
    Contradiction(String),
}
