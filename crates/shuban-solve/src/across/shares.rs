//! Shares of the work and of the memory: who computes which unit, and who keeps which position.
//!
//! Units are [dealt](super::deal) so that little goes from one process to another. Positions are kept by rank: of each step each process
//! has a range of units, widened to whole chunks, whose sums are added in order. So what a pass comes
//! to does not depend on who computes what.

use std::ops::Range;

use shuban_core::LayerId;
use shuban_core::erased::SweepTables;

use super::deal::{Step, Units, deal};
use crate::approximate::CHUNK;
use crate::iterate::Steps;
use crate::kept::Runs;

/// The shares of the processes in a part.
pub(super) struct Shares {
    pub(super) steps: Steps,
    /// The steps of a pass, in order: stage by stage, from the last units of each to the first ones.
    pub(super) order: Vec<Step>,
    /// By stage and unit: the process that computes it.
    owners: Vec<Vec<u16>>,
    count: usize,
}

impl Shares {
    pub(super) fn of(domain: &dyn SweepTables, layer: LayerId, part: usize, count: usize) -> Self {
        let steps = Steps::of(domain, layer, part);
        let sizes = steps.stages.iter().map(|stage| [stage.values as u64, stage.carry as u64]);
        let units = UnitsOf { domain, layer, part, sizes: sizes.collect() };
        Shares::new(steps, count, &units)
    }

    fn new(steps: Steps, count: usize, units: &dyn Units) -> Self {
        let of_stage = |stage| steps.of_stage(stage).map(move |units| Step { stage, units });
        let order: Vec<Step> = (0..steps.stages.len()).flat_map(of_stage).collect();
        let owners = deal(units, &order, count);
        Shares { steps, order, owners, count }
    }

    /// Returns the process that computes a unit.
    pub(super) fn owner(&self, stage: usize, unit: usize) -> usize {
        self.owners[stage][unit].into()
    }

    /// Returns the units of a stage that a process computes, in ascending order.
    pub(super) fn owned(&self, stage: usize, process: usize) -> impl Iterator<Item = usize> + '_ {
        let units = self.owners[stage].iter().enumerate();
        units.filter(move |&(_, &owner)| usize::from(owner) == process).map(|(unit, _)| unit)
    }

    /// Returns the units of a step whose positions a process keeps.
    pub(super) fn kept(&self, step: usize, process: usize) -> Range<usize> {
        let Range { start, end } = self.order[step].units;
        let bound = |process: usize| start + (end - start) * process / self.count;
        bound(process)..bound(process + 1)
    }

    /// Returns the ranks of some units of a step.
    pub(super) fn ranks(&self, step: usize, units: &Range<usize>) -> Range<usize> {
        let shape = &self.steps.stages[self.order[step].stage];
        let rank = |unit: usize| shape.first as usize + unit * shape.values;
        rank(units.start)..rank(units.end)
    }

    /// Returns the ranks of a step that a process keeps: whole chunks, counted from the beginning of
    /// the step. At the edges of its units others keep the same.
    pub(super) fn chunks(&self, step: usize, process: usize) -> Range<usize> {
        let all = self.ranks(step, &self.order[step].units);
        let own = self.ranks(step, &self.kept(step, process));
        if own.is_empty() {
            return own.start..own.start;
        }
        let first = all.start + (own.start - all.start) / CHUNK * CHUNK;
        first..all.end.min(all.start + (own.end - all.start).next_multiple_of(CHUNK))
    }

    /// Returns the ranks that a process keeps.
    pub(super) fn runs(&self, process: usize) -> Runs {
        self.sorted(|step| self.chunks(step, process))
    }

    /// Returns the ranks that a process tells others: each rank is told by one.
    pub(super) fn told(&self, process: usize) -> Runs {
        self.sorted(|step| self.ranks(step, &self.kept(step, process)))
    }

    fn sorted(&self, of_step: impl Fn(usize) -> Range<usize>) -> Runs {
        let mut ranges: Vec<_> = (0..self.order.len()).map(of_step).collect();
        ranges.sort_unstable_by_key(|range| range.start);
        Runs::of(ranges)
    }
}

/// The units of a part of a domain.
struct UnitsOf<'d> {
    domain: &'d dyn SweepTables,
    layer: LayerId,
    part: usize,
    sizes: Vec<[u64; 2]>,
}

impl Units for UnitsOf<'_> {
    fn sizes(&self, stage: usize) -> [u64; 2] {
        self.sizes[stage]
    }

    fn class(&self, stage: usize, unit: usize, depth: u32) -> u64 {
        self.domain.class_of(self.layer, self.part, stage, unit, depth)
    }

    fn reads(&self, stage: usize, unit: usize) -> Vec<(usize, u64)> {
        let UnitsOf { domain, layer, part, .. } = *self;
        let numbers = |(at, before): (usize, usize)| {
            (before, domain.numbers_read(layer, part, stage, unit, at) as u64)
        };
        domain.units_read(layer, part, stage, unit).into_iter().enumerate().map(numbers).collect()
    }
}

#[cfg(test)]
mod tests {
    use shuban_core::sweep::Stage;

    use super::*;

    /// Units that read nothing, each of a class of its own.
    struct Alone;

    impl Units for Alone {
        fn sizes(&self, stage: usize) -> [u64; 2] {
            [[700, 5_000, 90][stage], 1]
        }

        fn class(&self, _stage: usize, unit: usize, _depth: u32) -> u64 {
            unit as u64
        }

        fn reads(&self, _stage: usize, _unit: usize) -> Vec<(usize, u64)> {
            Vec::new()
        }
    }

    #[test]
    fn each_rank_is_told_by_one_process_that_keeps_its_whole_chunk() {
        let stage = |first, units, values| Stage { first, units, values, carry: 1, inbox: values };
        let stages = vec![stage(0, 1, 700), stage(700, 40, 5_000), stage(200_700, 500, 90)];
        let len = 200_700 + 500 * 90;
        for in_place in [true, false] {
            for count in [1, 2, 3, 7] {
                let steps = Steps { stages: stages.clone(), in_place };
                let shares = Shares::new(steps, count, &Alone);
                let mut told = vec![0; len];
                for process in 0..count {
                    let kept = shares.runs(process);
                    for range in shares.told(process).ranges() {
                        assert!(kept.within(range.clone()).eq([range.clone()]));
                        told[range.clone()].iter_mut().for_each(|told| *told += 1);
                    }
                }
                assert!(told.iter().all(|&told| told == 1));
                for (step, next) in shares.order.iter().zip(&shares.order[1..]) {
                    let of_stage = step.stage == next.stage && step.units.start == next.units.end;
                    assert!(of_stage || (step.stage, step.units.start) == (next.stage - 1, 0));
                }
            }
        }
    }
}
