//! Options of a match.

use crate::level::Level;

/// Options of a match: each combination of players that fill the seats plays a number of games, and
/// exchanges seats from game to game.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// The players, at least one for each seat.
    pub players: Vec<Level>,
    /// Number of games for each combination of players.
    pub games: u32,
    /// Seed of all dice and players.
    pub seed: u64,
    /// Limit on the moves of a game: an unfinished game has no result.
    pub plies: usize,
    /// True if each game begins with an opening drawn by chance, where the rules have one; else the
    /// player to move in the position begins.
    pub opening: bool,
    /// True if the report keeps the moves of all games.
    pub is_recorded: bool,
}
