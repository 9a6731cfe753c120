//! Games of a match or a tournament.

use std::path::PathBuf;

use clap::Args;

/// Number of games, their seed and their records.
#[derive(Args, Debug)]
pub(crate) struct Games {
    /// Number of games of all tables together
    #[arg(
        long,
        value_name = "N",
        default_value_t = 5_000,
        value_parser = clap::value_parser!(u32).range(1..=10_000_000)
    )]
    pub(crate) games: u32,
    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Write records of all games to this folder, one file for each table
    #[arg(long, value_name = "DIR")]
    pub(crate) records: Option<PathBuf>,
}
