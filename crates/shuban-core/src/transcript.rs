//! Games that other programs have written down, whatever the game.

use crate::game::Seat;

/// Games that were played, as a file tells them: a match, a session, or one game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transcript {
    /// The game, by its registered name.
    pub game: String,
    /// The names of the players, by seat.
    pub players: Vec<String>,
    /// What was played, in a line: how long the match is.
    pub about: String,
    /// What the values of positions leave out that mattered in these games, in a sentence; empty if
    /// nothing does.
    pub left_out: String,
    /// The games, in order.
    pub games: Vec<TranscribedGame>,
}

/// One of the games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TranscribedGame {
    /// What is told of it before it begins: the score.
    pub heading: String,
    /// The position from which it starts.
    pub start: String,
    /// The moves, in order.
    pub moves: Vec<TranscribedMove>,
    /// How it ended, in a line.
    pub result: String,
}

/// One move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TranscribedMove {
    /// Who made it.
    pub seat: Seat,
    /// What chance had brought; none where it plays no part.
    pub chance: Option<String>,
    /// The move, as the game reads it.
    pub action: String,
    /// What happened before it in the same turn that is no move of the game by its rules here: a
    /// double that was taken. Empty if nothing did.
    pub before: String,
}

/// What is wrong with a file of games, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct TranscriptError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: String,
}

/// A format in which other programs write games down.
pub trait TranscriptFormat: Send + Sync {
    /// How the names of such files end, without the dot. No two formats of a registry have the same.
    fn ending(&self) -> &'static str;

    /// What it is, in a line.
    fn about(&self) -> &'static str;

    /// Names of mistakes by what they cost at least, from the least on: where values are numbers of
    /// a scale that players know.
    fn marks(&self) -> &'static [(f64, &'static str)] {
        &[]
    }

    /// Reads a file. `game` is the game where the file does not tell which it is.
    ///
    /// # Errors
    /// [`TranscriptError`] with the line: the text is not of the format, or what it tells is against
    /// the rules.
    fn read(&self, text: &str, game: Option<&str>) -> Result<Transcript, TranscriptError>;
}
