//! `probe DOMAIN POSITION`

use std::path::Path;

use clap::Args;
use shuban_catalog::{Detail, Error, Printable, Session};
use shuban_store::Disk;

use crate::commands::lines::{self, Lines};
use crate::commands::match_flags::MatchFlags;
use crate::context::Context;
use crate::failure::{Failure, Status};

/// Look up the exact value of a position and its best moves
///
/// With dice, the value is the expected result of the player about to roll, from -1 (a certain
/// loss) to 1 (a certain win), with proven bounds, and the best move of every roll is listed. If
/// you name a game, the built database with the fewest positions that holds the position answers.
///
/// A file in which another program keeps a table answers too, if some game knows its kind: what
/// GNU Backgammon's `makebearoff` writes.
///
/// With --match, or another flag of a match, the answer is the chance to win the match, and what to
/// do with the cube. All positions that can be reached are solved for that: nothing need be built.
/// With --money it is a single game for money, whose cube goes up to some value.
#[derive(Args, Debug)]
pub(crate) struct Probe {
    /// The layer, the game, or a file of another program
    #[arg(value_name = "DOMAIN|GAME|FILE")]
    target: String,
    /// The position, as `show GAME` writes it; `-` reads positions from standard input
    position: String,
    /// List all moves of this roll, best first [default: the roll in the position, if it has one]
    #[arg(long, value_name = "DICE")]
    roll: Option<String>,
    #[command(flatten)]
    lines: Lines,
    #[command(flatten)]
    matches: MatchFlags,
}

impl Probe {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let Probe { target, position, roll, lines, matches } = self;
        let roll = roll.as_deref();
        let is_lines = lines.are_asked(position)?;
        let target = match context.catalog.target(target) {
            Ok(target) => target,
            Err(_) if Path::new(target).is_file() => {
                matches.refuse_for_files()?;
                return self.of_file(Path::new(target), is_lines, context);
            }
            Err(error) => return Err(error.into()),
        };
        if matches.are_given() {
            let equities = matches.equities()?;
            let ask = |position: &str, medium| {
                let question = matches.question(position, roll, equities.as_deref());
                let meter = context.meter();
                context.catalog.match_answer(target, &question, &meter, medium)
            };
            return match is_lines {
                true => lines::answer(context, |position| Ok(ask(position, None)?.json())),
                false => context.answer(&ask(position, Some(context.medium()))?),
            };
        }
        let session = Session::new(context.catalog, target, &context.common.data);
        if is_lines {
            session.open()?;
            return lines::answer(context, |position| Ok(session.probe(position, roll)?.json()));
        }
        let answer = session.probe(position, roll)?;
        let (game, written) = session.read(position)?;
        context.answer(&answer.drawn(game.draw(&written, context.medium())?))
    }

    /// Answers from a file of another program.
    fn of_file(
        &self,
        path: &Path,
        is_lines: bool,
        context: &Context<'_>,
    ) -> Result<Status, Failure> {
        let file = context.catalog.own_file(&Disk::default(), path)?;
        let game = file.game();
        let answer = |text: &str| {
            let position = game.read(text)?;
            let roll = self.roll.as_deref().map(|roll| game.chance(&position, roll)).transpose()?;
            let roll = roll.or_else(|| position.chance.clone());
            let answer = file.answer(&position, &roll.map_or(Detail::Best, Detail::Roll))?;
            Ok::<_, Error>((answer, position))
        };
        if is_lines {
            return lines::answer(context, |text| Ok(answer(text)?.0.json()));
        }
        let (answer, position) = answer(&self.position)?;
        context.answer(&answer.drawn(game.draw(&position, context.medium())?))
    }
}
