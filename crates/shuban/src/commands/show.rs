//! `show GAME [POSITION]`

use clap::Args;
use shuban_core::Field;

use crate::commands::lines::{self, Lines};
use crate::context::Context;
use crate::failure::{Failure, Status};

/// Draw a position in the terminal, with its outcome and its legal moves
///
/// Texts may tell more of a game than values take account of, such as a score; it is shown in the
/// notations that can say it.
#[derive(Args, Debug)]
pub(crate) struct Show {
    /// The game
    game: String,
    /// The position [default: the game's start]; `-` reads positions from standard input
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
                game.by_rules(&written)
            });
        }
        let (game, written) = games.read_state(&position)?;
        let drawing = game.draw(&written, context.medium())?;
        let mut answer = game.by_rules(&written)?.drawn(drawing);
        // Fields that are brief elsewhere, such as the names of a position in other programs.
        answer.facts = answer.facts.iter().map(Field::in_full).collect();
        context.answer(&answer)
    }
}
