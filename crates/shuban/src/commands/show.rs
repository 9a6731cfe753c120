//! `shuban show GAME POSITION`

use shuban_catalog::catalog;

use crate::commands::lines;
use crate::failure::{Failure, Status};
use crate::output::Output;

pub(crate) fn run(game: &str, position: &str, json_lines: bool, output: &Output) -> Result<Status, Failure> {
    lines::agree(position, json_lines)?;
    let game = catalog().game(game)?;
    if json_lines {
        return lines::answer(|position| Ok(game.show(position, false)?.json()));
    }
    output.answer(&*game.show(position, output.colour())?)?;
    Ok(Status::Success)
}
