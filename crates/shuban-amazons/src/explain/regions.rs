//! The values of regions.

use std::io::Write;

use shuban_cgt::CgtOutcome;
use shuban_cgt::sums::ScorePair;
use shuban_core::equation::EquationOf;
use shuban_core::own_file::{Deviation, FileBytes, OwnExport, OwnFile, OwnFiles};
use shuban_core::shelf::{OracleError, Shelf, StoredValues, stored_values};
use shuban_core::solver::SearchFailure;
use shuban_core::{Cost, Explain, Fields, Layer, LayerId, Seat, ValueSearch};

use super::equation::equation;
use super::{
    canonical_fields, layer_of, minimax, outcome_field, pair_fields, region_extras,
    thermograph_field,
};
use crate::canonical::CanonicalRegions;
use crate::domain::{MAX_SIZE, Regions};
use crate::okada;
use crate::placement::MAX_AMAZONS;
use crate::position::Position;
use crate::subgame::Army;

/// Outcome of a region: Black moving first makes the last move if a > 0, White if b < 0.
///
/// For that player can then go on alone, and keep the other shut in: an amazon beside an empty
/// square goes there and shoots back. A side that is to move and cannot has lost.
fn outcome(value: ScorePair) -> CgtOutcome {
    CgtOutcome::of_first_moves(value.a.is_some_and(|a| a > 0), value.b.is_some_and(|b| b < 0))
}

impl Explain for Regions {
    fn about(&self, layer: &Layer) -> String {
        let size = layer.name.rsplit('/').next().unwrap_or_default();
        format!("all regions of {size} squares with up to {MAX_AMAZONS} amazons a side")
    }

    fn cost(&self, layer: &Layer) -> Cost {
        // Time with the tables of disconnected sets included.
        const SECONDS_A_POSITION: f64 = 6e-8;
        Cost { core_seconds: layer.positions() as f64 * SECONDS_A_POSITION }
    }

    fn fields(&self, value: &ScorePair) -> Fields {
        pair_fields(*value)
    }

    /// Number of moves that the seat makes more from here.
    fn merit(&self, position: &Position, value: &ScorePair, seat: Seat) -> i128 {
        let ahead = i128::from(value.to_move(position.to_move()));
        if seat == Army::Black as Seat { ahead } else { -ahead }
    }

    fn equation(&self, position: &Position) -> Option<EquationOf<Self>> {
        Some(equation(position))
    }

    /// Chosen by the squares of the one region that the position is, whatever side is to move or
    /// has more amazons.
    fn layer_for(&self, position: &Position) -> Result<Option<LayerId>, String> {
        layer_of(position, MAX_SIZE)
    }

    fn search<'a>(&'a self, stored: &'a StoredValues<'a, Self>) -> Option<ValueSearch<'a, Self>> {
        let mut minimax = minimax(stored);
        Some(Box::new(move |position| minimax.value(position.subgame())))
    }

    fn extras(
        &self,
        position: &Position,
        _value: Option<&ScorePair>,
        shelf: &dyn Shelf,
    ) -> Result<Fields, OracleError> {
        let Some((region, value, extras)) = region_extras(self, position, shelf)? else {
            return Ok(Fields::new());
        };
        let extras = extras.with(outcome_field(outcome(value)));
        let canonical = stored_values::<CanonicalRegions>(shelf, CanonicalRegions::NAME);
        Ok(match Regions::value_of(&region, &*canonical)? {
            None => extras,
            Some(value) => extras.and(canonical_fields(&value)).with(thermograph_field(&value)),
        })
    }

    fn own_files(&self) -> Option<&dyn OwnFiles<Self>> {
        Some(self)
    }
}

impl OwnFiles<Self> for Regions {
    fn formats(&self) -> &'static [&'static str] {
        &[okada::ENDING]
    }

    fn export(&self, own: &OwnExport<'_, Self>, out: &mut dyn Write) -> Result<u64, SearchFailure> {
        okada::export(self, own, out)
    }

    fn bytes(&self, _format: &str, layer: LayerId) -> Option<u64> {
        Some(okada::bytes(self, layer))
    }

    fn open<'a>(&'a self, file: &FileBytes) -> Result<Option<OwnFile<'a, Self>>, OracleError> {
        okada::open(self, file)
    }

    fn deviation(
        &self,
        ours: &FileBytes,
        theirs: &FileBytes,
    ) -> Result<Option<Deviation>, OracleError> {
        okada::deviation(self, ours, theirs).map(Some)
    }
}
