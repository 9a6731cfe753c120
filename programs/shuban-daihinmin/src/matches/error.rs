//! Errors of a match.

use std::io;
use std::path::{Path, PathBuf};

use shuban_daihinmin_game::policy::WeightsError;

use crate::record::MatchRecordError;
use crate::wire::WireError;

/// Error of a match.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file could not be read or written.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// The other program cannot be reached, is silent or has disconnected.
    #[error("{place}: {source}")]
    Network {
        /// The address.
        place: String,
        /// Error of the system.
        source: io::Error,
    },
    /// The other program broke the protocol.
    #[error("not the contest's protocol: {0}")]
    Wire(#[from] WireError),
    /// Not all clients came in time.
    #[error("{came} of {wanted} clients came in time")]
    TooFew {
        /// The number that did.
        came: usize,
        /// The number that should have.
        wanted: usize,
    },
    /// Too few or too many players.
    #[error("a match is between five players, these are {found}")]
    Players {
        /// The number of players.
        found: usize,
    },
    /// A tournament of one player or none.
    #[error("a tournament is between two players or more")]
    Entrants,
    /// A file that is no record by the rules.
    #[error("{}: {source}", .path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// The fault.
        source: MatchRecordError,
    },
    /// Records without a decision to learn from.
    #[error("the records hold no decision of this player")]
    NoDecisions,
    /// A file of weights that holds no policy.
    #[error("{}: {source}", .path.display())]
    Weights {
        /// The file.
        path: PathBuf,
        /// The fault.
        source: WeightsError,
    },
    /// A database could not be read.
    #[error(transparent)]
    Stored(#[from] shuban_core::shelf::OracleError),
    /// The work was interrupted.
    #[error("interrupted")]
    Interrupted,
}

impl Error {
    /// Returns a short name of the kind of error, for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Error::Io { .. } => "io",
            Error::Network { .. } => "network",
            Error::Wire(_) => "protocol",
            Error::TooFew { .. } => "too-few",
            Error::Players { .. } | Error::Entrants => "bad-players",
            Error::Record { .. } => "bad-record",
            Error::NoDecisions => "no-decisions",
            Error::Weights { .. } => "bad-weights",
            Error::Stored(_) => "damaged",
            Error::Interrupted => "interrupted",
        }
    }
}

/// Creates the error of a file.
pub(crate) fn io_at(path: &Path) -> impl FnOnce(io::Error) -> Error {
    move |source| Error::Io { path: path.to_owned(), source }
}
