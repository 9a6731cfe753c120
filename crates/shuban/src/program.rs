//! A program: a catalog, and what it can do besides the commands that all have.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{ArgMatches, Command, CommandFactory, FromArgMatches};
use serde_json::json;
use shuban_catalog::Catalog;
use shuban_core::safe_lines;
use shuban_solve::program_name;
use shuban_store::{Disk, FileSystem};

use crate::arguments::Arguments;
use crate::common::Common;
use crate::context::{Context, Extension};
use crate::failure::Status;
use crate::interrupt;

/// A program: a catalog, and what it can do besides the commands that all have.
pub struct Program {
    catalog: Catalog,
    extensions: Vec<Box<dyn Extension>>,
}

impl Program {
    /// A program with the common commands.
    pub fn new(catalog: Catalog) -> Self {
        Program { catalog, extensions: Vec::new() }
    }

    /// With a further command.
    #[must_use]
    pub fn with(mut self, extension: impl Extension + 'static) -> Self {
        self.extensions.push(Box::new(extension));
        self
    }

    /// Runs the command that the process's arguments say: gives the exit code.
    pub fn run(mut self) -> ExitCode {
        let command = command(&self.extensions);
        let matches = match command.clone().try_get_matches() {
            Ok(matches) => matches,
            Err(error) => return usage(&error).into(),
        };
        match self.execute(&command, &matches) {
            Ok(status) => status.into(),
            Err(error) => usage(&error).into(),
        }
    }

    fn execute(&mut self, command: &Command, matches: &ArgMatches) -> Result<Status, clap::Error> {
        let common = Common::from_arg_matches(matches)?;
        common.begin_log();
        let files: Arc<dyn FileSystem> = Arc::new(Disk { memory: common.memory() });
        self.catalog.use_files(&files);
        let context = Context {
            // The program runs once, and threads that serve others have no shorter life than it.
            catalog: Box::leak(Box::new(std::mem::take(&mut self.catalog))),
            common: &common,
            command,
            matches: matches.subcommand().map_or(matches, |(_, matches)| matches),
            extensions: &self.extensions,
        };
        interrupt::heed(common.json);
        let extension = matches.subcommand().and_then(|(name, matches)| {
            let mut all = self.extensions.iter();
            Some((all.find(|extension| extension.command().get_name() == name)?, matches))
        });
        let done = match extension {
            Some((extension, matches)) => extension.run(matches, &context),
            None => Arguments::from_arg_matches(matches)?.command.run(&context),
        };
        if !interrupt::claim_the_end() {
            // Another thread says the last word, and ends the program.
            thread::sleep(Duration::MAX);
        }
        Ok(done.unwrap_or_else(|failure| context.failure(&failure)))
    }
}

/// The program's arguments, with those of its further commands.
fn command(extensions: &[Box<dyn Extension>]) -> Command {
    // The program runs once: its name may as well stay.
    let name: &'static str = program_name().leak();
    let command = Arguments::command().name(name).bin_name(name);
    extensions.iter().fold(command, |command, extension| command.subcommand(extension.command()))
}

/// The longest line of a message about the arguments: one word of them may be of any length.
const LONGEST_LINE: usize = 500;

/// Says what is wrong with the arguments (or what was asked about them).
fn usage(error: &clap::Error) -> Status {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        // A closed output is not an error here.
        let _ = error.print();
        return Status::Success;
    }
    // Usage in the colours of the terminal, unless it repeats what is not fit for one.
    let text = error.to_string();
    let safe = safe_lines(&text, LONGEST_LINE);
    let _ = match safe.lines().eq(text.lines()) {
        true => error.print(),
        false => writeln!(std::io::stderr(), "{safe}"),
    };
    if std::env::args_os().any(|argument| argument == "--json") {
        let message = safe.strip_prefix("error: ").unwrap_or(&safe).trim();
        let _ = writeln!(std::io::stdout(), "{:#}", json!({ "error": message, "kind": "usage" }));
    }
    Status::BadInput
}
