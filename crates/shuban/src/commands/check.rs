//! `shuban check GAME`

use shuban_catalog::{Answer, Error, GameRoom, SumsOptions, catalog, with_threads};

use crate::arguments::Common;
use crate::failure::{Failure, Status};
use crate::interrupt;
use crate::meter::Meter;
use crate::output::Output;

pub(crate) fn run(
    game: &str,
    pairs: u64,
    seed: u64,
    common: &Common,
    output: &Output,
) -> Result<Status, Failure> {
    let checked = asked(game, common, output, |game, meter| game.check(pairs, seed, meter))?;
    tell(&checked, checked.passed, output)
}

/// Checks the bounds of sums.
pub(crate) fn sums(
    game: &str,
    options: SumsOptions,
    common: &Common,
    output: &Output,
) -> Result<Status, Failure> {
    let checked = asked(game, common, output, |game, meter| game.check_sums(options, meter))?;
    tell(&checked, checked.passed, output)
}

fn asked<T: Send>(
    game: &str,
    common: &Common,
    output: &Output,
    check: impl FnOnce(&dyn GameRoom, &Meter) -> Result<T, Error> + Send,
) -> Result<T, Failure> {
    let game = catalog().game(game)?;
    interrupt::heed();
    let meter = Meter::new(output);
    Ok(with_threads(common.threads(), || check(game, &meter))??)
}

fn tell(checked: &impl Answer, passed: bool, output: &Output) -> Result<Status, Failure> {
    if passed {
        output.account(checked)?;
        return Ok(Status::Success);
    }
    output.answer(checked)?;
    Ok(Status::Negative)
}
