//! Options of a tournament.

use std::path::PathBuf;

use crate::players::PlayerKind;

/// Options of a tournament.
#[derive(Clone, Debug)]
pub struct TournamentOptions {
    /// The players, at least two; the same one may take part several times.
    pub players: Vec<PlayerKind>,
    /// The number of games of all tables together.
    pub games: u32,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The folder for records, a file for each table; none are written by default.
    pub records: Option<PathBuf>,
}
