//! All positions of a layer at once, region by region.
//!
//! Any set of squares that a region can be cut into has a table: the value of a disconnected set,
//! which keeps one alternation, depends only on the regions it consists of, up to symmetry of each.
//! There are only a third more such sets than regions. So the values of all placements in a set of
//! N squares follow by one ply of look-ups from the tables of all sets of N - 1 squares (`tables`);
//! the tables of regions are those published, the others are made anew, size by size, for each
//! layer (`plan`).
//!
//! One set is worked off as a whole (`kernel`): for each square that a shot can burn, the table of
//! what is left is spread out by numbers in base 3, so that a placement's place there is the sum of
//! two looked-up numbers, one for each colour; and the best of an amazon's shots is found once for
//! all squares that it may come from, for all squares of the set side by side.

pub(crate) mod kernel;
mod moves;
pub(crate) mod order;
pub(crate) mod plan;
pub(crate) mod shape;
pub(crate) mod tables;
#[cfg(test)]
mod tests;

use std::ops::Range;

use shuban_core::{
    Class, Dictionary, FinishedTables, Histogram, IndexError, LayerId, PartId, Tabulate,
    Unanswered, Unit, Units, Unstorable, Workers,
};

use crate::domain::Regions;
use crate::pair::{Pair, PairCode};

use kernel::Kernel;
pub(crate) use kernel::{bits, stride};
pub use moves::BestMoves;
use plan::RegionPlan;

/// What the units of a layer share.
pub struct SweepPlan(RegionPlan<Kernel>);

/// Positions of a unit, about.
const UNIT: u64 = 1 << 17;

/// Working memory of one thread.
#[derive(Default)]
pub struct SweepScratch {
    kernel: kernel::KernelScratch,
    /// All placements in a symmetric region.
    whole: Vec<PairCode>,
}

impl Regions {
    /// Units of a layer that consist of whole regions.
    pub(crate) fn region_units(&self, layer: LayerId) -> Units {
        let index = self.region_index(layer);
        let regions: Vec<u64> = (0..index.regions().len())
            .map(|region| index.ranks(region))
            .map(|ranks| ranks.end - ranks.start)
            .collect();
        let most = regions.iter().copied().max().unwrap_or(1);
        let each = UNIT.div_ceil(most) as usize;
        Units::of_lengths(regions.chunks(each).map(|regions| regions.iter().sum()))
    }
}

impl Tabulate for Regions {
    type Plan = SweepPlan;
    type Scratch = SweepScratch;

    /// Some regions each, as many as have about 2¹⁷ placements.
    fn units(&self, part: PartId) -> Result<Units, IndexError> {
        Ok(self.region_units(part.layer))
    }

    fn plan(
        &self,
        layer: LayerId,
        finished: &dyn FinishedTables<PairCode, Pair>,
        workers: &dyn Workers,
    ) -> Result<SweepPlan, Unanswered> {
        let records = |part: PartId, ranks: Range<u64>| {
            let mut records = Vec::with_capacity((ranks.end - ranks.start) as usize);
            finished.records(part, ranks, &mut |piece| records.extend_from_slice(piece))?;
            Ok(records)
        };
        Ok(SweepPlan(RegionPlan::new(self, layer, Kernel::new, &records, workers)?))
    }

    fn scratch(&self, _plan: &SweepPlan) -> SweepScratch {
        SweepScratch::default()
    }

    fn run(
        &self,
        plan: &SweepPlan,
        unit: &Unit,
        scratch: &mut SweepScratch,
        records: &mut [PairCode],
    ) -> Result<(), Unstorable> {
        plan.0.run(unit, &mut scratch.kernel, &mut scratch.whole, records)
    }

    fn bytes(&self, layer: LayerId, threads: usize) -> u64 {
        let of_thread = kernel::scratch_bytes(Regions::size(layer)) + plan::chunk_bytes(layer, 1);
        plan::plan_bytes(layer, 1) + threads as u64 * of_thread
    }

    fn histogram_columns(&self) -> &'static [&'static str] {
        &["black", "white", "a", "b"]
    }

    fn count(
        &self,
        unit: &Unit,
        records: &[PairCode],
        _dictionary: &Dictionary<Pair>,
        histogram: &mut Histogram,
    ) {
        let index = self.region_index(unit.part.layer);
        let Some(first) = index.region_of_rank(unit.ranks.start) else { return };
        let mut counts: Vec<((usize, usize), [u64; 256])> = Vec::new();
        let mut rest = records;
        for place in first..index.regions().len() {
            for (number, (amazons, ranks)) in index.placements(place).classes().enumerate() {
                if number == counts.len() {
                    counts.push((amazons, [0; 256]));
                }
                let (own, others) =
                    rest.split_at(rest.len().min((ranks.end - ranks.start) as usize));
                for code in own {
                    counts[number].1[usize::from(code.byte())] += 1;
                }
                rest = others;
            }
            if rest.is_empty() {
                break;
            }
        }
        for ((black, white), counts) in counts {
            for (byte, count) in (0..=u8::MAX).zip(counts) {
                let [a, b] = match PairCode::from_byte(byte).pair() {
                    Some(Pair { a, b }) => [a, b].map(|value| Class::from(value.map(i64::from))),
                    None => [Class::from("outside"), Class::from("outside")],
                };
                histogram.add([Class::from(black as i64), Class::from(white as i64), a, b], count);
            }
        }
    }
}
