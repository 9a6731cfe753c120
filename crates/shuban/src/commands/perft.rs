//! `perft GAME --plies N`

use clap::Args;
use shuban_catalog::perft::PerftOptions;
use shuban_catalog::with_threads;

use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::interrupt::Parting;

/// Count move sequences or distinct positions from the start, ply by ply
///
/// A ply is a play, after a roll where there are dice. Plays that lead to the same position count
/// once.
#[derive(Args, Debug)]
pub(crate) struct Perft {
    /// The game
    game: String,
    /// Number of plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    plies: u32,
    /// Count distinct positions, too
    #[arg(long)]
    distinct: bool,
}

impl Perft {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let Perft { plies, distinct, .. } = *self;
        let games = context.catalog.games_named(&self.game)?;
        // For a group, the game of the position that stands for it.
        let (game, _) = games.read(&games.start())?;
        context.if_interrupted(|| Parting::word("no ply was counted to the end"));
        let options = PerftOptions { plies, distinct, memory: context.common.memory() };
        let counts = {
            let meter = context.meter();
            with_threads(context.common.threads(), || game.perft(options, &meter))??
        };
        if counts.0.is_interrupted {
            context.if_interrupted(move || {
                let word = format!("counted {} of {plies} plies", counts.0.plies.len());
                Parting::word(word).with(&counts)
            });
            return Err(Failure::Interrupted);
        }
        context.answer(&counts)
    }
}
