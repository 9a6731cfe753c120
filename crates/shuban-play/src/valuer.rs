//! Sources of values.

use shuban_catalog::{AnyAnswer, Error};

use crate::turn::Turn;

/// A source of the values of turns, such as databases.
pub trait Valuer {
    /// Returns the values of a turn's position, of its chance events, and of every play of its
    /// event; `None` if nothing is known.
    ///
    /// # Errors
    /// [`Error`] if a database cannot be read.
    fn values(&self, turn: &Turn<'_>) -> Result<Option<AnyAnswer>, Error>;
}
