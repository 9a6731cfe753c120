//! Sources of published folders.

use std::fmt::Debug;
use std::ops::Range;
use std::time::Duration;

/// A published folder, wherever it is. All that is read of it goes through this trait.
pub trait Source: Send + Sync + Debug {
    /// Reads part of a file whose length is known.
    ///
    /// # Errors
    /// [`SourceError`], also if the file has another length, or less or more than the part comes.
    fn range(&self, name: &str, range: Range<u64>, len: u64) -> Result<Vec<u8>, SourceError>;

    /// Reads a whole file of at most `most` bytes.
    ///
    /// # Errors
    /// [`SourceError`], also if it is longer.
    fn whole(&self, name: &str, most: u64) -> Result<Vec<u8>, SourceError>;

    /// Returns the address of a file, for messages.
    fn address(&self, name: &str) -> String;
}

/// Error of reading a published folder.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{address}: {reason}")]
pub struct SourceError {
    /// The address of the file.
    pub address: String,
    /// The reason.
    pub reason: Reason,
}

/// Reason for which part of a published folder cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The address is none that can be read.
    #[error("{0}")]
    Address(&'static str),
    /// The settings in the environment are not those that a bucket needs.
    #[error("{0}")]
    Settings(String),
    /// No answer came, or it broke off.
    #[error("{0}")]
    Unreachable(String),
    /// A file of this machine cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// The server has answered with another status.
    #[error("the server answers {0}")]
    Status(u16),
    /// The server sends whole files only.
    #[error("the server does not send parts of files (it ignores `Range`)")]
    NoRanges,
    /// The part or the file has another length.
    #[error("{found} bytes, expected {expected}: not the published file")]
    OtherLength {
        /// Bytes expected.
        expected: u64,
        /// Bytes found.
        found: u64,
    },
    /// The file is longer than any of its kind.
    #[error("longer than {0} bytes, which no such file is")]
    TooLong(u64),
    /// The server has sent it in another form.
    #[error("the server sends it compressed ({0}), which was not asked for")]
    Encoded(String),
    /// The server has answered that the file is elsewhere.
    #[error("the server sends one on to {0}: name that address if you trust it")]
    Elsewhere(String),
}

impl Reason {
    /// Returns true if it may be another time that the same works.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Reason::Unreachable(_) => true,
            Reason::Status(status) => matches!(status, 408 | 425 | 429 | 500..=599),
            _ => false,
        }
    }
}

/// Returns the bytes of a part if they are as many as it has.
pub(crate) fn of_length(bytes: Vec<u8>, expected: u64) -> Result<Vec<u8>, Reason> {
    match bytes.len() as u64 {
        found if found == expected => Ok(bytes),
        // A body that broke off may come whole another time.
        found if found < expected => {
            Err(Reason::Unreachable(format!("{found} of {expected} bytes came")))
        }
        found => Err(Reason::OtherLength { expected, found }),
    }
}

/// Pauses before the second attempt, the third, and so on.
pub(crate) const PAUSES: [Duration; 3] =
    [Duration::from_millis(100), Duration::from_millis(500), Duration::from_millis(2500)];

/// Tries again, after a pause, whatever may work another time.
pub(crate) fn persistently<T>(
    pauses: [Duration; 3],
    mut read: impl FnMut() -> Result<T, SourceError>,
) -> Result<T, SourceError> {
    for pause in pauses {
        match read() {
            Err(error) if error.reason.may_pass() => {
                tracing::debug!(%error, "another attempt follows");
                std::thread::sleep(pause);
            }
            done => return done,
        }
    }
    read()
}
