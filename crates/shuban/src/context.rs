//! What every command works with, and commands that only some programs have.

use clap::{ArgMatches, Command};
use shuban_catalog::{Catalog, Printable};

use crate::arguments::Common;
use crate::failure::{Failure, Status};
use crate::interrupt;
use crate::meter::Meter;
use crate::output::Output;

/// What every command works with: the catalog, the global options, and where to say things.
pub struct Context<'p> {
    /// The games and domains.
    pub catalog: &'p Catalog,
    /// The global options.
    pub common: &'p Common,
    pub(crate) output: &'p Output,
    pub(crate) extensions: &'p [Box<dyn Extension>],
}

impl Context<'_> {
    /// Prints the answer: one JSON document, or text.
    ///
    /// # Errors
    /// [`Failure`] if nothing reads it.
    pub fn answer(&self, answer: &dyn Printable) -> Result<(), Failure> {
        self.output.answer(answer)
    }

    /// Prints what was done, which `--quiet` leaves out unless as JSON.
    ///
    /// # Errors
    /// [`Failure`] if nothing reads it.
    pub fn account(&self, answer: &dyn Printable) -> Result<(), Failure> {
        self.output.account(answer)
    }

    /// Prints a remark to standard error.
    pub fn remark(&self, text: &str) {
        self.output.remark(text);
    }

    /// A progress display, until it is dropped.
    pub fn meter(&self) -> Meter {
        Meter::new(self.output)
    }

    /// From now on signals ask the work to stop at the next good moment; a second one ends the
    /// program.
    pub fn heed_interrupts(&self) {
        interrupt::heed();
    }
}

/// A figure that an extension adds to `bench`.
pub struct BenchLine {
    /// The member of the JSON document that it becomes.
    pub member: &'static str,
    /// The figures; their text begins with a heading.
    pub result: Box<dyn Printable>,
}

/// A command of some programs only.
pub trait Extension: Sync {
    /// The command with its arguments, as clap has it.
    fn command(&self) -> Command;

    /// Runs it.
    ///
    /// # Errors
    /// [`Failure`], which tells the exit code.
    fn run(&self, matches: &ArgMatches, context: &Context<'_>) -> Result<Status, Failure>;

    /// What it adds to `bench`.
    ///
    /// # Errors
    /// [`Failure`] if it could not be measured.
    fn bench(&self, _context: &Context<'_>) -> Result<Vec<BenchLine>, Failure> {
        Ok(Vec::new())
    }
}
