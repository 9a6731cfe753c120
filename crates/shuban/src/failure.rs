//! How a command ends.

use std::io;
use std::process::ExitCode;

use shuban_catalog::Error;

/// What the exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Done.
    Success = 0,
    /// Done, and the answer is no: a check failed.
    Negative = 1,
    /// The input was wrong.
    BadInput = 2,
    /// The machine, its disk or what is built on it did not allow it.
    Environment = 3,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(status as u8)
    }
}

/// Why a command came to no answer.
#[derive(Debug)]
pub enum Failure {
    /// There is something to say about it.
    Said {
        /// The exit status.
        status: Status,
        /// A short name of the kind of failure, for programs.
        kind: &'static str,
        /// The sentence.
        message: String,
    },
    /// It was interrupted: the command has left a word for that.
    Interrupted,
    /// Nobody reads the output any more.
    Unread,
}

impl Failure {
    /// Wrong flags or arguments.
    pub fn usage(message: impl Into<String>) -> Self {
        Failure::Said { status: Status::BadInput, kind: "usage", message: message.into() }
    }

    /// Something that the system refused.
    pub fn environment(kind: &'static str, message: impl Into<String>) -> Self {
        Failure::Said { status: Status::Environment, kind, message: message.into() }
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
    /// Of standard output and input alone: files' errors name the file.
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Unread,
            _ => Failure::environment("io", error.to_string()),
        }
    }
}

/// The exit status for an error of the catalog.
pub(crate) fn status(error: &Error) -> Status {
    if error.is_bad_input() { Status::BadInput } else { Status::Environment }
}
