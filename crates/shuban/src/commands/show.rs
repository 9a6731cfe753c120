//! `shuban show GAME [POSITION]`

use shuban_catalog::catalog;

use crate::commands::lines;
use crate::failure::{Failure, Status};
use crate::output::Output;

pub(crate) fn run(
    game: &str,
    position: Option<&str>,
    json_lines: bool,
    output: &Output,
) -> Result<Status, Failure> {
    let game = catalog().game(game)?;
    let start = game.start();
    let position = position.unwrap_or(&start);
    lines::agree(position, json_lines)?;
    if json_lines {
        return lines::answer(|position| Ok(game.show(position, false)?.json()));
    }
    output.answer(&*game.show(position, output.colour())?)?;
    Ok(Status::Success)
}
