//! Errors of the bytes of a file.

/// Error of a file's bytes, or of a question about it. The reader of the bytes adds the file's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Not a Shuban file, or one that was damaged in transfer.
    #[error("not a Shuban database: {reason}")]
    Foreign {
        /// The reason: expected and found.
        reason: String,
    },
    /// A file of a format version that this program does not know.
    #[error("format version {found}, and this program reads version {supported}")]
    Version {
        /// Its version.
        found: u32,
        /// The version that this program reads.
        supported: u32,
    },
    /// The file's bytes are not those that were written.
    #[error("damaged: {section}{}: {reason}", block_text(*block))]
    Damaged {
        /// The section's name, or `header`, `directory`, `trailer`.
        section: String,
        /// The number of the damaged block in the section, from 0, if it is one block.
        block: Option<u64>,
        /// The reason: expected and found.
        reason: String,
    },
    /// The file holds another layer than the one that is asked for, or lacks a part of it.
    #[error("not a file of {expected}: {reason}")]
    OtherLayer {
        /// The layer.
        expected: String,
        /// The difference.
        reason: String,
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
    /// The file has no such table or stream.
    #[error("no section `{0}` of that kind in it")]
    NoSection(String),
    /// A function was called against its contract: a bug of the calling program.
    #[error("{0}")]
    Misuse(String),
}

fn block_text(block: Option<u64>) -> String {
    block.map(|number| format!(", block {number}")).unwrap_or_default()
}

impl Error {
    pub(crate) fn damaged(section: &str, block: Option<u64>, reason: impl Into<String>) -> Self {
        Error::Damaged { section: section.to_owned(), block, reason: reason.into() }
    }
}
