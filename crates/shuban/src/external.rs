//! Commands that are programs of their own.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::{env, io};

use clap::Args;

use crate::common::Common;
use crate::failure::Failure;

/// A command that is a program of its own, `shuban-NAME`, beside this program or on the path.
#[derive(Clone, Copy, Debug)]
pub struct ExternalCommand {
    /// The name of the command.
    pub name: &'static str,
    /// Description in the list of commands.
    pub about: &'static str,
}

impl ExternalCommand {
    /// Returns the path of the program.
    ///
    /// # Errors
    /// [`Failure`] if it is missing, with the command that builds it.
    pub fn find(&self) -> Result<PathBuf, Failure> {
        let program = format!("shuban-{}", self.name);
        find(&program, &format!("programs/{program}"))
    }

    /// Describes it as a command of the program.
    pub(crate) fn command(&self) -> clap::Command {
        clap::Command::new(self.name).about(self.about)
    }

    /// Runs the program with these arguments, in place of this one where the system can.
    ///
    /// # Errors
    /// [`Failure`] if it cannot be run.
    pub(crate) fn run(&self, arguments: Vec<OsString>) -> Result<ExitCode, Failure> {
        let program = self.find()?;
        hand_over(Command::new(&program).args(arguments)).map_err(|error| {
            Failure::environment("no-program", format!("`{}`: {error}", program.display()))
        })
    }
}

/// Returns the path of the program `shuban`, for programs that start it.
///
/// # Errors
/// [`Failure`] if it is missing, with the command that builds it.
pub fn find_main_program() -> Result<PathBuf, Failure> {
    find("shuban", "crates/shuban")
}

/// Returns the path of a program beside this one or on the path; `source` is its folder in a clone.
fn find(program: &str, source: &str) -> Result<PathBuf, Failure> {
    let beside = env::current_exe().ok().and_then(|own| Some(own.parent()?.to_owned()));
    let path = env::var_os("PATH").unwrap_or_default();
    let on_path = env::split_paths(&path).filter(|folder| !folder.as_os_str().is_empty());
    let file = format!("{program}{}", env::consts::EXE_SUFFIX);
    let mut files = beside.into_iter().chain(on_path).map(|folder| folder.join(&file));
    files.find(|file| file.is_file()).ok_or_else(|| {
        let message = format!(
            "`{program}` is neither beside this program nor on the path: in a clone, build it with \
             `cargo build --release -p {program}`, or install it with `cargo install --path {source}`"
        );
        Failure::environment("no-program", message)
    })
}

/// Becomes this program, which then gets the signals and sets the exit code.
#[cfg(unix)]
fn hand_over(command: &mut Command) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;

    Err(command.exec())
}

/// Runs this program to its end. An interruption reaches both; the other program handles it.
#[cfg(not(unix))]
fn hand_over(command: &mut Command) -> io::Result<ExitCode> {
    // Fails only where there are no signals.
    let _ = ctrlc::set_handler(|| {});
    let code = command.status()?.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Returns the external command that the process's arguments name, with all arguments but its name.
/// `help NAME` asks it for its help.
pub(crate) fn named(
    all: &[ExternalCommand],
    mut arguments: Vec<OsString>,
) -> Option<(ExternalCommand, Vec<OsString>)> {
    let find = |name: &str| all.iter().find(|one| one.name == name).copied();
    let anything = clap::Command::new("shuban")
        .allow_external_subcommands(true)
        .disable_help_flag(true)
        .disable_help_subcommand(true);
    let matches = Common::augment_args(anything).try_get_matches_from(&arguments).ok()?;
    let (name, matches) = matches.subcommand()?;
    let count = matches.get_many::<OsString>("").map_or(0, Iterator::count);
    // Of the arguments before the name, the first is the path of this program.
    let mut after = arguments.split_off(arguments.len() - count);
    arguments.pop();
    arguments.remove(0);
    let command = match name {
        "help" if count > 0 => {
            let command = find(after.remove(0).to_str()?)?;
            after.push("--help".into());
            command
        }
        name => find(name)?,
    };
    arguments.append(&mut after);
    Some((command, arguments))
}
