//! All canonical values of a layer at once, region by region.

use std::ops::Range;

use shuban_cgt::CgtOutcome;
use shuban_core::{
    Class, Dictionary, FinishedTables, Histogram, IndexError, LayerId, PartId, Tabulate,
    Unanswered, Unit, Units, Unstorable, Workers,
};

use super::domain::CanonicalRegions;
use super::kernel::{CanonicalKernel, FormScratch, scratch_bytes};
use super::value::{CanonicalValue, ValueId};
use crate::domain::Regions;
use crate::sweep::plan::{RegionPlan, chunk_bytes, plan_bytes};

/// What the units of a layer share: the tables of all sets of one square less, with values given by
/// their places in the domain's store.
pub struct CanonicalPlan(RegionPlan<CanonicalKernel>);

/// Working memory of one thread.
#[derive(Default)]
pub struct CanonicalScratch {
    kernel: FormScratch,
    /// All placements in a symmetric region.
    whole: Vec<ValueId>,
}

impl Tabulate for CanonicalRegions {
    type Plan = CanonicalPlan;
    type Scratch = CanonicalScratch;

    fn units(&self, part: PartId) -> Result<Units, IndexError> {
        Ok(self.regions().region_units(part.layer))
    }

    fn plan(
        &self,
        layer: LayerId,
        finished: &dyn FinishedTables<ValueId, CanonicalValue>,
        workers: &dyn Workers,
    ) -> Result<CanonicalPlan, Unanswered> {
        // Each layer's dictionary has the ids of all before it.
        let mut places: Vec<ValueId> = Vec::new();
        if let Some(last) = layer.0.checked_sub(1) {
            for value in finished.dictionary(LayerId(last))?.values() {
                places.push(ValueId::new(value.form().index()).ok_or_else(Unanswered::default)?);
            }
        }
        let records = |part: PartId, ranks: Range<u64>| {
            let mut ids = Vec::with_capacity((ranks.end - ranks.start) as usize);
            finished.records(part, ranks, &mut |piece| ids.extend_from_slice(piece))?;
            ids.into_iter()
                .map(|id| places.get(id.index()).copied().ok_or_else(Unanswered::default))
                .collect()
        };
        let kernel = |size| CanonicalKernel::new(self.forms(), size);
        Ok(CanonicalPlan(RegionPlan::new(self.regions(), layer, kernel, &records, workers)?))
    }

    fn scratch(&self, _plan: &CanonicalPlan) -> CanonicalScratch {
        CanonicalScratch::default()
    }

    fn run(
        &self,
        plan: &CanonicalPlan,
        unit: &Unit,
        scratch: &mut CanonicalScratch,
        records: &mut [ValueId],
    ) -> Result<(), Unstorable> {
        plan.0.run(unit, &mut scratch.kernel, &mut scratch.whole, records)
    }

    /// The form at this place in the store.
    fn value(&self, _plan: &CanonicalPlan, record: ValueId) -> Option<CanonicalValue> {
        self.forms().get(record.index()).map(|form| CanonicalValue::new(self.forms(), form))
    }

    fn bytes(&self, layer: LayerId, threads: usize) -> u64 {
        let entry = size_of::<ValueId>();
        let of_thread = scratch_bytes(Regions::size(layer)) + chunk_bytes(layer, entry);
        plan_bytes(layer, entry) + threads as u64 * of_thread
    }

    fn histogram_columns(&self) -> &'static [&'static str] {
        &["black", "white", "outcome"]
    }

    fn count(
        &self,
        unit: &Unit,
        records: &[ValueId],
        dictionary: &Dictionary<CanonicalValue>,
        histogram: &mut Histogram,
    ) {
        let index = self.regions().region_index(unit.part.layer);
        let Some(first) = index.region_of_rank(unit.ranks.start) else { return };
        let outcomes: Vec<CgtOutcome> =
            dictionary.values().iter().map(CanonicalValue::outcome).collect();
        let mut rest = records;
        for place in first..index.regions().len() {
            for ((black, white), ranks) in index.placements(place).classes() {
                let (own, others) =
                    rest.split_at(rest.len().min((ranks.end - ranks.start) as usize));
                let mut counts = [0; 5];
                for id in own {
                    let outcome = outcomes.get(id.index());
                    counts[outcome.map_or(4, |outcome| *outcome as usize)] += 1;
                }
                for (name, count) in ["L", "R", "N", "P", "outside"].into_iter().zip(counts) {
                    let class =
                        [Class::from(black as i64), Class::from(white as i64), Class::from(name)];
                    histogram.add(class, count);
                }
                rest = others;
            }
            if rest.is_empty() {
                break;
            }
        }
    }
}
