//! Games that other programs have written down, whatever the game.

use crate::doubling::Stakes;
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
    /// The turns in which a player might double, and what came of it, in order; none in games that
    /// are played without a cube.
    pub doublings: Vec<TranscribedDoubling>,
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

/// A turn in which a player might double before the roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscribedDoubling {
    /// How many moves of the game were made before it.
    pub ply: usize,
    /// The player.
    pub seat: Seat,
    /// What was at stake before a double.
    pub stakes: Stakes,
    /// What came of it.
    pub outcome: DoublingOutcome,
}

/// What came of a turn in which a player might double.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoublingOutcome {
    /// The player did not double.
    NoDouble,
    /// The player doubled, and the opponent took.
    Taken,
    /// The player doubled, and the opponent passed.
    Passed,
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
