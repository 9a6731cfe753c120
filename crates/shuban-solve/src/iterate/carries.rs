//! Where what stages leave for each other lies in memory.

use std::ops::Range;

use shuban_core::erased::SweepTables;
use shuban_core::{LayerId, Stage};

/// How many units of a stage are run before what they computed is taken.
///
/// The next ones read it if the part is its own partner, so that there are fewer sweeps: a third
/// fewer than if a stage were one step. Not too few, for between two steps threads wait for each
/// other.
fn units_of_step(units: usize, in_place: bool) -> usize {
    let (steps, fewest) = if in_place { (96, 4) } else { (16, 64) };
    units.div_ceil(steps).max(fewest)
}

/// The steps of a pass over a part, and the memory in which the units of a stage leave what those of
/// the next one read.
///
/// Units are run from the last to the first. What nobody reads any more is then at the end, and what
/// the next stage leaves, whose last units come first, too, is written over it: a stage begins as far
/// above the one before as it must so that nothing is lost. Half-gammon 8-8 takes 10.4 GB, where two
/// buffers would take 16.5.
#[derive(Clone, Debug)]
pub(super) struct Carries {
    pub(super) stages: Vec<Stage>,
    /// By stage, where what its first unit leaves begins.
    starts: Vec<usize>,
    /// Numbers in all.
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

    /// Where what the first `units` units of a stage leave ends.
    fn end(&self, stage: usize, units: usize) -> usize {
        self.starts[stage] + units * self.stages[stage].carry
    }

    /// The units of a stage that are run at once, in the order in which they are.
    pub(super) fn steps(&self, stage: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let units = self.stages[stage].units;
        let size = units_of_step(units, self.in_place);
        (0..units).step_by(size).rev().map(move |first| first..units.min(first + size))
    }

    /// What is left of what the stage before left, and where these units leave theirs.
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

    /// Numbers that the units of a step compute, at most.
    pub(super) fn step_len(&self) -> usize {
        let of_stage = |stage: usize| {
            let units = self.steps(stage).map(|units| units.len()).max().unwrap_or(0);
            units * self.stages[stage].values
        };
        (0..self.stages.len()).map(of_stage).max().unwrap_or(0)
    }
}

/// Bytes that sweeps over a layer take besides what they sweep over: the domain's plan and scratch,
/// and what stages leave for each other.
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
