//! Records to learn from, and where the weights go.

use std::path::PathBuf;

use clap::Args;
use shuban_daihinmin::learn::LearnOptions;
use shuban_daihinmin_game::policy::LearnSetting;

/// Arguments of learning.
#[derive(Args, Debug)]
pub(crate) struct LearnArguments {
    /// Records, as `match --records` writes them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// File for the weights
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
    /// Learn from the decisions of this player alone, by its name in the records
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Look at each decision this many times
    #[arg(long, value_name = "N", default_value_t = LearnSetting::default().rounds)]
    rounds: u32,
    /// Seed of the order of decisions
    #[arg(long, value_name = "S", default_value_t = LearnSetting::default().seed)]
    seed: u64,
}

impl LearnArguments {
    /// Returns the options of learning.
    pub(crate) fn options(self) -> LearnOptions {
        let LearnArguments { files, to, player, rounds, seed } = self;
        let setting = LearnSetting { rounds, seed, ..LearnSetting::default() };
        LearnOptions { files, player, to, setting }
    }
}
