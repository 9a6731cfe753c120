//! What every command works with, and commands that only some programs have.

use std::io::{self, IsTerminal, Write};

use clap::{ArgMatches, Command};
use serde_json::json;
use shuban_catalog::{Catalog, Printable};
use shuban_core::{Medium, safe_lines};
use tempfile::TempDir;

use crate::common::Common;
use crate::failure::{Failure, Status};
use crate::interrupt::{self, Parting};
use crate::meter::Meter;

/// What every command works with: the catalog and the global options. Answers go to standard
/// output, everything else to standard error.
pub struct Context<'p> {
    /// The games and domains.
    pub catalog: &'static Catalog,
    /// The global options.
    pub common: &'p Common,
    /// The program's arguments, with those of its further commands.
    pub(crate) command: &'p Command,
    /// The arguments of the command that runs.
    pub(crate) matches: &'p ArgMatches,
    pub(crate) extensions: &'p [Box<dyn Extension>],
}

impl Context<'_> {
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

    /// Prints what was done, which `--quiet` leaves out unless as JSON.
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

    /// Prints why there is no answer, and gives the exit status.
    pub(crate) fn failure(&self, failure: &Failure) -> Status {
        let (status, kind, message) = match failure {
            Failure::Said { status, kind, message } => (status, kind, message),
            Failure::Interrupted => {
                interrupt::parting().say(self.common.json);
                return Status::Environment;
            }
            Failure::Unread => return Status::Success,
        };
        // It may repeat what a file says.
        let _ = writeln!(io::stderr(), "error: {}", safe_lines(message, usize::MAX));
        if self.common.json {
            let _ = self.line(&format!("{:#}", json!({ "error": message, "kind": kind })));
        }
        *status
    }

    /// How positions are drawn on standard output.
    pub(crate) fn medium(&self) -> Medium {
        let colour = !self.common.json
            && io::stdout().is_terminal()
            && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Medium::Terminal { colour }
    }

    /// A progress display, until it is dropped.
    pub fn meter(&self) -> Meter {
        Meter::new(self.common.quiet)
    }

    /// What the command says if it is interrupted from now on. It may be asked by another thread,
    /// while the work still goes on.
    pub fn if_interrupted(&self, say: impl Fn() -> Parting + Send + 'static) {
        interrupt::farewell(say);
    }

    /// A folder for what the command needs only while it runs. It goes at the end, however that
    /// comes.
    ///
    /// # Errors
    /// [`Failure`] if there can be none.
    pub fn scratch_folder(&self) -> Result<TempDir, Failure> {
        let folder = tempfile::tempdir()
            .map_err(|error| Failure::environment("io", format!("no temporary folder: {error}")))?;
        interrupt::remove_at_the_end(folder.path());
        Ok(folder)
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

    /// Published tables that `serve` shows beside the recomputed ones.
    #[cfg(feature = "serve")]
    fn published(&self, _common: &Common) -> Vec<shuban_server::Published> {
        Vec::new()
    }

    /// What it adds to `bench`.
    ///
    /// # Errors
    /// [`Failure`] if it could not be measured.
    fn bench(&self, _context: &Context<'_>) -> Result<Vec<BenchLine>, Failure> {
        Ok(Vec::new())
    }

    /// What it measures only if it is asked for by name: `bench NAME`.
    fn measured_by_name(&self) -> &'static [&'static str] {
        &[]
    }

    /// Measures what has this name, one of those; `full` allows more time.
    ///
    /// # Errors
    /// [`Failure`] if it could not be measured.
    fn measure(
        &self,
        name: &str,
        _full: bool,
        _context: &Context<'_>,
    ) -> Result<Box<dyn Printable>, Failure> {
        Err(Failure::usage(format!("there is no `{name}` to measure")))
    }
}
