//! Options of a match.

use crate::level::Level;

/// A match: each choice of players that fill the seats plays a number of games, and they exchange
/// seats from game to game.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// The players, at least as many as there are seats.
    pub players: Vec<Level>,
    /// How many games each choice of players plays.
    pub games: u32,
    /// The seed of all dice and players.
    pub seed: u64,
    /// The most moves of a game: one that is not over by then has no result.
    pub plies: usize,
    /// Whether each game begins as the rules say, where they let chance decide who does; else
    /// whoever is to move in the position begins.
    pub opening: bool,
}
