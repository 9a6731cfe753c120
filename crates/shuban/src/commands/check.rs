//! `shuban check GAME`

use shuban_catalog::{Answer, SumsOptions, catalog, with_threads};

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
    let game = catalog().game(game)?;
    interrupt::heed();
    let checked = {
        let meter = Meter::new(output);
        with_threads(common.threads(), || game.check(pairs, seed, &meter))??
    };
    tell(&checked, checked.passed, output)
}

/// Checks the bounds of sums.
pub(crate) fn sums(
    game: &str,
    options: SumsOptions,
    common: &Common,
    output: &Output,
) -> Result<Status, Failure> {
    let game = catalog().game(game)?;
    interrupt::heed();
    let checked = {
        let meter = Meter::new(output);
        with_threads(common.threads(), || game.check_sums(options, &meter))??
    };
    tell(&checked, checked.passed, output)
}

fn tell(checked: &impl Answer, passed: bool, output: &Output) -> Result<Status, Failure> {
    if passed {
        output.account(checked)?;
        return Ok(Status::Success);
    }
    output.answer(checked)?;
    Ok(Status::Negative)
}
