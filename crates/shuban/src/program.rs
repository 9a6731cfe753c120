//! A program: a catalog, and its commands beyond the common ones.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, CommandFactory, FromArgMatches};
use serde_json::json;
use shuban_catalog::Catalog;
use shuban_core::advice::{program_name, set_program_name};
use shuban_core::echo::safe_lines;
use shuban_store::{Disk, FileSystem, declare_build};

use crate::arguments::Arguments;
use crate::common::Common;
use crate::completion;
use crate::context::{Context, Extension};
use crate::external::{self, ExternalCommand};
use crate::failure::{Failure, Status};
use crate::interrupt;

/// A program: a catalog, and its commands beyond the common ones.
pub struct Program {
    catalog: Catalog,
    extensions: Vec<Box<dyn Extension>>,
    external: Vec<ExternalCommand>,
    #[cfg(feature = "serve")]
    published: fn(&Common) -> Vec<shuban_server::Published>,
    #[cfg(feature = "publish")]
    modules: &'static [shuban_site::PageModule],
}

impl Program {
    /// Creates a program with the common commands.
    pub fn new(catalog: Catalog) -> Self {
        declare_build([
            ("revision", env!("SHUBAN_REVISION")),
            ("compiler", env!("SHUBAN_COMPILER")),
            ("target", env!("SHUBAN_TARGET")),
            ("features", env!("SHUBAN_FEATURES")),
        ]);
        Program {
            catalog,
            extensions: Vec::new(),
            external: Vec::new(),
            #[cfg(feature = "serve")]
            published: |_| Vec::new(),
            #[cfg(feature = "publish")]
            modules: &[],
        }
    }

    /// Adds a command.
    #[must_use]
    pub fn with(mut self, extension: impl Extension + 'static) -> Self {
        self.extensions.push(Box::new(extension));
        self
    }

    /// Adds commands that are programs of their own.
    #[must_use]
    pub fn with_external(mut self, commands: &[ExternalCommand]) -> Self {
        self.external.extend(commands);
        self
    }

    /// Adds published tables that `serve` shows beside the recomputed ones.
    #[cfg(feature = "serve")]
    #[must_use]
    pub fn publishing(mut self, published: fn(&Common) -> Vec<shuban_server::Published>) -> Self {
        self.published = published;
        self
    }

    /// Adds modules of pages that `publish --site` writes beside databases of their games.
    #[cfg(feature = "publish")]
    #[must_use]
    pub fn with_modules(mut self, modules: &'static [shuban_site::PageModule]) -> Self {
        self.modules = modules;
        self
    }

    /// Runs the command in the process's arguments, and returns the exit code.
    pub fn run(mut self) -> ExitCode {
        let arguments = std::env::args_os().collect();
        if let Some((command, arguments)) = external::named(&self.external, arguments) {
            return command
                .run(arguments)
                .unwrap_or_else(|failure| report(&failure, asks_for_json()).into());
        }
        let mut command = own_name(Arguments::command(), program_name());
        for external in &self.external {
            command = command.subcommand(external.command());
        }
        for extension in &self.extensions {
            command = command
                .mut_subcommands(|command| extension.augment(command))
                .subcommands(extension.command());
        }
        match completion::answer(&command, &self.catalog) {
            Ok(false) => {}
            Ok(true) => return Status::Success.into(),
            Err(error) => return usage(&error).into(),
        }
        let extensions = std::mem::take(&mut self.extensions);
        self.execute(&command, |matches, context| {
            let extension = matches.subcommand().and_then(|(name, matches)| {
                let mut all = extensions.iter();
                let is_named = |own: &Command| own.get_name() == name;
                let found =
                    all.find(|extension| extension.command().as_ref().is_some_and(is_named));
                Some((found?, matches))
            });
            match extension {
                Some((extension, matches)) => extension.run(matches, context),
                None => {
                    let arguments = match Arguments::from_arg_matches(matches) {
                        Ok(arguments) => arguments,
                        Err(error) => return Ok(usage(&error)),
                    };
                    let taken = matches.subcommand().and_then(|(name, matches)| {
                        let mut all = extensions.iter();
                        all.find_map(|extension| extension.take_over(name, matches, context))
                    });
                    taken.unwrap_or_else(|| arguments.command.run(context))
                }
            }
        })
    }

