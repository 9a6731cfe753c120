//! `shuban perft GAME --plies N`

use shuban_catalog::{PerftOptions, catalog, with_threads};

use crate::arguments::Common;
use crate::failure::{Failure, Status};
use crate::interrupt;
use crate::meter::Meter;
use crate::output::Output;

pub(crate) fn run(
    game: &str,
    plies: u32,
    distinct: bool,
    common: &Common,
    output: &Output,
) -> Result<Status, Failure> {
    let game = catalog().game(game)?;
    interrupt::heed();
    let options = PerftOptions { plies, distinct, memory: common.memory() };
    let counts = {
        let meter = Meter::new(output);
        with_threads(common.threads(), || game.perft(options, &meter))??
    };
    output.answer(&*counts)?;
    Ok(Status::Success)
}
