//! The order of a pass.

use std::ops::Range;

use shuban_core::LayerId;
use shuban_core::erased::SweepTables;
use shuban_core::sweep::Stage;

/// The steps of a pass over a part: units of a stage that run together, after which their results
/// are taken. They depend on the layer alone, in memory and on the disk, and so do all results.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    pub(crate) stages: Vec<Stage>,
    /// True if the part is its own partner.
    pub(crate) in_place: bool,
}

impl Steps {
    pub(crate) fn of(domain: &dyn SweepTables, layer: LayerId, part: usize) -> Self {
        let in_place = domain.partner_of(layer, part) == part;
        Steps { stages: domain.stages_of(layer, part), in_place }
    }

    /// Returns the units of each step of a stage, from the last to the first.
    pub(crate) fn of_stage(&self, stage: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let units = self.stages[stage].units;
        let size = units_of_step(units, self.in_place);
        (0..units).step_by(size).rev().map(move |first| first..units.min(first + size))
    }

    /// Returns the largest number of values that a step computes.
    pub(crate) fn largest(&self) -> usize {
        let of_stage = |stage: usize| {
            let units = self.of_stage(stage).map(|units| units.len()).max().unwrap_or(0);
            units * self.stages[stage].values
        };
        (0..self.stages.len()).map(of_stage).max().unwrap_or(0)
    }
}

/// Returns the number of units of a stage that run before their results are taken.
///
/// The next ones read them if the part is its own partner, which saves a third of the sweeps,
/// compared with one step per stage. Not too few, since threads wait for each other between two
/// steps.
fn units_of_step(units: usize, in_place: bool) -> usize {
    let (steps, fewest) = if in_place { (96, 4) } else { (16, 64) };
    units.div_ceil(steps).max(fewest)
}
