//! Games of a match, as they were played.

use shuban_core::Seat;

/// A game of a match, as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedGame {
    /// Place of the player in each seat, among those of the pairing.
    pub places: Vec<usize>,
    /// The moves, in order.
    pub moves: Vec<RecordedMove>,
    /// True if the game came to its end.
    pub is_over: bool,
}

/// A move of a recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// Seat that made it.
    pub seat: Seat,
    /// Chance event before it; `None` where chance plays no part.
    pub chance: Option<String>,
    /// The move, as the game writes it.
    pub action: String,
}
