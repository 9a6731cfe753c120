//! All canonical values of a layer at once, region by region.

use shuban_cgt::CgtOutcome;
use shuban_core::tabulate::{FinishedTables, Unit, Units, Unstorable, Workers};
use shuban_core::{
    Class, Dictionary, Histogram, IndexError, LayerId, PartId, Tabulate, Unanswered,
};

use super::domain::CanonicalRegions;
use super::kernel::CanonicalKernel;
use super::value::{CanonicalValue, ValueId};
use crate::sweep::{RegionPlan, SetScratch};

impl Tabulate for CanonicalRegions {
    type Plan = RegionPlan<CanonicalKernel>;
    type Scratch = SetScratch<CanonicalKernel>;

    fn units(&self, part: PartId) -> Result<Units, IndexError> {
        Ok(self.regions().region_units(part.layer))
    }

    fn plan(
        &self,
        layer: LayerId,
        finished: &dyn FinishedTables<ValueId, CanonicalValue>,
        workers: &dyn Workers,
    ) -> Result<Self::Plan, Unanswered> {
        // Each layer's dictionary has the ids of all before it.
        let mut places: Vec<ValueId> = Vec::new();
        if let Some(last) = layer.0.checked_sub(1) {
            for value in finished.dictionary(LayerId(last))?.values() {
                places.push(ValueId::new(value.form().index()).ok_or_else(Unanswered::default)?);
            }
        }
        let kernel = |size| CanonicalKernel::new(self.forms(), size);
        let entry = |id: ValueId| places.get(id.index()).copied();
        RegionPlan::new(self.regions(), layer, kernel, finished, entry, workers)
    }

    fn scratch(&self, _plan: &Self::Plan) -> Self::Scratch {
        SetScratch::default()
    }

    fn run(
        &self,
        plan: &Self::Plan,
        unit: &Unit,
        scratch: &mut Self::Scratch,
        records: &mut [ValueId],
    ) -> Result<(), Unstorable> {
        plan.run(unit, scratch, records)
    }

    /// The form at this place in the store.
    fn value(&self, _plan: &Self::Plan, record: ValueId) -> Option<CanonicalValue> {
        self.forms().get(record.index()).map(|form| CanonicalValue::new(self.forms(), form))
    }

    fn bytes(&self, layer: LayerId, threads: usize) -> u64 {
        Self::Plan::bytes(layer, threads)
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
        let outcomes: Vec<CgtOutcome> =
            dictionary.values().iter().map(CanonicalValue::outcome).collect();
        self.regions().each_class(unit, records, |(black, white), ids| {
            let mut counts = [0; 5];
            for id in ids {
                counts[outcomes.get(id.index()).map_or(4, |outcome| *outcome as usize)] += 1;
            }
            for (name, count) in ["L", "R", "N", "P", "outside"].into_iter().zip(counts) {
                let class =
                    [Class::from(black as i64), Class::from(white as i64), Class::from(name)];
                histogram.add(class, count);
            }
        });
    }
}
