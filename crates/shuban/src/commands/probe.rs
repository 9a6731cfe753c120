//! `probe DOMAIN POSITION`

use std::cell::RefCell;
use std::path::Path;

use clap::Args;
use serde::Serialize;
use shuban_catalog::chain::{Asked, Question, Reasons, Rules};
use shuban_catalog::names::ProbeTarget;
use shuban_catalog::{DataShelf, Error, Printable, Session, all_oracles};
use shuban_core::solver::SearchSetting;
use shuban_core::{Interruptible, Medium};
use shuban_store::Disk;

use crate::commands::lines::{self, Lines};
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::units::position_text;

/// Look up the exact value of a position and its best moves
///
/// With dice, the value is the expected result of the player about to roll, from -1 (a certain
/// loss) to 1 (a certain win), with proven bounds, and the best move of every roll is listed. If
/// you name a game, the built database with the fewest positions that holds the position answers.
/// Where there is none, a search of limited depth does, else an estimate by an evaluation function,
/// else the moves alone are listed; the answer says so, and which database would know.
///
/// A file in which another program keeps a table answers too, if some game knows its kind: what
/// GNU Backgammon's `makebearoff` writes.
#[derive(Args, Debug)]
pub struct Probe {
    /// The layer, the game, or a file of another program
    #[arg(value_name = "DOMAIN|GAME|FILE")]
    target: String,
    /// The position, as `show GAME` writes it; `-` reads positions from standard input
    #[arg(allow_hyphen_values = true, value_parser = position_text)]
    position: String,
    /// List all moves of this roll, best first [default: the roll in the position, if it has one]
    #[arg(long, value_name = "DICE")]
    roll: Option<String>,
    /// Ask databases alone: no search, and no estimate
    #[arg(long)]
    no_search: bool,
    #[command(flatten)]
    lines: Lines,
}

impl Probe {
    /// Answers.
    ///
    /// # Errors
    /// [`Failure`]: bad input, a database that is not built or not readable.
    pub fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let Some(target) = self.target(context)? else { return self.of_file(context) };
        let session = Session::new(context.catalog, target, context.common.data());
        let are_lines = self.lines.are_asked(&self.position)?;
        if are_lines {
            session.open()?;
        }
        if self.no_search || session.layer().is_some() {
            return self.answer(context, |position, medium| {
                let question = session.question(position, self.roll())?;
                let answer = session.answer(&question)?;
                question.drawn(answer, medium)
            });
        }
        let (common, catalog) = (context.common, context.catalog);
        let shelf = DataShelf::new(catalog, common.data());
        let meter = context.meter();
        let progress = &Interruptible(&meter);
        let (memory, threads) = (common.memory(), common.threads());
        let setting =
            SearchSetting { shelf: &shelf, memory, threads, nodes: None, time: None, progress };
        let chain = RefCell::new(all_oracles(catalog, &session, setting));
        self.answer(context, |position, medium| {
            let question = session.question(position, self.roll())?;
            match chain.borrow_mut().ask(&question)? {
                Asked::Known(answer, before) => {
                    let is_exact = answer.source.as_deref() != Some("estimate");
                    if let Some(Reasons { first: first @ Error::NotBuilt { .. }, .. }) = before
                        && !are_lines
                        && !is_exact
                    {
                        context.remark(&first.to_string());
                    }
                    question.drawn(*answer, medium)
                }
                // The moves at least.
                Asked::Unknown(reasons) => {
                    let reason = session.explained(reasons.first);
                    if are_lines {
                        return Err(reason);
                    }
                    context.remark(&reason.to_string());
                    question.drawn(Rules.answer(&question)?, medium)
                }
            }
        })
    }

    /// Returns the layer or the game that is asked; `None` for a file of another program.
    ///
    /// # Errors
    /// [`Failure`] if it is none of these, or the flags contradict each other.
    pub fn target(&self, context: &Context<'_>) -> Result<Option<ProbeTarget<'static>>, Failure> {
        self.lines.are_asked(&self.position)?;
        match context.catalog.target(&self.target) {
            Ok(target) => Ok(Some(target)),
            Err(_) if Path::new(&self.target).is_file() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns true if no search and no estimate is wanted.
    pub fn is_of_databases_alone(&self) -> bool {
        self.no_search
    }

    /// Returns the position, or `-` for those of standard input.
    pub fn position(&self) -> &str {
        &self.position
    }

    /// Asks about another position, and its roll unless one is asked for.
    #[must_use]
    pub fn about(self, position: String, roll: Option<String>) -> Self {
        Probe { position, roll: self.roll.or(roll), ..self }
    }

    /// Returns the roll of which all moves are wanted.
    pub fn roll(&self) -> Option<&str> {
        self.roll.as_deref()
    }

    /// Answers the position, or those of standard input, one a line. `ask` also draws a position if
    /// it is given a medium.
    ///
    /// # Errors
    /// [`Failure`]: the first error of `ask` if there is one position, or the output is closed.
    pub fn answer<A: Printable + Serialize>(
        &self,
        context: &Context<'_>,
        ask: impl Fn(&str, Option<Medium>) -> Result<A, Error>,
    ) -> Result<Status, Failure> {
        match self.lines.are_asked(&self.position)? {
            true => lines::answer(context, |position| ask(position, None)),
            false => context.answer(&ask(&self.position, Some(context.medium()))?),
        }
    }

    /// Answers from a file of another program.
    fn of_file(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let file = context.catalog.own_file(&Disk::default(), Path::new(&self.target))?;
        let game = file.game();
        self.answer(context, |text, medium| {
            let question = Question::read(game, text, None, self.roll())?;
            let answer = file.answer(&question.position, &question.detail)?;
            question.drawn(answer, medium)
        })
    }
}
