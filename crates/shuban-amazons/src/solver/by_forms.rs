//! The winner of a sum, by the canonical values of its regions.

use std::sync::Arc;

use shuban_cgt::{Effort, FormId, Forms};
use shuban_core::shelf::{OracleError, StoredValues};

use super::solved::Winner;
use crate::canonical::{CanonicalRegions, CanonicalSearch, CanonicalValue};
use crate::domain::Regions;
use crate::subgame::{Army, Subgame};
use crate::sum::{SumMove, SumRegion};

/// Reason why a question has no answer.
enum Unknown {
    /// It would take more effort than allowed.
    Effort,
    /// A table cannot be read.
    Table(OracleError),
}

/// Answers by canonical values. The effort is spent on values that are not stored, and then on sums
/// of values in which moves are tried.
pub(super) struct ByForms<'a> {
    pub(super) forms: &'a Arc<Forms>,
    pub(super) stored: &'a StoredValues<'a, CanonicalRegions>,
    pub(super) effort: Effort<'a>,
}

impl ByForms<'_> {
    /// The player who makes the last move, and whether thermographs or canonical values decide;
    /// `None` if it takes too much effort.
    pub(super) fn winner(
        &self,
        regions: &[SumRegion],
        to_move: Army,
    ) -> Result<Winner, OracleError> {
        let terms = terms(&mut self.values(), regions);
        known(terms.and_then(|terms| self.decided(&terms, to_move)))
    }

    /// All moves with which the side to move makes the last move, too; `None` if it takes too much
    /// effort.
    pub(super) fn winning_moves(
        &self,
        regions: &[SumRegion],
        to_move: Army,
    ) -> Result<Option<Vec<SumMove>>, OracleError> {
        known(self.moves_that_win(regions, to_move))
    }

    fn moves_that_win(
        &self,
        regions: &[SumRegion],
        to_move: Army,
    ) -> Result<Vec<SumMove>, Unknown> {
        let mut values = self.values();
        let whole = terms(&mut values, regions)?;
        let mut winning = Vec::new();
        for (number, SumRegion { board, subgame }) in regions.iter().enumerate() {
            let mut after = whole.clone();
            for action in subgame.moves(to_move) {
                after[number] = values.sum(&subgame.after(to_move, action))?;
                if self.decided(&after, to_move.opponent())?.0 == to_move {
                    winning.push(SumMove { board: *board, action });
                }
            }
        }
        Ok(winning)
    }

    /// Canonical values, stored or computed.
    fn values(
        &self,
    ) -> CanonicalSearch<impl FnMut(&Subgame) -> Result<Option<CanonicalValue>, Unknown>> {
        let mut effort = self.effort;
        CanonicalSearch::new(self.forms, move |region: &Subgame| {
            let value = Regions::value_of(region, self.stored).map_err(Unknown::Table)?;
            if value.is_none() {
                effort.spend(1).ok_or(Unknown::Effort)?;
            }
            Ok(value)
        })
    }

    fn decided(&self, terms: &[FormId], to_move: Army) -> Result<(Army, &'static str), Unknown> {
        let begins = to_move.into();
        let are_simple = terms.iter().all(|&term| self.forms.as_number_up_star(term).is_some());
        if !are_simple && let Some(winner) = self.forms.winner_by_thermographs(terms, begins) {
            return Ok((winner.into(), "thermographs"));
        }
        let winner = self.forms.winner_within(terms, begins, self.effort);
        Ok((winner.ok_or(Unknown::Effort)?.into(), "canonical values"))
    }
}

/// The canonical values of regions, as forms.
fn terms<K: FnMut(&Subgame) -> Result<Option<CanonicalValue>, Unknown>>(
    values: &mut CanonicalSearch<K>,
    regions: &[SumRegion],
) -> Result<Vec<FormId>, Unknown> {
    regions.iter().map(|region| values.sum(&region.subgame)).collect()
}

/// An answer, if there is one.
fn known<T>(answer: Result<T, Unknown>) -> Result<Option<T>, OracleError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(Unknown::Effort) => Ok(None),
        Err(Unknown::Table(error)) => Err(error),
    }
}
