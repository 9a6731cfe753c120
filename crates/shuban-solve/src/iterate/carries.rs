//! Memory layout of the numbers that stages carry over to each other.

use std::ops::Range;

use shuban_core::LayerId;
use shuban_core::erased::SweepTables;
use shuban_core::sweep::Stage;

/// Returns the number of units of a stage that run before their results are taken.
///
/// The next ones read them if the part is its own partner, which saves a third of the sweeps,
/// compared with one step per stage. Not too few, since threads wait for each other between two
/// steps.
fn units_of_step(units: usize, in_place: bool) -> usize {
    let (steps, fewest) = if in_place { (96, 4) } else { (16, 64) };
    units.div_ceil(steps).max(fewest)
}

/// The steps of a pass over a part, and the memory in which the units of a stage leave numbers for
/// those of the next one.
///
/// Units are run from the last to the first. Numbers that are read no more are then at the end, and
/// those for the next stage, whose last units come first, too, overwrite them: a stage begins just
/// far enough above the one before that nothing is lost. Half-gammon 8-8 takes 10.4 GB, where two
/// buffers would take 16.5.
#[derive(Clone, Debug)]
pub(super) struct Carries {
    pub(super) stages: Vec<Stage>,
    /// The start of the first unit's numbers, by stage.
    starts: Vec<usize>,
    /// Number of all numbers.
    pub(super) len: usize,
    in_place: bool,
}

impl Carries {
    pub(super) fn of(domain: &dyn SweepTables, layer: LayerId, part: usize) -> Self {
        let stages = domain.stages_of(layer, part);
        let in_place = domain.partner_of(layer, part) == part;
        let mut carries = Carries { starts: vec![0; stages.len()], stages, len: 0, in_place };
        for stage in 0..carries.stages.len() {
            let steps = carries.steps(stage);
            let needed = steps.map(|units| {
                let last = units.end.saturating_sub(1);
                let read = if stage == 0 { 0 } else { domain.units_read(layer, part, stage, last) };
                let before = stage.checked_sub(1).map_or(0, |before| carries.end(before, read));
                before.saturating_sub(units.start * carries.stages[stage].carry)
            });
            let start = needed.max().unwrap_or(0);
            carries.starts[stage] = start;
            carries.len = carries.len.max(carries.end(stage, carries.stages[stage].units));
        }
        carries
    }

    /// Returns the end of the numbers of the first `units` units of a stage.
    fn end(&self, stage: usize, units: usize) -> usize {
        self.starts[stage] + units * self.stages[stage].carry
    }

    /// Returns the units of a stage that run together, in order.
    pub(super) fn steps(&self, stage: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let units = self.stages[stage].units;
        let size = units_of_step(units, self.in_place);
        (0..units).step_by(size).rev().map(move |first| first..units.min(first + size))
    }

    /// Returns what remains of the numbers of the stage before, and the place for these units'.
    pub(super) fn split<'m>(
        &self,
        memory: &'m mut [i32],
        stage: usize,
        units: &Range<usize>,
    ) -> (&'m [i32], &'m mut [i32]) {
        let carry = self.stages[stage].carry;
        let (before, from) = memory.split_at_mut(self.starts[stage] + units.start * carry);
        let before = stage.checked_sub(1).map_or(&[][..], |stage| &before[self.starts[stage]..]);
        (before, &mut from[..units.len() * carry])
    }

    /// Returns the largest number of values that a step computes.
    pub(super) fn step_len(&self) -> usize {
        let of_stage = |stage: usize| {
            let units = self.steps(stage).map(|units| units.len()).max().unwrap_or(0);
            units * self.stages[stage].values
        };
        (0..self.stages.len()).map(of_stage).max().unwrap_or(0)
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
        ((carries.len + carries.step_len()) * size_of::<i32>()) as u64
    };
    bytes.saturating_add(parts.map(of_part).max().unwrap_or(0))
}
