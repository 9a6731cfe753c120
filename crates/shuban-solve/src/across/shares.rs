//! Shares of the work and of the memory: who computes which unit, and who keeps which position.
//!
//! Units are computed by **class**: those of one class leave most of what they leave to each other, so
//! that little of it goes to other processes. Positions are kept by rank: of each step each process
//! has a range of units, widened to whole chunks, whose sums are added in order. So what a pass comes
//! to does not depend on who computes what.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::Range;

use shuban_core::LayerId;
use shuban_core::erased::SweepTables;

use crate::approximate::CHUNK;
use crate::iterate::Steps;
use crate::kept::Runs;

/// Depths of classes that are tried.
const DEPTHS: Range<u32> = 1..5;

/// Load of the fullest process in each step, in hundredths of an even share, that is accepted for
/// larger classes.
const UNEVEN: usize = 110;

/// A step of a pass: its stage, and its units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) stage: usize,
    pub(super) units: Range<usize>,
}

/// The shares of the processes in a part.
pub(super) struct Shares {
    pub(super) steps: Steps,
    /// The steps of a pass, in order.
    pub(super) order: Vec<Step>,
    /// By stage: the number of its first step.
    first_steps: Vec<usize>,
    /// By stage: the number of units in each step but the last.
    units_of_step: Vec<usize>,
    /// By stage and unit: the process that computes it.
    owners: Vec<Vec<u16>>,
    count: usize,
}

impl Shares {
    pub(super) fn of(domain: &dyn SweepTables, layer: LayerId, part: usize, count: usize) -> Self {
        let class = |(stage, unit), depth| domain.class_of(layer, part, stage, unit, depth);
        Shares::new(Steps::of(domain, layer, part), count, class)
    }

    /// Shares the units, of which `class` tells the class at a depth by stage and unit.
    fn new(steps: Steps, count: usize, class: impl Fn((usize, usize), u32) -> u64) -> Self {
        let (mut order, mut first_steps, mut units_of_step) = (Vec::new(), Vec::new(), Vec::new());
        for stage in 0..steps.stages.len() {
            first_steps.push(order.len());
            order.extend(steps.of_stage(stage).map(|units| Step { stage, units }));
            // The first step has the last units, which may be fewer.
            units_of_step.push(order.last().map_or(1, |step| step.units.len()));
        }
        let classes = |depth: u32| {
            let of_stage = |(stage, units): (usize, usize)| {
                (0..units).map(|unit| class((stage, unit), depth)).collect()
            };
            let units = steps.stages.iter().map(|stage| stage.units);
            units.enumerate().map(of_stage).collect::<Vec<Vec<u64>>>()
        };
        let (mut owners, mut least) = (Vec::new(), usize::MAX);
        for depth in DEPTHS {
            let dealt = dealt(&steps, &classes(depth), count);
            let load = load(&steps, &order, &dealt, count);
            if load < least {
                (owners, least) = (dealt, load);
            }
            if least <= UNEVEN {
                break;
            }
        }
        Shares { steps, order, first_steps, units_of_step, owners, count }
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

    /// Returns the number of the step in which a unit is run.
    pub(super) fn step_of(&self, stage: usize, unit: usize) -> usize {
        let size = self.units_of_step[stage];
        let last = (self.steps.stages[stage].units - 1) / size;
        self.first_steps[stage] + last - unit / size
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

/// Deals units by class, the heaviest class first, each to the process that has least.
fn dealt(steps: &Steps, classes: &[Vec<u64>], count: usize) -> Vec<Vec<u16>> {
    let mut weights = BTreeMap::new();
    for (classes, shape) in classes.iter().zip(&steps.stages) {
        for &class in classes {
            *weights.entry(class).or_insert(0u64) += (shape.values + shape.carry) as u64;
        }
    }
    let mut heaviest: Vec<(Reverse<u64>, u64)> =
        weights.into_iter().map(|(class, weight)| (Reverse(weight), class)).collect();
    heaviest.sort_unstable();
    let mut processes: BinaryHeap<Reverse<(u64, u16)>> =
        (0..count).map(|process| Reverse((0, process as u16))).collect();
    let mut owner_of = BTreeMap::new();
    for (Reverse(weight), class) in heaviest {
        if let Some(Reverse((load, process))) = processes.pop() {
            owner_of.insert(class, process);
            processes.push(Reverse((load + weight, process)));
        }
    }
    let owner = |class: &u64| owner_of[class];
    classes.iter().map(|classes| classes.iter().map(owner).collect()).collect()
}

/// Returns the time of a pass in which each step takes as long as its fullest process, in hundredths
/// of that of even shares.
fn load(steps: &Steps, order: &[Step], owners: &[Vec<u16>], count: usize) -> usize {
    let (mut longest, mut all) = (0, 0);
    for Step { stage, units } in order {
        let values = steps.stages[*stage].values;
        let mut of_process = vec![0; count];
        for &owner in &owners[*stage][units.clone()] {
            of_process[usize::from(owner)] += values;
        }
        longest += of_process.into_iter().max().unwrap_or(0);
        all += units.len() * values;
    }
    100 * longest * count / all.max(1)
}

#[cfg(test)]
mod tests {
    use shuban_core::sweep::Stage;

    use super::*;

    #[test]
    fn each_rank_is_told_by_one_process_that_keeps_its_whole_chunk() {
        let stage = |first, units, values| Stage { first, units, values, carry: 1, inbox: values };
        let stages = vec![stage(0, 1, 700), stage(700, 40, 5_000), stage(200_700, 500, 90)];
        let len = 200_700 + 500 * 90;
        for in_place in [true, false] {
            for count in [1, 2, 3, 7] {
                let steps = Steps { stages: stages.clone(), in_place };
                let shares = Shares::new(steps, count, |(_, unit), _| unit as u64);
                let mut told = vec![0; len];
                for process in 0..count {
                    let kept = shares.runs(process);
                    for range in shares.told(process).ranges() {
                        assert!(kept.within(range.clone()).eq([range.clone()]));
                        told[range.clone()].iter_mut().for_each(|told| *told += 1);
                    }
                }
                assert!(told.iter().all(|&told| told == 1));
                for (number, step) in shares.order.iter().enumerate() {
                    for unit in step.units.clone() {
                        assert_eq!(shares.step_of(step.stage, unit), number);
                    }
                }
            }
        }
    }

    #[test]
    fn classes_stay_together_and_the_heaviest_are_dealt_first() {
        let stage = Stage { first: 0, units: 6, values: 10, carry: 0, inbox: 10 };
        let steps = Steps { stages: vec![stage], in_place: true };
        let owners = dealt(&steps, &[vec![7, 7, 7, 1, 2, 2]], 2);
        assert_eq!(owners, [[0, 0, 0, 1, 1, 1]]);
        let order = vec![Step { stage: 0, units: 0..3 }, Step { stage: 0, units: 3..6 }];
        assert_eq!(load(&steps, &order, &owners, 2), 200);
    }
}
