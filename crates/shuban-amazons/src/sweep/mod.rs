//! All positions of a layer at once, region by region.
//!
//! Any set of squares that a region can be cut into has a table: the value of a disconnected set,
//! which keeps one alternation, depends only on the regions it consists of, up to symmetry of each.
//! There are only a third more such sets than regions. So the values of all placements in a set of
//! N squares follow by one ply of look-ups from the tables of all sets of N - 1 squares (`tables`);
//! the tables of regions are those published, the others are made anew, size by size, for each
//! layer (`plan`).
//!
//! One set is processed as a whole (`kernel`): for each square that a shot can burn, the table of
//! the rest is spread out by numbers in base 3, so that a placement's place there is the sum of two
//! looked-up numbers, one for each colour; and the best of an amazon's shots is found once for all
//! squares that it may come from, for all squares of the set side by side.

mod kernel;
mod moves;
pub(crate) mod order;
mod plan;
mod set;
mod shape;
mod tables;
#[cfg(test)]
pub(crate) mod tests;

use std::collections::BTreeMap;

use shuban_cgt::sums::ScorePair;
use shuban_core::tabulate::{FinishedTables, Unit, Units, Unstorable, Workers};
use shuban_core::{
    Class, Dictionary, Histogram, IndexError, LayerId, PartId, Tabulate, Unanswered,
};

use crate::domain::Regions;
use crate::pair::PairCode;

use kernel::PairKernel;
pub use moves::BestMoves;
pub(crate) use plan::RegionPlan;
pub(crate) use set::SetReach;
pub(crate) use tables::{SetKernel, SetScratch};

/// Positions of a unit, about.
const UNIT: u64 = 1 << 17;

impl Regions {
    /// Units of a layer that consist of whole regions.
    pub(crate) fn region_units(&self, layer: LayerId) -> Units {
        let index = self.region_index(layer);
        let regions: Vec<u64> =
            (0..index.regions().len()).map(|region| index.positions(region) as u64).collect();
        let most = regions.iter().copied().max().unwrap_or(1);
        let each = UNIT.div_ceil(most) as usize;
        Units::of_lengths(regions.chunks(each).map(|regions| regions.iter().sum()))
    }

    /// Calls `each` for the regions of a unit, with the records for each number of black and white
    /// amazons.
    pub(crate) fn each_class<R>(
        &self,
        unit: &Unit,
        mut records: &[R],
        mut each: impl FnMut((usize, usize), &[R]),
    ) {
        let index = self.region_index(unit.part.layer);
        let Some(first) = index.region_of_rank(unit.ranks.start) else { return };
        for place in first..index.regions().len() {
            if records.is_empty() {
                return;
            }
            for (amazons, ranks) in index.placements(place).classes() {
                let count = records.len().min((ranks.end - ranks.start) as usize);
                let (own, rest) = records.split_at(count);
                each(amazons, own);
                records = rest;
            }
        }
    }
}

impl Tabulate for Regions {
    type Plan = RegionPlan<PairKernel>;
    type Scratch = SetScratch<PairKernel>;

    /// Units of some regions each, as many as have about 2¹⁷ placements.
    fn units(&self, part: PartId) -> Result<Units, IndexError> {
        Ok(self.region_units(part.layer))
    }

    fn plan(
        &self,
        layer: LayerId,
        finished: &dyn FinishedTables<PairCode, ScorePair>,
        workers: &dyn Workers,
    ) -> Result<Self::Plan, Unanswered> {
        RegionPlan::new(self, layer, PairKernel::new, finished, Some, workers)
    }

    fn scratch(&self, _plan: &Self::Plan) -> Self::Scratch {
        SetScratch::default()
    }

    fn run(
        &self,
        plan: &Self::Plan,
        unit: &Unit,
        scratch: &mut Self::Scratch,
        records: &mut [PairCode],
    ) -> Result<(), Unstorable> {
        plan.run(unit, scratch, records)
    }

    fn bytes(&self, layer: LayerId, threads: usize) -> u64 {
        Self::Plan::bytes(layer, threads)
    }

    fn histogram_columns(&self) -> &'static [&'static str] {
        &["black", "white", "a", "b"]
    }

    fn count(
        &self,
        unit: &Unit,
        records: &[PairCode],
        _dictionary: &Dictionary<ScorePair>,
        histogram: &mut Histogram,
    ) {
        let mut counts = BTreeMap::new();
        self.each_class(unit, records, |amazons, codes| {
            let counts = counts.entry(amazons).or_insert([0; 256]);
            for code in codes {
                counts[usize::from(code.0)] += 1;
            }
        });
        for ((black, white), counts) in counts {
            for (byte, count) in (0..=u8::MAX).zip(counts) {
                let [a, b] = match PairCode(byte).pair() {
                    Some(ScorePair { a, b }) => [a, b].map(|n| Class::from(n.map(i64::from))),
                    None => [Class::from("outside"), Class::from("outside")],
                };
                histogram.add([Class::from(black as i64), Class::from(white as i64), a, b], count);
            }
        }
    }
}
