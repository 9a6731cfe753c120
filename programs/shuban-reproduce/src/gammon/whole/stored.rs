//! The values of positions, from layers that were built.

use shuban_catalog::Error;
use shuban_core::{Domain, Interval};
use shuban_gammon::{Contact, Position};
use shuban_solve::OpenLayer;

/// Open layers of a domain.
#[derive(Clone, Copy)]
pub(super) struct StoredValues<'l> {
    pub(super) domain: &'l Contact,
    pub(super) layers: &'l [OpenLayer<'l, Contact>],
}

impl StoredValues<'_> {
    /// What a position is worth to the side about to roll; `None` if it is in none of these layers.
    ///
    /// # Errors
    /// [`Error`] if its layer cannot be read.
    pub(super) fn value(&self, position: &Position) -> Result<Option<f64>, Error> {
        if position.opponent.is_empty() {
            return Ok(Some(-1.0));
        }
        let layer = self.domain.locate(position).map(|part| part.layer);
        let mut layers = self.layers.iter();
        match layers.find(|open| Some(open.layer()) == layer) {
            Some(open) => Ok(open.value(position)?.map(Interval::midpoint)),
            None => Ok(None),
        }
    }
}
