//! The error of the protocol.

/// An invalid message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WireError(pub(super) String);

impl WireError {
    /// Creates the error of a number out of its range.
    pub(super) fn number(what: &str, value: i32) -> Self {
        WireError(format!("{what} is {value}"))
    }
}
