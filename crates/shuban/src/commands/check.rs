//! `check GAME`

use clap::Args;
use shuban_catalog::with_threads;
use shuban_core::solver::SumsOptions;

use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::interrupt::{self, Parting};

/// Compare the fast move generator of a game with a plain one on random positions
///
/// With --sums, for games that fall apart into sums, it compares the bounds of random sums with the
/// score by plain search and with the winner by canonical values, and nothing else.
#[derive(Args, Debug)]
pub(crate) struct Check {
    /// The game
    game: String,
    /// Check the bounds of N random sums of two to four regions
    #[arg(long, value_name = "N", conflicts_with = "pairs",
          value_parser = clap::value_parser!(u64).range(1..))]
    sums: Option<u64>,
    /// With --sums: the most squares a region may have
    #[arg(long, value_name = "N", default_value_t = 5, requires = "sums",
          value_parser = clap::value_parser!(u8).range(1..=10))]
    squares: u8,
    /// Number of random positions, each with a random roll where there are dice
    #[arg(long, value_name = "N", default_value_t = 10_000_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

impl Check {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let Check { pairs, seed, .. } = *self;
        let (catalog, threads) = (context.catalog, context.common.threads());
        let games = catalog.games_named(&self.game)?;
        let is_of_sums = self.sums.is_some();
        context.if_interrupted(move || match interrupt::reached("positions") {
            Some(reached) if !is_of_sums => Parting::word(format!("compared {reached}")),
            _ => Parting::word("the check was not done to its end"),
        });
        let meter = context.meter();
        if let Some(sums) = self.sums {
            let options = SumsOptions { sums, squares: usize::from(self.squares), seed };
            let checked = with_threads(threads, || catalog.check_sums(games, options, &meter))??;
            drop(meter);
            context.verdict(&checked, checked.passed)
        } else {
            let checked = with_threads(threads, || catalog.check(games, pairs, seed, &meter))??;
            drop(meter);
            context.verdict(&checked, checked.passed)
        }
    }
}
