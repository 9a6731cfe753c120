//! Sweep of all values of a layer.
//!
//! For single cards they are computed level by level (below); with sets every position is played on
//! until no player has passed, and the values of smaller layers are looked up ([`stored`]).
//!
//! The moment after a card is led or played depends only on the rest: on the cards, split by
//! strength into those above the lying card and the rest, and on who may still answer. Values of
//! all such moments are tabulated **level by level**, by the number of cards left, each from the
//! level before, where a card less is left, and from the values of leading again. Moments are
//! shared by all deals and all leads that lead to them, so each is computed once.
//!
//! Words ([`Numbering`](crate::leads::Numbering)) are ordered by their strong end. So all weak ends
//! below one strong end stand in a row, in every table; and any play from the strong end leads to
//! another such row, in the same order. A row is therefore computed as a whole: the look-up for a
//! play is one run of bytes, united with the runs of the other plays by a few operations on each.
//!
//! Between one play and the next nothing is reduced or ranked: a row's address is a sum, of which
//! each letter of the strong end gives its part when it is put down ([`walk`]).

mod codes;
mod count;
mod levels;
mod plan;
mod single;
mod stored;
mod trick;
mod unit;
mod walk;
mod words;

use shuban_core::tabulate::{FinishedTables, Unit, Units, Unstorable, Workers};
use shuban_core::{
    Dictionary, Histogram, IndexError, LayerId, PartId, Tabulate, Unanswered, Winners,
};

pub use self::codes::Codes;
use self::plan::LevelPlan;
use self::stored::StoredPlan;
use self::trick::LeadScratch;
use self::unit::UnitSweep;
use crate::leads::{LeadDomain, LeadRecord};

/// The work that the units of a layer share.
pub enum LeadPlan {
    /// Plan for single cards: every value follows from cards and rules alone.
    Levels(Box<LevelPlan>),
    /// Plan with sets: the smaller layers.
    Stored(StoredPlan),
}

/// For single cards, the plan computes the part of smaller deals that it needs anew, in a fraction
/// of the time that the layer takes, and reads no finished layer.
impl Tabulate for LeadDomain {
    type Plan = LeadPlan;
    type Scratch = LeadScratch;

    fn units(&self, part: PartId) -> Result<Units, IndexError> {
        Ok(self.cut(part.layer).lengths())
    }

    fn plan(
        &self,
        layer: LayerId,
        finished: &dyn FinishedTables<LeadRecord, Winners>,
        workers: &dyn Workers,
    ) -> Result<LeadPlan, Unanswered> {
        Ok(match self.rules().has_sets() {
            true => LeadPlan::Stored(StoredPlan::new(self, layer, finished)?),
            false => LeadPlan::Levels(Box::new(LevelPlan::new(self, layer, workers)?)),
        })
    }

    fn scratch(&self, _: &LeadPlan) -> LeadScratch {
        LeadScratch::new()
    }

    fn run(
        &self,
        plan: &LeadPlan,
        unit: &Unit,
        scratch: &mut LeadScratch,
        records: &mut [LeadRecord],
    ) -> Result<(), Unstorable> {
        match plan {
            LeadPlan::Stored(plan) => plan.run(self, unit, records),
            LeadPlan::Levels(plan) => {
                let mut sweep = UnitSweep::new(plan, unit.ranks.start, scratch, records);
                for prefix in &plan.cut.prefixes[plan.cut.units[unit.number].clone()] {
                    sweep.prefix(prefix);
                }
                Ok(())
            }
        }
    }

    fn bytes(&self, layer: LayerId, threads: usize) -> u64 {
        match self.rules().has_sets() {
            true => StoredPlan::bytes(self, layer),
            false => LevelPlan::bytes(self, layer, threads),
        }
    }

    /// Columns of a deal: whether its leader holds one card or more, its value (with the leader as
    /// player 1), and, for single cards, the rank of its lowest winning lead; with sets, its
    /// features that Tanhinmin does not have, the value of the same cards as single cards, and
    /// whether the lowest lead that wins by those does win. A deal has a row for its weakest lead,
    /// and one for each other.
    fn histogram_columns(&self) -> &'static [&'static str] {
        match self.rules().has_sets() {
            true => &["leader", "shape", "value", "single_card", "advice", "lead"],
            false => &["leader", "value", "lowest_lead", "lead"],
        }
    }

    fn count(
        &self,
        unit: &Unit,
        records: &[LeadRecord],
        _: &Dictionary<Winners>,
        histogram: &mut Histogram,
    ) {
        match self.rules().has_sets() {
            true => single::count(self, unit, records, histogram),
            false => count::count(self, unit, records, histogram),
        }
    }
}
