//! Errors of answers, apart from those of the source of values.

use shuban_core::shelf::OracleError;
use shuban_core::{NotationError, Unanswered};

/// Error of a position of one game that another was asked about.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("that is not a position of {game}")]
pub struct ForeignPosition {
    /// Name of the game that was asked.
    pub game: String,
}

impl ForeignPosition {
    /// Short name of the kind of error, for programs.
    pub const KIND: &'static str = "foreign-position";
}

/// Error of a question about the rules of a game.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RulesError {
    /// A text is not a position, a side, a roll or a move of the game.
    #[error("{what}: {error}")]
    Notation {
        /// `bad position`, `bad side`, `bad roll` or `bad move`.
        what: &'static str,
        /// Place and reason.
        error: NotationError,
    },
    /// The position is one of another game.
    #[error(transparent)]
    Foreign(#[from] ForeignPosition),
    /// There is no such move, or none at all.
    #[error("there is no legal move here")]
    NoPlay,
}

impl RulesError {
    pub(crate) fn position(error: NotationError) -> Self {
        RulesError::Notation { what: "bad position", error }
    }

    pub(crate) fn side(error: NotationError) -> Self {
        RulesError::Notation { what: "bad side", error }
    }

    pub(crate) fn roll(error: NotationError) -> Self {
        RulesError::Notation { what: "bad roll", error }
    }
}

/// Reason why layers give no value of a position, in the terms of the domain alone: a source of
/// values converts it to an error of its own.
#[derive(Debug, thiserror::Error)]
pub enum LookUpError {
    /// The layer is not built.
    #[error("{domain} is not built yet")]
    NotBuilt {
        /// The layer's name.
        domain: String,
    },
    /// The layer is compact: its wide intervals do not follow from each other.
    #[error("{domain} is compact: what proves its values was erased")]
    Compact {
        /// The layer's name.
        domain: String,
    },
    /// The domain asks for a position that no table holds.
    #[error("{domain} asks for a position that no table holds: {position}")]
    NoPosition {
        /// The family's name.
        domain: String,
        /// The position.
        position: String,
    },
    /// The position is unreachable by play, so that its layer does not hold it.
    #[error("`{position}` is not in {domain}: no play comes to it")]
    Unreached {
        /// The layer's name.
        domain: String,
        /// The position.
        position: String,
    },
    /// No layer should hold the position, and its value does not follow from stored ones.
    #[error("a value could not be worked out from its successors")]
    Stuck,
    /// The numbers of an equation could not be computed.
    #[error(transparent)]
    Unanswered(Unanswered),
}

/// Error of an answer from a source of values whose errors are of type `E`.
#[derive(Debug, thiserror::Error)]
pub enum AnswerError<E> {
    /// The source could not give a value.
    #[error(transparent)]
    Source(E),
    /// The position is one of another game.
    #[error(transparent)]
    Foreign(#[from] ForeignPosition),
    /// A search beyond the tables, or a look into another family, failed.
    #[error(transparent)]
    Oracle(OracleError),
}

impl<E: std::error::Error + 'static> AnswerError<E> {
    /// Converts the error of a search or of another family, which may be the source's own.
    pub(crate) fn oracle(error: OracleError) -> Self {
        match error.downcast::<E>() {
            Ok(error) => AnswerError::Source(*error),
            Err(error) => AnswerError::Oracle(error),
        }
    }
}
