//! The account of a player's decisions with the cube.

use std::fmt;

use serde::Serialize;
use shuban_core::Seat;
use shuban_core::text::rounded_outward;
use shuban_play::{Bounds, CountedMark, Marks};

use crate::cube_analysis::{AnalysedCube, CubeError, CubeUnit};

/// All decisions of a player with the cube.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CubeAccount {
    /// Decisions that were judged.
    pub known: usize,
    /// Decisions without values to judge them.
    pub unknown: usize,
    /// Decisions that were certainly wrong.
    pub errors: usize,
    /// Missed doubles among these.
    pub missed_doubles: usize,
    /// Wrong doubles.
    pub wrong_doubles: usize,
    /// Wrong takes.
    pub wrong_takes: usize,
    /// Wrong passes.
    pub wrong_passes: usize,
    /// Errors of each name.
    pub marks: Vec<CountedMark>,
    /// The cost of all decisions that were judged.
    pub cost: Bounds,
    /// The unit of costs.
    pub unit: CubeUnit,
}

impl CubeAccount {
    /// Adds up the decisions of a player; `None` if there were none.
    pub(crate) fn of<'a>(
        seat: Seat,
        decisions: impl IntoIterator<Item = &'a AnalysedCube>,
        marks: Marks<'_>,
    ) -> Option<CubeAccount> {
        let mut own = decisions.into_iter().filter(|made| made.seat == seat);
        let first = own.next()?;
        let (marks, unit) = (CountedMark::none(marks), first.unit);
        let mut account = CubeAccount { marks, unit, ..CubeAccount::default() };
        for made in [first].into_iter().chain(own) {
            account.add(made);
        }
        Some(account)
    }

    fn add(&mut self, made: &AnalysedCube) {
        match made.cost {
            Some(cost) => {
                self.known += 1;
                self.cost = self.cost.plus(cost);
            }
            None => self.unknown += 1,
        }
        if let Some(error) = made.error {
            self.errors += 1;
            *self.count_mut(error) += 1;
            CountedMark::count(&mut self.marks, made.mark);
        }
    }

    fn count_mut(&mut self, error: CubeError) -> &mut usize {
        match error {
            CubeError::MissedDouble => &mut self.missed_doubles,
            CubeError::WrongDouble => &mut self.wrong_doubles,
            CubeError::WrongTake => &mut self.wrong_takes,
            CubeError::WrongPass => &mut self.wrong_passes,
        }
    }

    /// Returns the number of errors of a kind.
    pub fn count(&self, error: CubeError) -> usize {
        match error {
            CubeError::MissedDouble => self.missed_doubles,
            CubeError::WrongDouble => self.wrong_doubles,
            CubeError::WrongTake => self.wrong_takes,
            CubeError::WrongPass => self.wrong_passes,
        }
    }
}

impl fmt::Display for CubeAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CubeAccount { known, unknown, errors, marks, cost, unit, .. } = self;
        write!(f, "cube decisions: {known} judged, {unknown} unknown")?;
        if *known == 0 {
            return Ok(());
        }
        let marks = marks.iter().map(|all| format!(", {} {}", all.count, all.mark));
        write!(f, "\n    {errors} errors{}", marks.collect::<String>())?;
        let kinds = CubeError::ALL.into_iter().filter(|&kind| self.count(kind) > 0);
        let kinds = kinds.map(|kind| format!("{}: {}", kind.plural(), self.count(kind)));
        let kinds: Vec<String> = kinds.collect();
        if !kinds.is_empty() {
            write!(f, " ({})", kinds.join(", "))?;
        }
        let Bounds { value, lower, upper } = unit.shown(*cost);
        let (decimals, of) = match unit {
            CubeUnit::Points => (6, ""),
            CubeUnit::MatchChance => (4, " % of the match"),
        };
        let [lower, upper] = rounded_outward(lower, upper, decimals);
        write!(
            f,
            "\n    cost  {value:.decimals$}{of} (between {lower:.decimals$} and {upper:.decimals$})"
        )
    }
}
