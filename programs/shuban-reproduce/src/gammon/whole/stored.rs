//! Stored values of positions, from built layers.

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
    /// Returns the value of a position to the side about to roll; `None` if it is in no layer here.
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
