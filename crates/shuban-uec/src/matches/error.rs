//! What may go wrong with a match.

use std::io;
use std::path::PathBuf;

use crate::wire::WireError;

/// What may go wrong with a match.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file could not be read or written.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The other program cannot be reached, says nothing or is gone.
    #[error("{place}: {source}")]
    Network {
        /// Where.
        place: String,
        /// What the system said.
        source: io::Error,
    },
    /// Another program sent what means nothing.
    #[error("not the contest's protocol: {0}")]
    Wire(#[from] WireError),
    /// Not all clients came in time.
    #[error("{came} of {wanted} clients came in time")]
    TooFew {
        /// How many did.
        came: usize,
        /// How many should have.
        wanted: usize,
    },
    /// A database could not be read.
    #[error(transparent)]
    Stored(#[from] shuban_core::OracleError),
    /// The work was called off.
    #[error("interrupted")]
    Interrupted,
}

impl Error {
    /// A short name of the kind of error, for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Error::Io { .. } => "io",
            Error::Network { .. } => "network",
            Error::Wire(_) => "protocol",
            Error::TooFew { .. } => "too-few",
            Error::Stored(_) => "damaged",
            Error::Interrupted => "interrupted",
        }
    }
}
