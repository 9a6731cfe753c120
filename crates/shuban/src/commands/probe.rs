//! `probe DOMAIN POSITION`

use clap::Args;
use shuban_catalog::{Printable, Session};

use crate::commands::lines::{self, Lines};
use crate::context::Context;
use crate::failure::{Failure, Status};

/// Look up the exact value of a position and its best moves
///
/// With dice, the value is the expected result of the player about to roll, from -1 (a certain
/// loss) to 1 (a certain win), with proven bounds, and the best move of every roll is listed. If
/// you name a game, the built database with the fewest positions that holds the position answers.
#[derive(Args, Debug)]
pub(crate) struct Probe {
    /// The layer or the game
    #[arg(value_name = "DOMAIN|GAME")]
    target: String,
    /// The position, as `show GAME` writes it; `-` reads positions from standard input
    position: String,
    /// List all moves of this roll, best first [default: the roll in the position, if it has one]
    #[arg(long, value_name = "DICE")]
    roll: Option<String>,
    #[command(flatten)]
    lines: Lines,
}

impl Probe {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let Probe { target, position, roll, lines } = self;
        let roll = roll.as_deref();
        let is_lines = lines.are_asked(position)?;
        let target = context.catalog.target(target)?;
        let session = Session::new(context.catalog, target, &context.common.data);
        if is_lines {
            session.open()?;
            return lines::answer(context, |position| Ok(session.probe(position, roll)?.json()));
        }
        let answer = session.probe(position, roll)?;
        let (game, written) = session.read(position)?;
        context.answer(&answer.drawn(game.draw(&written, context.medium())?))
    }
}
