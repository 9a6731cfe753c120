//! `check GAME`

use shuban_catalog::{Catalog, Error, Games, Printable, with_threads};
use shuban_core::SumsOptions;

use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::meter::Meter;

pub(crate) fn run(
    game: &str,
    pairs: u64,
    seed: u64,
    context: &Context<'_>,
) -> Result<Status, Failure> {
    let check = |catalog: &Catalog, games: Games<'_>, meter: &Meter| {
        catalog.check(games, pairs, seed, meter)
    };
    let checked = asked(game, context, check)?;
    tell(&checked, checked.passed, context)
}

/// Checks the bounds of sums.
pub(crate) fn sums(
    game: &str,
    options: SumsOptions,
    context: &Context<'_>,
) -> Result<Status, Failure> {
    let check = |catalog: &Catalog, games: Games<'_>, meter: &Meter| {
        catalog.check_sums(games, options, meter)
    };
    let checked = asked(game, context, check)?;
    tell(&checked, checked.passed(), context)
}

fn asked<T: Send>(
    game: &str,
    context: &Context<'_>,
    check: impl FnOnce(&Catalog, Games<'_>, &Meter) -> Result<T, Error> + Send,
) -> Result<T, Failure> {
    let catalog = context.catalog;
    let games = catalog.games_named(game)?;
    context.heed_interrupts();
    let meter = context.meter();
    Ok(with_threads(context.common.threads(), || check(catalog, games, &meter))??)
}

fn tell(checked: &dyn Printable, passed: bool, context: &Context<'_>) -> Result<Status, Failure> {
    if passed {
        context.account(checked)?;
        return Ok(Status::Success);
    }
    context.answer(checked)?;
    Ok(Status::Negative)
}
