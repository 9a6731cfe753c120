//! `shuban solve GAME POSITION`

use shuban_catalog::{SolveSetting, catalog};

use crate::arguments::Common;
use crate::commands::lines;
use crate::failure::{Failure, Status};
use crate::output::Output;

pub(crate) fn run(
    game: &str,
    position: &str,
    to_move: Option<&str>,
    json_lines: bool,
    common: &Common,
    output: &Output,
) -> Result<Status, Failure> {
    lines::agree(position, json_lines)?;
    let setting = SolveSetting { data: &common.data, memory: common.memory(), threads: common.threads() };
    let mut solver = catalog().game(game)?.solver(&setting)?;
    if json_lines {
        return lines::answer(|position| Ok(solver.solve(position, to_move)?.json()));
    }
    output.answer(&*solver.solve(position, to_move)?)?;
    Ok(Status::Success)
}
