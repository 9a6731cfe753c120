//! Errors of match files.

use shuban_core::NotationError;
use shuban_core::dice::Roll;
use shuban_core::present::transcript::{TranscriptError, TranscriptProblem};
pub use shuban_play::report::Place;

/// An error in a match file, and its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct MatchFileError {
    /// The place.
    pub place: Place,
    /// The error.
    pub problem: MatchFileProblem,
}

impl From<TranscriptError> for MatchFileError {
    fn from(TranscriptError { line, problem }: TranscriptError) -> Self {
        let problem = match problem {
            TranscriptProblem::Syntax(reason) => MatchFileProblem::Syntax(reason),
            TranscriptProblem::Unfinished => MatchFileProblem::Unfinished,
            TranscriptProblem::TooMuch(most) => MatchFileProblem::TooMuch(most),
        };
        MatchFileError { place: Place::Line(line), problem }
    }
}

/// Errors of match files.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchFileProblem {
    /// The text does not follow the format.
    #[error("{0}")]
    Syntax(String),
    /// Against the rules of the game.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The file ends within a game.
    #[error("the file ends before the game does: the line that says who won is missing")]
    Unfinished,
    /// The score of a game does not follow from the games before it.
    #[error("the score is {said:?}, and the games before it make {expected:?}")]
    Score {
        /// The value in the file.
        said: [u32; 2],
        /// The value that follows from the rest.
        expected: [u32; 2],
    },
    /// A part of the file that is skipped by its numbers.
    #[error("{0} is missing before this")]
    Missing(String),
    /// A game after the end of the match.
    #[error("the match was over before this game")]
    MatchOver,
    /// Other players than in the first game.
    #[error("`{found}` plays here, and `{expected}` in the first game")]
    Player {
        /// The player that is named.
        found: String,
        /// The player of the first game.
        expected: String,
    },
    /// A game that is not of this family, or not the one that was asked for.
    #[error("{0}")]
    Variant(String),
    /// More games and properties than are read from one file.
    #[error("a file has at most {0} games and values of properties")]
    TooMuch(usize),
    /// A feature of such files that is not supported.
    #[error("{0} is not read here")]
    Unsupported(String),
}

/// A violation of the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is the other player's turn.
    #[error("it is the turn of the other player")]
    NotTheirTurn,
    /// A double is offered and not answered.
    #[error("a double is offered: it is taken or dropped first")]
    Unanswered,
    /// A roll without a play that is possible, and the game goes on.
    #[error("the game goes on after a roll that was not played")]
    Unplayed,
    /// No offer is open.
    #[error("no double is offered")]
    NothingOffered,
    /// A player may not double.
    #[error("no double here: {0}")]
    NoDouble(&'static str),
    /// The opening roll is one die of each player.
    #[error("the opening roll is not a double: {0}")]
    OpeningDouble(Roll),
    /// The dice are not those of the game.
    #[error("dice of 1 to {0}")]
    Dice(u8),
    /// Not a legal play.
    #[error(transparent)]
    Play(#[from] NotationError),
    /// No legal play leads to the position that the file has after it.
    #[error("no legal play of {roll} leads from {from} to {to}")]
    Unreachable {
        /// The roll.
        roll: Roll,
        /// The position before it, in notation.
        from: String,
        /// The position of the file.
        to: String,
    },
    /// The file states another value of the cube.
    #[error("the cube is turned to {expected}, not to {said}")]
    Cube {
        /// The value in the file.
        said: u32,
        /// The value that follows from the rest.
        expected: u32,
    },
    /// The other player has won.
    #[error("the other player won this game")]
    Winner,
    /// The points do not follow from the game.
    #[error("{said} points are won, and the game was worth {expected}")]
    Points {
        /// The value in the file.
        said: u32,
        /// The value that follows from the rest, in words.
        expected: String,
    },
    /// The file ends a match that goes on.
    #[error("the match is not over at {0:?}")]
    MatchGoesOn([u32; 2]),
}
