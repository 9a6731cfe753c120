//! The error of the protocol.

/// A message that means nothing where it came.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WireError(pub(super) String);

impl WireError {
    /// A number out of its range.
    pub(super) fn number(what: &str, value: i32) -> Self {
        WireError(format!("{what} is {value}"))
    }
}