    /// Reads the process's arguments, runs the command, and returns the exit code.
    fn execute(
        self,
        command: &Command,
        run: impl FnOnce(&ArgMatches, &Context<'_>) -> Result<Status, Failure>,
    ) -> ExitCode {
        let read = command.clone().try_get_matches();
        let read = read.and_then(|matches| Ok((Common::from_arg_matches(&matches)?, matches)));
        let (common, matches) = match read {
            Ok(read) => read,
            Err(error) => return usage(&error).into(),
        };
        common.begin_log();
        let files: Arc<dyn FileSystem> = Arc::new(Disk { memory: common.memory() });
        #[cfg(feature = "publish")]
        let files: Arc<dyn FileSystem> = match crate::addresses::files(&common, files) {
            Ok(files) => files,
            Err(failure) => return report(&failure, common.json).into(),
        };
        #[cfg(not(feature = "publish"))]
        if common.all_data().len() > 1 {
            let failure = Failure::usage("this program reads one data folder");
            return report(&failure, common.json).into();
        }
        // The program runs once, and threads of the server live as long as it does.
        let catalog = Box::leak(Box::new(self.catalog));
        catalog.use_files(&files);
        let context = Context {
            catalog,
            common: &common,
            matches: matches.subcommand().map_or(&matches, |(_, matches)| matches),
            command,
            #[cfg(feature = "serve")]
            published: self.published,
            #[cfg(feature = "publish")]
            modules: self.modules,
        };
        interrupt::heed(common.json);
        let done = run(&matches, &context);
        if !interrupt::claim_the_end() {
            // Another thread prints the message, and ends the program.
            thread::sleep(Duration::MAX);
        }
        done.unwrap_or_else(|failure| report(&failure, common.json)).into()
    }
}

/// Runs one command as a program of its own, `shuban-NAME`, which `shuban NAME` also runs, and
/// returns the exit code.
pub fn run_command(catalog: Catalog, extension: &dyn Extension) -> ExitCode {
    set_program_name("shuban");
    let command = extension
        .command()
        .unwrap_or_default()
        .max_term_width(100)
        .version(env!("CARGO_PKG_VERSION"));
    let name = format!("shuban {}", command.get_name());
    let command = own_name(Common::augment_args(command), name);
    Program::new(catalog).execute(&command, |matches, context| extension.run(matches, context))
}

/// Names a command after its program.
fn own_name(command: Command, name: String) -> Command {
    // The program runs once, so leaking its name costs nothing.
    let name: &'static str = name.leak();
    command.name(name).bin_name(name)
}

/// Prints the reason of a failure, and returns the exit status.
fn report(failure: &Failure, as_json: bool) -> Status {
    let (status, kind, message) = match failure {
        Failure::Said { status, kind, message } => (status, kind, message),
        Failure::Interrupted => {
            interrupt::parting().say(as_json);
            return Status::Environment;
        }
        Failure::Unread => return Status::Success,
    };
    // It may quote a file.
    // At once, as several processes may do so.
    let line = format!("error: {}\n", safe_lines(message, usize::MAX));
    let _ = io::stderr().write_all(line.as_bytes());
    if as_json {
        // Where standard output is closed, there is nowhere to report it.
        let _ = writeln!(io::stdout(), "{:#}", json!({ "error": message, "kind": kind }));
    }
    *status
}

/// Returns true if `--json` is among the arguments, which may be invalid.
fn asks_for_json() -> bool {
    std::env::args_os().any(|argument| argument == "--json")
}

/// Limit on the lines of a message about the arguments: one word of them may be of any length.
const LONGEST_LINE: usize = 500;

/// Prints an error in the arguments (or the help that they ask for).
fn usage(error: &clap::Error) -> Status {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        // A closed output is not an error here.
        let _ = error.print();
        return Status::Success;
    }
    // Usage in the colours of the terminal, unless it quotes text unfit for one.
    let text = error.to_string();
    let safe = safe_lines(&text, LONGEST_LINE);
    let _ = match safe.lines().eq(text.lines()) {
        true => error.print(),
        false => writeln!(io::stderr(), "{safe}"),
    };
    if asks_for_json() {
        let message = safe.strip_prefix("error: ").unwrap_or(&safe).trim();
        let _ = writeln!(io::stdout(), "{:#}", json!({ "error": message, "kind": "usage" }));
    }
    Status::BadInput
}
