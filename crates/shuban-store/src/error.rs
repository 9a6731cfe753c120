//! Errors of database files, by who must act.

use std::io;
use std::path::{Path, PathBuf};

use shuban_core::text::bytes_text;

use crate::lock_holder::LockHolder;

/// Error of a database file.
///
/// The *environment's*: [`NotFound`](Error::NotFound), [`Io`](Error::Io),
/// [`NoSpace`](Error::NoSpace), [`Locked`](Error::Locked), [`Memory`](Error::Memory). The *file's*:
/// [`Foreign`](Error::Foreign), [`Version`](Error::Version), [`Damaged`](Error::Damaged),
/// [`OtherDomain`](Error::OtherDomain). The *caller's*: [`OutOfRange`](Error::OutOfRange),
/// [`NoSection`](Error::NoSection), [`OtherColumns`](Error::OtherColumns),
/// [`Misuse`](Error::Misuse).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file does not exist: the database was not built yet.
    #[error("{}: there is no such file", path.display())]
    NotFound {
        /// The file.
        path: PathBuf,
    },
    /// The operating system refused an operation.
    #[error("{}: cannot {what}: {source}", path.display())]
    Io {
        /// The operation: `read`, `write`, `rename`.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The disk (or the user's share of it) is full. Nothing published is harmed.
    #[error("{}: the disk is full", path.display())]
    NoSpace {
        /// The file that was written.
        path: PathBuf,
    },
    /// Another process holds the lock.
    #[error("{}: another process is working on it{}", path.display(), held_by(holder.as_ref()))]
    Locked {
        /// The lock file.
        path: PathBuf,
        /// The process, if the file says which.
        holder: Option<LockHolder>,
    },
    /// Not a Shuban file, or one that was damaged in transfer.
    #[error("{}: not a Shuban database: {reason}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The reason: expected and found.
        reason: String,
    },
    /// A file of a format version that this program does not know.
    #[error(
        "{}: format version {found}, and this program reads version {supported}: \
         use the program that wrote it, or build the database again",
        path.display()
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version that this program reads and writes.
        supported: u32,
    },
    /// The file's bytes are not those that were written.
    #[error("{}: damaged: {section}{}: {reason}", path.display(), block_text(*block))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The section's name, or `header`, `directory`, `trailer`.
        section: String,
        /// The number of the damaged block in the section, from 0, if it is one block.
        block: Option<u64>,
        /// The reason: expected and found.
        reason: String,
    },
    /// Reading the file would take more memory than it may.
    #[error(
        "{}: {section} would take {} of memory, and {} {why}",
        path.display(), bytes_text(*.needed), bytes_text(*.allowed)
    )]
    Memory {
        /// The file.
        path: PathBuf,
        /// The section's name, or `directory`.
        section: String,
        /// Approximate bytes needed.
        needed: u64,
        /// Bytes that it may take.
        allowed: u64,
        /// The kind of limit.
        why: &'static str,
    },
    /// A sound file of another layer.
    #[error("{}: holds {found}, not {expected}", path.display())]
    OtherDomain {
        /// The file.
        path: PathBuf,
        /// The requested layer.
        expected: String,
        /// The layer that the file holds.
        found: String,
    },
    /// A rank or entry beyond the section's end.
    #[error("section `{section}` has {len} entries, from 0: there is no number {index}")]
    OutOfRange {
        /// The section's name.
        section: String,
        /// The requested number.
        index: u64,
        /// The number of records or entries.
        len: u64,
    },
    /// The file has no such section of that kind.
    #[error("{}: no {kind} `{section}` in it", path.display())]
    NoSection {
        /// The file.
        path: PathBuf,
        /// The requested name.
        section: String,
        /// `table` or `stream`.
        kind: &'static str,
    },
    /// The table's columns are not those of the requested record type.
    #[error("table `{section}` has columns {found}, not {expected}")]
    OtherColumns {
        /// The table's name.
        section: String,
        /// The record's columns.
        expected: String,
        /// The file's columns.
        found: String,
    },
    /// A function was called against its contract: a bug of the calling program.
    #[error("`{subject}`: {reason}")]
    Misuse {
        /// The name of the section, layer or option.
        subject: String,
        /// The contract and the violation.
        reason: String,
    },
}

fn held_by(holder: Option<&LockHolder>) -> String {
    holder.map(|holder| format!(": {}", holder.words())).unwrap_or_default()
}

fn block_text(block: Option<u64>) -> String {
    block.map(|number| format!(", block {number}")).unwrap_or_default()
}

impl Error {
    /// Returns the error for an operating system's error about a path.
    ///
    /// Returns [`Error::NotFound`] and [`Error::NoSpace`] where the system says that.
    pub fn io(what: &'static str, path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::NotFound => Error::NotFound { path },
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Error::NoSpace { path },
            _ => Error::Io { what, path, source },
        }
    }

    /// Names the file whose bytes an error is about.
    pub(crate) fn of_bytes(path: &Path, error: shuban_probe::Error) -> Self {
        let path = path.to_owned();
        match error {
            shuban_probe::Error::Version { found, supported } => {
                Error::Version { path, found, supported }
            }
            shuban_probe::Error::Damaged { section, block, reason } => {
                Error::Damaged { path, section, block, reason }
            }
            shuban_probe::Error::Foreign { reason } => Error::Foreign { path, reason },
            // Of a header or a trailer there are no others.
            other => Error::Foreign { path, reason: other.to_string() },
        }
    }

    pub(crate) fn damaged(
        path: &Path,
        section: &str,
        block: Option<u64>,
        reason: impl Into<String>,
    ) -> Self {
        Error::Damaged {
            path: path.to_owned(),
            section: section.to_owned(),
            block,
            reason: reason.into(),
        }
    }

    pub(crate) fn misuse(subject: &str, reason: impl Into<String>) -> Self {
        Error::Misuse { subject: subject.to_owned(), reason: reason.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_told_with_its_place() {
        let told = |block| Error::damaged(Path::new("a"), "values", block, "cut").to_string();
        assert_eq!(told(Some(7)), "a: damaged: values, block 7: cut");
        assert_eq!(told(None), "a: damaged: values: cut");
    }

    #[test]
    fn a_full_disk_is_told_from_other_errors() {
        let error = |kind: io::ErrorKind| Error::io("write", Path::new("a"), kind.into());
        for kind in [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded] {
            assert!(matches!(error(kind), Error::NoSpace { .. }));
        }
        assert!(matches!(error(io::ErrorKind::FileTooLarge), Error::Io { .. }));
    }
}
