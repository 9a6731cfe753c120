//! Published layers as an [`Oracle`], for search and players.

use shuban_core::{Bound, IntervalDomain, Oracle, PositionOf};

use crate::error::Error;
use crate::tables::{OpenLayer, Tables};

/// Answers the positions of this layer, in the domain's fixed-point unit.
///
/// # Errors
/// As [`OpenLayer::value_at`]: a damaged block or record.
impl<D: IntervalDomain> Oracle<PositionOf<D>> for OpenLayer<'_, D> {
    type Value = i32;
    type Error = Error;

    fn value(&self, position: &PositionOf<D>) -> Result<Option<Bound<i32>>, Error> {
        Ok(self.value(position)?.map(Bound::from))
    }
}

/// Answers the positions of the open layers; of a layer that is not open, as of a game that is
/// over, it knows nothing.
///
/// # Errors
/// As [`OpenLayer::value_at`]: a damaged block or record.
impl<D: IntervalDomain> Oracle<PositionOf<D>> for Tables<'_, D> {
    type Value = i32;
    type Error = Error;

    fn value(&self, position: &PositionOf<D>) -> Result<Option<Bound<i32>>, Error> {
        let layer = self.domain().locate(position).and_then(|place| self.layer(place.layer));
        layer.map_or(Ok(None), |layer| Oracle::value(layer, position))
    }
}
