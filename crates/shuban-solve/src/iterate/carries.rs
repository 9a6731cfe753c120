//! Memory layout of the numbers that stages carry over to each other.

use std::ops::Range;

use shuban_core::LayerId;
use shuban_core::erased::SweepTables;

use super::steps::Steps;

/// The memory in which the units of a stage leave numbers for those of the next one.
///
/// Units are run from the last to the first. Numbers that are read no more are then at the end, and
/// those for the next stage, whose last units come first, too, overwrite them: a stage begins just
/// far enough above the one before that nothing is lost. Half-gammon 8-8 takes 10.4 GB, where two
/// buffers would take 16.5.
#[derive(Clone, Debug)]
pub(super) struct Carries {
    pub(super) steps: Steps,
    /// The start of the first unit's numbers, by stage.
    starts: Vec<usize>,
    /// Number of all numbers.
    pub(super) len: usize,
}

impl Carries {
    pub(super) fn of(domain: &dyn SweepTables, layer: LayerId, part: usize) -> Self {
        let steps = Steps::of(domain, layer, part);
        let mut carries = Carries { starts: vec![0; steps.stages.len()], steps, len: 0 };
        for stage in 0..carries.steps.stages.len() {
            let shape = carries.steps.stages[stage];
            let steps = carries.steps.of_stage(stage);
            let needed = steps.map(|units| {
                // Its last unit reads up to the last one of the stage before.
                let last = domain.units_read(layer, part, stage, units.end - 1).into_iter().max();
                let read = last.map_or(0, |last| last + 1);
                let before = stage.checked_sub(1).map_or(0, |before| carries.end(before, read));
                before.saturating_sub(units.start * shape.carry)
            });
            let start = needed.max().unwrap_or(0);
            carries.starts[stage] = start;
            carries.len = carries.len.max(carries.end(stage, shape.units));
        }
        carries
    }

    /// Returns the end of the numbers of the first `units` units of a stage.
    fn end(&self, stage: usize, units: usize) -> usize {
        self.starts[stage] + units * self.steps.stages[stage].carry
    }

    /// Returns what remains of the numbers of the stage before, and the place for these units'.
    pub(super) fn split<'m>(
        &self,
        memory: &'m mut [i32],
        stage: usize,
        units: &Range<usize>,
    ) -> (&'m [i32], &'m mut [i32]) {
        let carry = self.steps.stages[stage].carry;
        let (before, from) = memory.split_at_mut(self.starts[stage] + units.start * carry);
        let before = stage.checked_sub(1).map_or(&[][..], |stage| &before[self.starts[stage]..]);
        (before, &mut from[..units.len() * carry])
    }
}

/// Returns the bytes that sweeps over a layer take besides the bounds: the domain's plan and
/// scratch, and the carried numbers.
pub fn sweep_bytes(domain: &dyn SweepTables, layer: LayerId, threads: usize) -> u64 {
    let bytes = domain.bytes_of_sweeps(layer, threads);
    if bytes == u64::MAX {
        return bytes; // more than can be numbered
    }
    let parts = 0..domain.all_layers()[layer.0].parts.len();
    let of_part = |part| {
        let carries = Carries::of(domain, layer, part);
        ((carries.len + carries.steps.largest()) * size_of::<i32>()) as u64
    };
    bytes.saturating_add(parts.map(of_part).max().unwrap_or(0))
}
