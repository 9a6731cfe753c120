//! Context of a running command, and commands that only some programs have.

use std::io::{self, IsTerminal, Write};

use clap::{ArgMatches, Command};
use shuban_catalog::{Catalog, Printable};
use shuban_core::Medium;
use shuban_core::echo::safe_lines;
use tempfile::TempDir;

use crate::common::Common;
use crate::failure::{Failure, Status};
use crate::interrupt::{self, Parting};
use crate::meter::Meter;

/// Context of a running command: the catalog and the global options. Answers go to standard output,
/// everything else to standard error.
pub struct Context<'p> {
    /// The games and domains.
    pub catalog: &'static Catalog,
    /// The global options.
    pub common: &'p Common,
    /// The arguments of the command that runs.
    pub(crate) matches: &'p ArgMatches,
    /// The whole command line, for messages about it.
    pub(crate) command: &'p Command,
    #[cfg(feature = "serve")]
    pub(crate) published: fn(&Common) -> Vec<shuban_server::Published>,
    /// The modules of the pages of a published folder.
    #[cfg(feature = "publish")]
    pub(crate) modules: &'static [shuban_site::PageModule],
}

impl Context<'_> {
    /// Returns the module of the pages that look up a layer.
    #[cfg(feature = "publish")]
    pub(crate) fn module_of(&self, layer: &str) -> Option<&'static shuban_site::PageModule> {
        self.modules.iter().find(|module| module.is_of(layer))
    }

    /// Prints the answer: one JSON document, or text.
    ///
    /// # Errors
    /// [`Failure`] if the output is closed or cannot be written.
    pub fn answer(&self, answer: &dyn Printable) -> Result<Status, Failure> {
        let text = match self.common.json {
            true => serde_json::to_string_pretty(&answer.json()).map_err(io::Error::from)?,
            false => answer.text(),
        };
        self.line(&text)?;
        Ok(Status::Success)
    }

    /// Prints a report of work, which `--quiet` leaves out unless as JSON.
    ///
    /// # Errors
    /// As of [`answer`](Context::answer).
    pub fn account(&self, answer: &dyn Printable) -> Result<Status, Failure> {
        match self.common.quiet && !self.common.json {
            true => Ok(Status::Success),
            false => self.answer(answer),
        }
    }

    /// Prints the outcome of a check. A negative one is an answer: `--quiet` does not leave it out.
    pub(crate) fn verdict(&self, checked: &dyn Printable, passed: bool) -> Result<Status, Failure> {
        if passed {
            return self.account(checked);
        }
        self.answer(checked)?;
        Ok(Status::Negative)
    }

    /// Prints a line of text to standard output.
    pub(crate) fn line(&self, text: &str) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        writeln!(out, "{text}")?;
        Ok(out.flush()?)
    }

    /// Prints a remark to standard error.
    pub fn remark(&self, text: &str) {
        if !self.common.quiet {
            // Where standard error is closed, there is nowhere to report it.
            let _ = writeln!(io::stderr(), "{}", safe_lines(text, usize::MAX));
        }
    }

    /// Returns the medium in which positions are drawn on standard output.
    pub(crate) fn medium(&self) -> Medium {
        let colour = !self.common.json
            && io::stdout().is_terminal()
            && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Medium::Terminal { colour }
    }

    /// Creates a progress display, shown until it is dropped.
    pub fn meter(&self) -> Meter {
        Meter::new(self.common.quiet)
    }

    /// Sets the message of an interruption from now on. `say` may be called by another thread while
    /// the work still goes on.
    pub fn if_interrupted(&self, say: impl Fn() -> Parting + Send + 'static) {
        interrupt::farewell(say);
    }

    /// Creates a folder for temporary files of the command. It is removed at the end, however the
    /// command ends.
    ///
    /// # Errors
    /// [`Failure`] if it cannot be created.
    pub fn scratch_folder(&self) -> Result<TempDir, Failure> {
        let folder = tempfile::tempdir()
            .map_err(|error| Failure::environment("io", format!("no temporary folder: {error}")))?;
        interrupt::remove_at_the_end(folder.path());
        Ok(folder)
    }
}

/// A command that only some programs have, or flags that they add to common commands.
pub trait Extension: Sync {
    /// Returns the command with its arguments, as clap has it, if there is one.
    fn command(&self) -> Option<Command> {
        None
    }

    /// Adds flags to a common command, by its name: `probe`.
    fn augment(&self, command: Command) -> Command {
        command
    }

    /// Runs a common command, by its name, in place of the program if one of the flags that
    /// [`augment`](Extension::augment) added is given; returns `None` if the program is to run it.
    fn take_over(
        &self,
        _command: &str,
        _matches: &ArgMatches,
        _context: &Context<'_>,
    ) -> Option<Result<Status, Failure>> {
        None
    }

    /// Runs the extension's own command.
    ///
    /// # Errors
    /// [`Failure`], which has the exit code.
    fn run(&self, _matches: &ArgMatches, _context: &Context<'_>) -> Result<Status, Failure> {
        Err(Failure::usage("there is no such command".to_owned()))
    }
}
