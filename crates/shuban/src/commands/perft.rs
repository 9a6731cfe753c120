//! `perft GAME --plies N`

use shuban_catalog::{PerftOptions, with_threads};

use crate::context::Context;
use crate::failure::{Failure, Status};

pub(crate) fn run(
    game: &str,
    plies: u32,
    distinct: bool,
    context: &Context<'_>,
) -> Result<Status, Failure> {
    let games = context.catalog.games_named(game)?;
    // Of a group, the game of the position that stands for it.
    let (game, _) = games.read(&games.start())?;
    context.heed_interrupts();
    let options = PerftOptions { plies, distinct, memory: context.common.memory() };
    let counts = {
        let meter = context.meter();
        with_threads(context.common.threads(), || game.perft(options, &meter))??
    };
    context.answer(&counts)?;
    Ok(Status::Success)
}
