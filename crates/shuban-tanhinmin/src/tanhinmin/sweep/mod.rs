//! All values of a layer at once.
//!
//! The moment after a card is led or played depends on what is left alone: on the cards, split by
//! strength into those above the lying card and the rest, and on who may still answer. Values of
//! all such moments are tabulated **level by level**, by the number of cards left, each from the
//! level before, where a card less is left, and from the values of leading again. Moments are
//! shared by all deals and all leads that come to them, so each is worked out once.
//!
//! Words ([`Numbering`](crate::leads::Numbering)) are ordered by their strong end. So all weak ends
//! below one strong end stand in a row, in every table; and whatever is played from the strong end
//! leads to another such row, in the same order. A row is therefore computed as a whole: what is
//! looked up for a play is one run of bytes, united with the runs of the other plays by a few
//! operations on each.
//!
//! Between one play and the next nothing is reduced or ranked: a row's address is a sum, of which
//! each letter of the strong end gives its part when it is put down ([`walk`]).

mod codes;
mod count;
mod levels;
mod plan;
mod trick;
mod unit;
mod walk;
mod words;

use shuban_core::{
    Dictionary, FinishedTables, Histogram, IndexError, LayerId, PartId, Tabulate, Unanswered, Unit,
    Units, Unstorable, Winners, Workers,
};

use self::plan::LeadPlan;
use self::trick::LeadScratch;
use self::unit::UnitSweep;
use super::domain::SingleLeads;
use super::game::Tanhinmin;
use crate::leads::{LeadGame, LeadRecord};

/// Every value follows from cards and rules alone: the plan works out what it needs of smaller
/// deals anew, in a fraction of the time that the layer takes, and reads no finished layer.
impl Tabulate for SingleLeads {
    type Plan = LeadPlan;
    type Scratch = LeadScratch;

    fn units(&self, part: PartId) -> Result<Units, IndexError> {
        Ok(self.cut(part.layer).lengths())
    }

    fn plan(
        &self,
        layer: LayerId,
        _: &dyn FinishedTables<LeadRecord, Winners>,
        workers: &dyn Workers,
    ) -> Result<LeadPlan, Unanswered> {
        LeadPlan::new(self, layer, workers)
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
        let mut sweep = UnitSweep::new(plan, unit.ranks.start, scratch, records);
        for prefix in &plan.cut.prefixes[plan.cut.units[unit.number].clone()] {
            sweep.prefix(prefix);
        }
        Ok(())
    }

    fn bytes(&self, layer: LayerId, threads: usize) -> u64 {
        LeadPlan::bytes(self, layer, threads)
    }

    fn histogram_columns(&self) -> &'static [&'static str] {
        Tanhinmin::COLUMNS
    }

    fn count(
        &self,
        unit: &Unit,
        records: &[LeadRecord],
        _: &Dictionary<Winners>,
        histogram: &mut Histogram,
    ) {
        count::count(self, unit, records, histogram);
    }
}
