//! Errors of questions about matches and games for money.

use shuban_catalog::Error;
use shuban_core::NotationError;
use shuban_core::shelf::OracleError;
use shuban_gammon::Cube;

/// A situation that cannot be in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SituationError {
    /// A player needs no more points.
    #[error("the match is over: a player needs no more points")]
    Over,
    /// No player is one point from winning.
    #[error("the Crawford game, and neither player needs just one point")]
    NotCrawford,
    /// A cube that was turned in the Crawford game.
    #[error("a cube of {0} in the Crawford game, in which nobody doubles")]
    CubeInCrawford(u32),
    /// A cube above 1 without an owner.
    #[error("a cube of {0} in the middle: a cube that was turned has an owner")]
    Unowned(u32),
    /// A cube of 1 with an owner.
    #[error("a cube of 1 is in the middle, and nobody owns it")]
    OwnedOne,
    /// A cube above the highest.
    #[error("a cube of 2 to the power of {0}; {most} is the highest power", most = Cube::MOST)]
    Cube(u8),
    /// A cube beyond the highest of a game for money.
    #[error("a cube of {cube} in a game in which {limit} is the highest")]
    BeyondLimit {
        /// The value of the cube.
        cube: u32,
        /// The highest that it may show.
        limit: u32,
    },
    /// The table of match equities has no such score.
    #[error("no match equity for {own} points against {opponent}{}", after(*.after_crawford))]
    NoEquity {
        /// The points that the player about to roll needs.
        own: u32,
        /// The points that the opponent needs.
        opponent: u32,
        /// True for a score after the Crawford game.
        after_crawford: bool,
    },
}

fn after(after_crawford: bool) -> &'static str {
    if after_crawford { " after the Crawford game" } else { "" }
}

/// A position that is not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// An impossible situation.
    #[error(transparent)]
    Situation(#[from] SituationError),
    /// A side has borne off everything.
    #[error("the game is over")]
    Over,
    /// More checkers than a side began with.
    #[error("{found} checkers of a side that began with {most}")]
    Checkers {
        /// The number found.
        found: usize,
        /// The number at the start.
        most: usize,
    },
    /// More positions than are solved together.
    #[error(
        "more than {most} positions can be reached, and no more are solved together: leave the \
         stakes out, and the position is looked up or estimated"
    )]
    TooManyPositions {
        /// The most that are solved.
        most: usize,
    },
    /// More plays than are kept.
    #[error("more than {most} plays are possible, and no more are kept together")]
    TooManyPlays {
        /// The most that are kept.
        most: usize,
    },
    /// The work was called off.
    #[error("interrupted")]
    Interrupted,
}

/// A question without an answer.
#[derive(Debug, thiserror::Error)]
pub enum MatchFailure {
    /// The text is not a position.
    #[error(transparent)]
    Position(NotationError),
    /// The text is not a roll.
    #[error(transparent)]
    Roll(NotationError),
    /// The match is impossible, or the question contradicts itself.
    #[error("{0}")]
    Refused(String),
    /// It is more than can be solved.
    #[error("{0}")]
    TooMuch(String),
    /// A table cannot be read.
    #[error(transparent)]
    Table(OracleError),
    /// The work was called off.
    #[error("interrupted")]
    Interrupted,
}

impl MatchFailure {
    /// Returns the failure of a question that contradicts itself or asks for the impossible.
    pub(crate) fn refused(error: impl std::fmt::Display) -> Self {
        MatchFailure::Refused(error.to_string())
    }
}

impl From<MatchError> for MatchFailure {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Interrupted => MatchFailure::Interrupted,
            MatchError::TooManyPositions { .. } | MatchError::TooManyPlays { .. } => {
                MatchFailure::TooMuch(error.to_string())
            }
            error => MatchFailure::refused(error),
        }
    }
}

impl From<MatchFailure> for Error {
    fn from(failure: MatchFailure) -> Self {
        match failure {
            MatchFailure::Position(error) => Error::position(error),
            MatchFailure::Roll(error) => Error::roll(error),
            MatchFailure::Refused(message) => Error::Refused { kind: "match", message },
            MatchFailure::TooMuch(reason) => Error::TooMuch(reason),
            MatchFailure::Table(error) => Error::oracle(error),
            MatchFailure::Interrupted => Error::Interrupted,
        }
    }
}
