//! Games to improve a policy by, and where the weights go.

use std::path::PathBuf;

use clap::Args;
use shuban_daihinmin::improve::{ImproveOptions, Rival};

/// Arguments of improvement.
#[derive(Args, Debug)]
pub(crate) struct ImproveArguments {
    /// File for the weights
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
    /// File of the weights to begin with [default: those by which champion searches]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Players to play against, four of a kind at each table in turn, or `itself`: the likeliest plays
    /// of the policy as it is by then
    #[arg(long, value_name = "PLAYER", num_args = 1.., default_values = ["default", "base", "itself"])]
    against: Vec<Rival>,
    /// Number of games, rounded up to whole steps of 500; a core plays some 25,000 a second
    #[arg(
        long,
        value_name = "N",
        default_value_t = 12_000_000,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000)
    )]
    games: u64,
    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

impl ImproveArguments {
    /// Returns the options of improvement.
    pub(crate) fn options(self) -> ImproveOptions {
        let ImproveArguments { to, from, against, games, seed } = self;
        ImproveOptions { from, against, games, seed, to }
    }
}
