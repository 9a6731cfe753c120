//! Reasons why a file was not checked, and what is wrong with one that was.

use std::path::{Path, PathBuf};

use serde::Serialize;
use shuban_store::{Error as StoreError, Table};

/// Reason why a file was not checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A family without rules here.
    #[error("the referee has no rules of its own for {domain}: {instead}")]
    Unknown {
        /// The layer.
        domain: String,
        /// The check that there is.
        instead: &'static str,
    },
    /// A layer that the values rest on is not in the data folder.
    #[error("{domain} rests on {need}, which is not in {}: build it there", folder.display())]
    NotBuilt {
        /// The layer that was to be checked.
        domain: String,
        /// The missing layer.
        need: String,
        /// The data folder.
        folder: PathBuf,
    },
    /// A layer rests on itself.
    #[error("{} names {need} among its needs, which rests on it in turn", file.display())]
    Circle {
        /// The file that closes the circle.
        file: PathBuf,
        /// The layer that it names.
        need: String,
    },
    /// The file cannot be read.
    #[error(transparent)]
    Store(StoreError),
    /// The check was asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// The defect of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The file.
    pub file: PathBuf,
    /// The section, or `header`, `directory`, `trailer`.
    pub section: String,
    /// The block of the section.
    pub block: Option<u64>,
    /// The rank in the part.
    pub rank: Option<u64>,
    /// The reason: what the rules say, and what is stored.
    pub reason: String,
}

impl Fault {
    /// Creates the fault of a directory.
    pub(crate) fn of_directory(file: &Path, reason: impl Into<String>) -> Self {
        let section = "directory".to_owned();
        Fault { file: file.to_owned(), section, block: None, rank: None, reason: reason.into() }
    }

    /// Creates the fault of a section as a whole.
    pub(crate) fn of_section(file: &Path, section: &str, reason: impl Into<String>) -> Self {
        let section = section.to_owned();
        Fault { file: file.to_owned(), section, block: None, rank: None, reason: reason.into() }
    }

    /// Creates the fault of a record.
    pub(crate) fn of_record(table: &Table, rank: u64, reason: impl Into<String>) -> Self {
        Fault {
            file: table.path().to_owned(),
            section: table.name().to_owned(),
            block: Some(rank / table.records_per_block()),
            rank: Some(rank),
            reason: reason.into(),
        }
    }
}

/// End of a check before all was found right.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Something is wrong.
    Fault(Box<Fault>),
    /// The check cannot go on.
    Error(Error),
}

impl Stop {
    /// Creates the stop of a check whose rules lead to a position that no table has: the referee's
    /// own rules do not fit together, and nothing passes.
    pub(crate) fn nowhere(table: &Table) -> Self {
        let reason = "the rules lead to a position that no layer has";
        Fault::of_section(table.path(), table.name(), reason).into()
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Stop::Fault(Box::new(fault))
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Stop::Error(error)
    }
}

impl From<StoreError> for Stop {
    /// Separates errors of a file's content from those of the machine.
    fn from(error: StoreError) -> Self {
        let reason = error.to_string();
        match error {
            StoreError::Damaged { path, section, block, reason } => {
                Fault { file: path, section, block, rank: None, reason }.into()
            }
            StoreError::Foreign { path, .. } => Fault::of_section(&path, "header", reason).into(),
            StoreError::OtherDomain { path, .. } | StoreError::NoSection { path, .. } => {
                Fault::of_directory(&path, reason).into()
            }
            error => Stop::Error(Error::Store(error)),
        }
    }
}
