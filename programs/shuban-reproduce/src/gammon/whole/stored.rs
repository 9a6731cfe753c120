//! The values of positions, from layers that were built.

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
    /// What a position is worth to the side about to roll; `None` if it is in none of these layers,
    /// or cannot be read.
    pub(super) fn value(&self, position: &Position) -> Option<f64> {
        if position.opponent.is_empty() {
            return Some(-1.0);
        }
        let layer = self.domain.locate(position)?.layer;
        let open = self.layers.iter().find(|open| open.layer() == layer)?;
        open.value(position).ok()?.map(Interval::midpoint)
    }
}
