//! Who makes the last move of a sum, by the canonical values of its regions.

use std::sync::Arc;

use shuban_cgt::{Effort, FormId, Forms};
use shuban_core::{OracleError, StoredValues};

use crate::canonical::{CanonicalRegions, CanonicalSearch, CanonicalValue};
use crate::explain::stored_canonical;
use crate::subgame::{Side, Subgame};
use crate::sum::{SumMove, SumRegion};

/// Why a canonical value is not known.
enum NoValue {
    /// Working it out would take more effort than allowed.
    Effort,
    /// A table cannot be read.
    Table(OracleError),
}

/// Answers by canonical values with so much effort: values worked out that are not stored, and then
/// sums of values in which moves are tried.
pub(super) struct ByForms<'a> {
    pub(super) forms: &'a Arc<Forms>,
    pub(super) stored: &'a StoredValues<'a, CanonicalRegions>,
    pub(super) effort: Effort,
}

impl ByForms<'_> {
    /// Who makes the last move, and whether thermographs or canonical values told; `None` if it
    /// takes too much effort.
    pub(super) fn winner(
        &self,
        regions: &[SumRegion],
        to_move: Side,
    ) -> Result<Option<(Side, &'static str)>, OracleError> {
        let mut values = self.values();
        let all: Result<Vec<CanonicalValue>, NoValue> =
            regions.iter().map(|region| values.sum(&region.subgame)).collect();
        Ok(known(all)?.and_then(|values| self.decided(&values, to_move)))
    }

    /// All moves with which the side to move makes the last move, too; `None` if it takes too much
    /// effort.
    pub(super) fn winning_moves(
        &self,
        regions: &[SumRegion],
        to_move: Side,
    ) -> Result<Option<Vec<SumMove>>, OracleError> {
        let mut search = self.values();
        let all: Result<Vec<CanonicalValue>, NoValue> =
            regions.iter().map(|region| search.sum(&region.subgame)).collect();
        let Some(mut values) = known(all)? else { return Ok(None) };
        let mut winning = Vec::new();
        for (number, region) in regions.iter().enumerate() {
            let SumRegion { board, subgame } = *region;
            let whole = values[number].clone();
            for action in subgame.moves(to_move) {
                let Some(after) = known(search.sum(&subgame.after(to_move, action)))? else {
                    return Ok(None);
                };
                values[number] = after;
                match self.decided(&values, to_move.opponent()) {
                    None => return Ok(None),
                    Some((winner, _)) if winner == to_move => {
                        winning.push(SumMove { board, action });
                    }
                    Some(_) => {}
                }
            }
            values[number] = whole;
        }
        Ok(Some(winning))
    }

    /// Canonical values, stored or worked out.
    fn values(
        &self,
    ) -> CanonicalSearch<impl FnMut(&Subgame) -> Result<Option<CanonicalValue>, NoValue>> {
        let mut effort = self.effort;
        CanonicalSearch::new(self.forms, move |region: &Subgame| {
            let stored = stored_canonical(self.stored, region).map_err(NoValue::Table)?;
            if stored.is_none() {
                effort.spend(1).ok_or(NoValue::Effort)?;
            }
            Ok(stored)
        })
    }

    fn decided(&self, values: &[CanonicalValue], to_move: Side) -> Option<(Side, &'static str)> {
        let terms: Vec<FormId> = values.iter().map(CanonicalValue::form).collect();
        let begins = to_move.into();
        let are_simple = terms.iter().all(|&term| self.forms.as_number_up_star(term).is_some());
        if !are_simple && let Some(winner) = self.forms.winner_by_thermographs(&terms, begins) {
            return Some((winner.into(), "thermographs"));
        }
        let winner = self.forms.winner_within(&terms, begins, self.effort)?;
        Some((winner.into(), "canonical values"))
    }
}

/// A value if it is known.
fn known<T>(value: Result<T, NoValue>) -> Result<Option<T>, OracleError> {
    match value {
        Ok(value) => Ok(Some(value)),
        Err(NoValue::Effort) => Ok(None),
        Err(NoValue::Table(error)) => Err(error),
    }
}
