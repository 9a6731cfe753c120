//! `shuban solve GAME [POSITION]`

use shuban_catalog::{SolveSetting, catalog};

use crate::arguments::Common;
use crate::commands::lines;
use crate::failure::{Failure, Status};
use crate::interrupt;
use crate::meter::Meter;
use crate::output::Output;
use crate::search_flags::SearchFlags;

/// What is asked.
pub(crate) struct Question<'a> {
    pub(crate) game: &'a str,
    pub(crate) position: Option<&'a str>,
    pub(crate) to_move: Option<&'a str>,
    pub(crate) json_lines: bool,
    pub(crate) search: &'a SearchFlags,
}

pub(crate) fn run(question: &Question<'_>, common: &Common, output: &Output) -> Result<Status, Failure> {
    let Question { game, position, to_move, json_lines, search } = *question;
    let game = catalog().game(game)?;
    let start = game.start();
    let position = position.unwrap_or(&start);
    lines::agree(position, json_lines)?;
    if let Some(reason) = search.in_the_way() {
        return Err(Failure::usage(reason));
    }
    let proof = search.setting();
    let meter = Meter::new(output);
    let setting = SolveSetting {
        data: &common.data,
        memory: common.memory(),
        threads: common.threads(),
        proof: &proof,
        progress: &meter,
    };
    let mut solver = game.solver(&setting)?;
    if solver.heeds_interrupts() {
        interrupt::heed();
    }
    if json_lines {
        return lines::answer(|position| Ok(solver.solve(position, to_move)?.json()));
    }
    let solved = solver.solve(position, to_move)?;
    drop(solver);
    drop(meter);
    output.answer(&*solved)?;
    if interrupt::asked() {
        output.remark("interrupted: what is known so far");
        return Ok(Status::Environment);
    }
    Ok(Status::Success)
}
