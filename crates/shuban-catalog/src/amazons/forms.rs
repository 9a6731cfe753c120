//! Who makes the last move of a sum, by the canonical values of its regions.

use shuban_amazons::sum::{SumMove, SumRegion};
use shuban_amazons::{CanonicalSearch, CanonicalValue, Side, Subgame};
use shuban_cgt::{Effort, FormId, Forms, Player};

use super::tables::RegionTables;
use crate::error::Error;

/// Why a canonical value is not known.
enum Unknown {
    /// Working it out would take more work than allowed.
    Work,
    /// A file is damaged.
    Table(Error),
}

/// Answers by canonical values with so much work: values worked out that are not stored, and then sums of values in
/// which moves are tried.
pub(super) struct ByForms<'a> {
    tables: &'a RegionTables,
    work: u64,
}

impl<'a> ByForms<'a> {
    pub(super) fn new(tables: &'a RegionTables, work: u64) -> Self {
        ByForms { tables, work }
    }

    /// Who makes the last move, and whether thermographs or canonical values told; `None` if it takes too
    /// much work.
    ///
    /// # Errors
    /// [`Error`] if a file is damaged.
    pub(super) fn winner(
        &self,
        regions: &[SumRegion],
        to_move: Side,
    ) -> Result<Option<(Side, &'static str)>, Error> {
        let mut values = self.values();
        let all: Result<Vec<CanonicalValue>, Unknown> =
            regions.iter().map(|region| values.sum(&region.subgame)).collect();
        Ok(known(all)?.and_then(|values| self.decided(&values, to_move)))
    }

    /// All moves with which the side to move makes the last move, too; `None` if it takes too much work.
    ///
    /// # Errors
    /// [`Error`] if a file is damaged.
    pub(super) fn winning_moves(
        &self,
        regions: &[SumRegion],
        to_move: Side,
    ) -> Result<Option<Vec<SumMove>>, Error> {
        let mut search = self.values();
        let all: Result<Vec<CanonicalValue>, Unknown> =
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
                    Some((winner, _)) if winner == to_move => winning.push(SumMove { board, action }),
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
    ) -> CanonicalSearch<impl FnMut(&Subgame) -> Result<Option<CanonicalValue>, Unknown> + use<'a>> {
        let (tables, mut work) = (self.tables, self.work);
        CanonicalSearch::new(RegionTables::forms(), move |region: &Subgame| {
            let stored = tables.stored_canonical(region).map_err(Unknown::Table)?;
            if stored.is_none() {
                work = work.checked_sub(1).ok_or(Unknown::Work)?;
            }
            Ok(stored)
        })
    }

    fn decided(&self, values: &[CanonicalValue], to_move: Side) -> Option<(Side, &'static str)> {
        let forms: &Forms = RegionTables::forms();
        let terms: Vec<FormId> = values.iter().map(CanonicalValue::form).collect();
        let side = |player| if player == Player::Left { Side::Black } else { Side::White };
        let begins = to_move.into();
        let are_simple = terms.iter().all(|&term| forms.as_number_up_star(term).is_some());
        if !are_simple && let Some(winner) = forms.winner_by_thermographs(&terms, begins) {
            return Some((side(winner), "thermographs"));
        }
        let winner = forms.winner_within(&terms, begins, Effort::of(self.work))?;
        Some((side(winner), "canonical values"))
    }
}

/// A value if it is known.
fn known<T>(value: Result<T, Unknown>) -> Result<Option<T>, Error> {
    match value {
        Ok(value) => Ok(Some(value)),
        Err(Unknown::Work) => Ok(None),
        Err(Unknown::Table(error)) => Err(error),
    }
}
