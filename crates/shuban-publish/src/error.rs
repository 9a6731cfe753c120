//! Errors of published folders.

use std::path::PathBuf;

use shuban_core::text::bytes_text;

use crate::source::{Reason, SourceError};

/// Error of a published folder.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The folder cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A file on this machine cannot be read or written, or a database is damaged.
    #[error(transparent)]
    Store(#[from] shuban_store::Error),
    /// The file cannot be read as a catalogue.
    #[error("{address}: not a catalogue of databases: {reason}")]
    Catalogue {
        /// Its address.
        address: String,
        /// The reason.
        reason: String,
    },
    /// The folder does not have a layer, or not with the values that another one needs.
    #[error("{domain} is not in {folder}")]
    NotPublished {
        /// The layer.
        domain: String,
        /// The address of its catalogue.
        folder: String,
    },
    /// The bytes of a piece are not those that its name says.
    #[error("{address}: damaged: its bytes are not those that were published under this name")]
    OtherPiece {
        /// Its address.
        address: String,
    },
    /// A file beside what is published is not what this program writes there.
    #[error("{address}: not the file that this program writes there")]
    OtherFile {
        /// Its address.
        address: String,
    },
    /// A part of what a layer is opened with is not what its file has there.
    #[error("{address}: what {domain} is opened with is not what its file has there")]
    OtherOpening {
        /// The layer.
        domain: String,
        /// The address of the opening.
        address: String,
    },
    /// The layers do not fit onto the disk of the data folder.
    #[error(
        "{} to fetch, and {} are free in {}", bytes_text(*.needed), bytes_text(*.free), .folder.display()
    )]
    NoSpace {
        /// Bytes that are not there yet.
        needed: u64,
        /// Bytes free.
        free: u64,
        /// The data folder.
        folder: PathBuf,
    },
    /// Others have replaced the catalogue each time that it was about to be.
    #[error("{address}: others publish here at the same time: publish again when they have ended")]
    Contended {
        /// The address of the catalogue.
        address: String,
    },
    /// The work was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// Pieces cannot have that size.
    #[error("pieces of {0} bytes: they may have 4 kB to 1 GB")]
    PieceBytes(u64),
}

impl Error {
    /// Returns a short name of its kind, for programs; of an error of the store, `io`.
    pub fn kind(&self) -> &'static str {
        match self {
            Error::Store(_) => "io",
            Error::NoSpace { .. } => "no-space",
            Error::NotPublished { .. } => "not-published",
            Error::Contended { .. } => "locked",
            Error::Interrupted => "interrupted",
            Error::Source(_) if !self.is_bad_input() => "unreachable",
            Error::OtherPiece { .. }
            | Error::OtherFile { .. }
            | Error::OtherOpening { .. }
            | Error::Catalogue { .. } => "damaged",
            Error::Source(_) | Error::PieceBytes(_) => "usage",
        }
    }

    /// Returns true if another argument is needed: what was asked for is not there, or cannot be.
    pub fn is_bad_input(&self) -> bool {
        match self {
            Error::NotPublished { .. } | Error::PieceBytes(_) => true,
            Error::Source(error) => {
                matches!(error.reason, Reason::Address(_) | Reason::Settings(_))
            }
            _ => false,
        }
    }
}
