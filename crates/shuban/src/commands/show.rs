//! `show GAME [POSITION]`

use clap::Args;
use shuban_catalog::{AnyAnswer, AnyGame, AnyPosition, Error};
use shuban_core::Field;

use crate::commands::lines::{self, Lines};
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::units::position_text;

/// Draw a position in the terminal, with its outcome and its legal moves
///
/// Texts may tell more of a game than values take account of, such as a score; it is shown in words
/// and in the notations that can say it. Where the text has a roll, its moves alone are listed.
#[derive(Args, Debug)]
pub(crate) struct Show {
    /// The game
    game: String,
    /// The position [default: the game's start]; `-` reads positions from standard input
    #[arg(allow_hyphen_values = true, value_parser = position_text)]
    position: Option<String>,
    #[command(flatten)]
    lines: Lines,
}

impl Show {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let games = context.catalog.games_named(&self.game)?;
        let position = self.position.clone().unwrap_or_else(|| games.start());
        if self.lines.are_asked(&position)? {
            return lines::answer(context, |position| {
                let (game, written) = games.read_state(position)?;
                shown(game, &written)
            });
        }
        let (game, written) = games.read_state(&position)?;
        let drawing = game.draw(&written, context.medium())?;
        let mut answer = shown(game, &written)?.drawn(drawing);
        // Fields that are brief elsewhere, such as the names of a position in other programs.
        answer.facts = answer.facts.iter().map(Field::in_full).collect();
        context.answer(&answer)
    }
}

/// Answers by the rules: of the chance event that the text has, or of all.
fn shown(game: &dyn AnyGame, position: &AnyPosition) -> Result<AnyAnswer, Error> {
    let mut answer = game.by_rules(position)?;
    if position.chance.is_some() {
        answer.events.retain(|event| event.chance == position.chance);
        answer.roll.clone_from(&position.chance);
    }
    Ok(answer)
}
