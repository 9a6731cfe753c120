//! Laws, and their violations.

use std::fmt;

/// The violation of a law.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {law}")]
pub struct Violation {
    /// The layer, part, rank or position.
    pub place: String,
    /// The expected value, and the one found.
    pub law: String,
}

/// The displayed form, so that an unwrapped violation reads well.
impl fmt::Debug for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Returns `Ok` if the law holds, else its description. The caller that walks over the positions
/// adds the [place](BrokenAt::at).
pub(crate) fn hold<L: Into<String>>(holds: bool, law: impl FnOnce() -> L) -> Result<(), String> {
    if holds { Ok(()) } else { Err(law().into()) }
}

/// An extension that adds the place to a broken law.
pub(crate) trait BrokenAt<T> {
    fn at(self, place: impl FnOnce() -> String) -> Result<T, Violation>;
}

impl<T, L: Into<String>> BrokenAt<T> for Result<T, L> {
    fn at(self, place: impl FnOnce() -> String) -> Result<T, Violation> {
        self.map_err(|law| Violation { place: place(), law: law.into() })
    }
}
