//! The canonical values of regions.

use shuban_core::shelf::{OracleError, Shelf};
use shuban_core::{Cost, Explain, Fields, Layer, LayerId, Seat};

use super::{
    canonical_fields, layer_of, outcome_field, pair_fields, region_extras, thermograph_field,
};
use crate::canonical::{CanonicalRegions, CanonicalValue, MAX_CANONICAL_SIZE};
use crate::placement::MAX_AMAZONS;
use crate::position::Position;
use crate::subgame::Army;

/// A canonical form is not a number, and comparing two of them is a search of its own: these values
/// have no [`equation`](Explain::equation). The pairs of the same regions have one.
impl Explain for CanonicalRegions {
    fn about(&self, layer: &Layer) -> String {
        let size = layer.name.split('/').nth(1).unwrap_or_default();
        format!(
            "canonical values of all regions of {size} squares with up to {MAX_AMAZONS} amazons a \
             side"
        )
    }

    fn cost(&self, layer: &Layer) -> Cost {
        const SECONDS_A_POSITION: f64 = 1.5e-6;
        Cost { core_seconds: layer.positions() as f64 * SECONDS_A_POSITION }
    }

    fn fields(&self, value: &CanonicalValue) -> Fields {
        let mut fields = canonical_fields(value).iter().cloned().collect::<Vec<_>>();
        fields.insert(1, outcome_field(value.outcome()));
        fields.into_iter().collect()
    }

    /// Winning first; then the stops, at which play ends in numbers, and the mean.
    fn merit(&self, position: &Position, value: &CanonicalValue, seat: Seat) -> i128 {
        let ((left_stop, right_stop), to_move) = (value.stops(), position.to_move());
        let stop = if to_move == Army::Black { left_stop } else { right_stop };
        let winner = if value.winner(to_move) == Army::Black { 1i128 } else { -1 };
        let fixed = |number: f64| (number * f64::from(1 << 20)) as i128;
        let ahead = (winner << 100)
            + (fixed(stop.to_f64()) << 50)
            + fixed(value.thermograph().mean.to_f64());
        if seat == Army::Black as Seat { ahead } else { -ahead }
    }

    fn layer_for(&self, position: &Position) -> Result<Option<LayerId>, String> {
        layer_of(position, MAX_CANONICAL_SIZE)
    }

    fn extras(
        &self,
        position: &Position,
        value: Option<&CanonicalValue>,
        shelf: &dyn Shelf,
    ) -> Result<Fields, OracleError> {
        let extras: Fields = value.map(thermograph_field).into_iter().collect();
        Ok(match region_extras(self.regions(), position, shelf)? {
            None => extras,
            Some((_, pair, others)) => extras.and(pair_fields(pair)).and(others),
        })
    }

    /// The layer of pairs, as users want values and best moves too.
    fn companion(&self, layer: &Layer) -> Option<String> {
        layer.name.strip_suffix("/canonical").map(str::to_owned)
    }
}
