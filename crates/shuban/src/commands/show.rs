//! `show GAME [POSITION]`

use shuban_catalog::Printable;
use shuban_core::Medium;

use crate::commands::lines;
use crate::context::Context;
use crate::failure::{Failure, Status};

pub(crate) fn run(
    game: &str,
    position: Option<&str>,
    json_lines: bool,
    context: &Context<'_>,
) -> Result<Status, Failure> {
    let games = context.catalog.games_named(game)?;
    let start = games.start();
    let position = position.unwrap_or(&start);
    lines::agree(position, json_lines)?;
    if json_lines {
        return lines::answer(|position| {
            let (game, written) = games.read(position)?;
            Ok(game.by_rules(&written)?.json())
        });
    }
    let (game, written) = games.read(position)?;
    let drawing = game.draw(&written, Medium::Terminal { colour: context.output.colour() })?;
    context.answer(&game.by_rules(&written)?.drawn(drawing))?;
    Ok(Status::Success)
}
