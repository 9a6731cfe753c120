//! Outcomes of commands.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use shuban_catalog::{Error, RulesError};
use shuban_core::echo::echo;
use shuban_store::{Disk, FileSystem, PARTIAL, UnfitFile, beside};

/// Meaning of the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Done.
    Success = 0,
    /// Done, with a negative answer: a check failed, or a question is still open.
    Negative = 1,
    /// The input was wrong.
    BadInput = 2,
    /// The machine, its disk or its databases did not allow it.
    Environment = 3,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(status as u8)
    }
}

/// Reason why a command has no answer.
#[derive(Debug)]
pub enum Failure {
    /// A failure with a message.
    Said {
        /// The exit status.
        status: Status,
        /// A short name of the kind of failure, for programs.
        kind: &'static str,
        /// Message, in a sentence.
        message: String,
    },
    /// The command was interrupted, and has set a message for that.
    Interrupted,
    /// The output has no reader any more.
    Unread,
}

impl Failure {
    /// Creates a failure of flags or arguments.
    pub fn usage(message: impl Into<String>) -> Self {
        Failure::Said { status: Status::BadInput, kind: "usage", message: message.into() }
    }

    /// Creates the failure of a file that was named: the input was wrong if it is no regular file,
    /// or no text; else the environment is.
    pub fn of_file(path: &Path, error: &io::Error) -> Self {
        let message = format!("{}: {error}", echo(&path.display().to_string(), 0));
        match UnfitFile::is_reason_of(error) {
            true => Failure::Said { status: Status::BadInput, kind: "unfit-file", message },
            false => Failure::environment("io", message),
        }
    }

    /// Creates a failure of the environment.
    pub fn environment(kind: &'static str, message: impl Into<String>) -> Self {
        Failure::Said { status: Status::Environment, kind, message: message.into() }
    }
}

impl From<RulesError> for Failure {
    fn from(error: RulesError) -> Self {
        Error::from(error).into()
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Interrupted => Failure::Interrupted,
            error => Failure::Said {
                status: status(&error),
                kind: error.kind(),
                message: error.to_string(),
            },
        }
    }
}

impl From<shuban_solve::Error> for Failure {
    fn from(error: shuban_solve::Error) -> Self {
        Error::from(error).into()
    }
}

impl From<io::Error> for Failure {
    /// Converts errors of standard output and input alone: those of files name the file.
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Unread,
            _ => Failure::environment("io", error.to_string()),
        }
    }
}

/// Checks that nothing but a regular file has the names under which a file is written, which would
/// show only when it is.
pub(crate) fn check_replaceable(file: &Path) -> Result<(), Failure> {
    for path in [file, &beside(file, PARTIAL)] {
        Disk::default().len(path).map_err(|error| Failure::of_file(path, &error))?;
    }
    Ok(())
}

/// Returns the exit status for an error of the catalog.
pub(crate) fn status(error: &Error) -> Status {
    if error.is_bad_input() { Status::BadInput } else { Status::Environment }
}
