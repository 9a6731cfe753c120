//! Records of games as people and programs write them: moves in text, not played yet.
//!
//! A game [hands over](super::Capabilities) its reader of them ([`Transcribed`](super::Transcribed)). Two forms are common to many games: [lists of
//! moves](MoveList) and [SGF](sgf).

mod list;
pub mod sgf;

use crate::game::Seat;

pub use list::{MoveList, check_number, move_number};

/// A game as a text records it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// Name of the game, if the text says that it is another one than that of the reader.
    pub game: Option<String>,
    /// Line where it begins, from 1.
    pub line: usize,
    /// Names of the players by seat, empty where unknown.
    pub players: Vec<String>,
    /// Start position as text, if it is another one than the game's.
    pub start: Option<String>,
    /// Moves in order.
    pub moves: Vec<TranscribedMove>,
    /// The result, if the text states one.
    pub result: Option<StatedResult>,
    /// Line and reason, if the text cannot be followed from there on.
    pub flaw: Option<(usize, String)>,
    /// Number of moves before the flaw, if more than its line is known: those after it may follow
    /// from it.
    pub sound: Option<usize>,
}

/// A move as a text records it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscribedMove {
    /// Its line, from 1.
    pub line: usize,
    /// The player, if the text names one.
    pub seat: Option<Seat>,
    /// The move, in any notation of the game.
    pub text: String,
}

/// A result that a text states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatedResult {
    /// Nobody won.
    Draw,
    /// A player won.
    Won(Seat),
    /// A player gave up.
    GivenUp(Seat),
    /// The player to move gave up.
    MoverGaveUp,
}

impl Transcript {
    /// Returns true if nothing but headers was read.
    fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.result.is_none() && self.flaw.is_none()
    }

    /// Keeps the first reason why the text cannot be followed.
    pub fn spoil(&mut self, line: usize, reason: impl Into<String>) {
        self.sound.get_or_insert(self.moves.len());
        self.flaw.get_or_insert_with(|| (line, reason.into()));
    }
}

/// Error of a text that holds no games: line and problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct TranscriptError {
    /// The line, from 1.
    pub line: usize,
    /// The problem.
    pub problem: TranscriptProblem,
}

/// Reason why a text holds no games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TranscriptProblem {
    /// The text is not of the form.
    #[error("{0}")]
    Syntax(String),
    /// The text ends within a game.
    #[error("the file ends within a game")]
    Unfinished,
    /// The text has more parts than are kept.
    #[error("at most {0} games and values are read")]
    TooMuch(usize),
}
