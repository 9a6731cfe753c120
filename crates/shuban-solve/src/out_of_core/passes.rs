//! A domain's own sweeps with their numbers on the disk.

use std::any::Any;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use shuban_core::erased::{SweepPlan, SweepTables};
use shuban_core::sweep::{Before, Pass, PassUnit, Read, UnitData};
use shuban_core::tabulate::ScratchFile;
use shuban_core::{Interval, LayerId, Unanswered};

use super::budget::Budget;
use super::carried::Carried;
use super::group::{Group, groups};
use super::numbers;
use super::tiles::{HandedOn, Side, Tiles};
use crate::approximate::{Arrays, CHUNK, Passes};
use crate::error::Error;
use crate::iterate::{Steps, grow, pin};
use crate::kept::{Room, scratch_file};
use crate::solver::DiskRoom;
use crate::threads::ScratchPool;

/// Passes over a layer on the disk.
pub(crate) struct SweepOnDisk<'a> {
    plan: Box<dyn SweepPlan + 'a>,
    lens: Vec<usize>,
    parts: Vec<PartOnDisk>,
    budget: Budget,
    room: DiskRoom<'a>,
    scratch: ScratchPool<Box<dyn Any + Send>>,
    memory: Mutex<Memory>,
}

/// Data that passes over a part share.
struct PartOnDisk {
    partner: usize,
    steps: Steps,
    /// By stage: the units of the stage before that each unit reads.
    reads: Vec<Vec<Vec<usize>>>,
    groups: Vec<Group>,
    /// The tiles that its units read.
    tiles: Tiles,
    file: Box<dyn ScratchFile>,
}

/// Memory of a pass, kept for the next one.
struct Memory {
    carried: Carried,
    /// The inboxes of a group.
    inboxes: Vec<i32>,
    /// The tiles that they are filled from; then those that the group hands on.
    tiles: Vec<i32>,
    /// The values of a step.
    values: Vec<i32>,
    /// The numbers that units which run together carry over.
    carry: Vec<i32>,
}

/// A group that is run.
#[derive(Clone, Copy)]
struct Running<'g> {
    pass: Pass,
    part: usize,
    number: usize,
    group: &'g Group,
}

impl<'a> SweepOnDisk<'a> {
    /// Prepares the passes over a planned layer whose parts have these lengths.
    pub(crate) fn new(
        (domain, layer): (&dyn SweepTables, LayerId),
        plan: Box<dyn SweepPlan + 'a>,
        lens: Vec<usize>,
        budget: Budget,
        room: DiskRoom<'a>,
    ) -> Result<Self, Unanswered> {
        let file = || scratch_file(&*room.files, &room.folder).map_err(Unanswered::because);
        let steps: Vec<Steps> =
            (0..lens.len()).map(|part| Steps::of(domain, layer, part)).collect();
        let groups: Vec<Vec<Group>> =
            steps.iter().map(|steps| groups(steps, budget.inboxes, budget.run)).collect();
        let of_part = |part: usize| {
            let partner = domain.partner_of(layer, part);
            let side = |part: usize| Side { steps: &steps[part], groups: &groups[part] };
            let tiles = Tiles::new(&*plan, &side(part), &side(partner), partner)?;
            let reads = (steps[part].stages.iter().enumerate())
                .map(|(stage, shape)| {
                    let read = |unit| domain.units_read(layer, part, stage, unit);
                    (0..shape.units).map(read).collect()
                })
                .collect();
            let (steps, groups) = (steps[part].clone(), groups[part].clone());
            Ok(PartOnDisk { partner, steps, reads, groups, tiles, file: file()? })
        };
        let parts = (0..lens.len()).map(of_part).collect::<Result<Vec<_>, Unanswered>>()?;
        let memory = Mutex::new(Memory {
            carried: Carried::new([file()?, file()?]),
            inboxes: Vec::new(),
            tiles: Vec::new(),
            values: Vec::new(),
            carry: Vec::new(),
        });
        let scratch = ScratchPool::default();
        Ok(SweepOnDisk { plan, lens, parts, budget, room, scratch, memory })
    }

    /// Writes the numbers that the units of a part read, as they are before a pass.
    fn fill(
        &self,
        part: usize,
        memory: &mut Memory,
        arrays: &mut dyn Arrays,
    ) -> Result<(), Unanswered> {
        let PartOnDisk { partner, tiles, file, .. } = &self.parts[part];
        let writers = &self.parts[*partner];
        let Memory { values, tiles: output, .. } = memory;
        for (number, group) in writers.groups.iter().enumerate() {
            for units in &group.steps {
                let (first, len) = writers.ranks(group.stage, units);
                let values = &mut values[..len];
                arrays.numbers(*partner, first, values)?;
                let to = &mut HandedOn { now: None, inboxes: &mut [], output };
                let plan = (&*self.plan, *partner);
                tiles.hand_on(plan, (number, group), units, values, to);
            }
            for (tile, first) in tiles.tiles_after(number, None) {
                numbers::write(&**file, first, &output[tile])?;
            }
        }
        Ok(())
    }

    /// Reads the inboxes of a group.
    fn open(&self, running: Running<'_>, memory: &mut Memory) -> Result<(), Unanswered> {
        let PartOnDisk { steps, tiles, file, .. } = &self.parts[running.part];
        let Memory { inboxes, tiles: region, .. } = memory;
        let place = tiles.region(running.number);
        let region = &mut region[..place.len()];
        numbers::read(&**file, place.start, region)?;
        let inboxes = &mut inboxes[..tiles.inboxes(running.number)];
        let of_unit = steps.stages[running.group.stage].inbox.max(1);
        inboxes.par_chunks_mut(of_unit).enumerate().for_each(|(at, inbox)| {
            tiles.unpack(running.number, at, region, inbox);
        });
        Ok(())
    }

    /// Runs the units of a step or piece, some at a time. Their values follow `pending` others.
    fn step(
        &self,
        running: Running<'_>,
        units: &Range<usize>,
        pending: usize,
        memory: &mut Memory,
    ) -> Result<(), Unanswered> {
        let Running { pass, part, group, .. } = running;
        let PartOnDisk { steps, reads, tiles, .. } = &self.parts[part];
        let (stage, shape) = (group.stage, steps.stages[group.stage]);
        let Memory { carried, inboxes, values, carry, .. } = memory;
        let together = self.budget.carry.checked_div(shape.carry).unwrap_or(usize::MAX).max(1);
        let mut first = units.start;
        while first < units.end {
            let read = &reads[stage][first..units.end.min(first.saturating_add(together))];
            let count = carried.batch(read);
            let batch = first..first + count;
            let places = carried.fetch(stage, &read[..count])?;
            let before = carried.places();
            let carry = &mut grow(carry, count * shape.carry)[..count * shape.carry];
            let values = &mut values[pending + (first - units.start) * shape.values..];
            let carries = (carry.chunks_mut(shape.carry.max(1)))
                .chain(std::iter::repeat_with(Default::default));
            let work: Vec<_> = (values.chunks_mut(shape.values).zip(carries))
                .zip(places)
                .zip(batch.clone())
                .collect();
            work.into_par_iter().for_each_init(
                || self.scratch.lend(|| self.plan.scratch()),
                |scratch, (((values, carry), places), unit)| {
                    let inbox = &inboxes[tiles.place(stage, unit)..][..shape.inbox];
                    let (read, before) = (Read::Inbox(inbox), Before::Some(before, &places));
                    let data = UnitData { read, before, values, carry };
                    self.plan.run(PassUnit { pass, part, stage, unit }, data, &mut ***scratch);
                },
            );
            carried.write(stage, &batch, carry)?;
            first = batch.end;
        }
        Ok(())
    }

    /// Runs one pass over a part, group after group.
    fn run(&self, pass: Pass, part: usize, arrays: &mut dyn Arrays) -> Result<(), Unanswered> {
        let own = &self.parts[part];
        let pinned = self.plan.pinned(part);
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let memory = &mut *memory;
        for part in &self.parts {
            let [inboxes, outputs] = part.tiles.longest();
            grow(&mut memory.inboxes, inboxes);
            grow(&mut memory.tiles, inboxes.max(outputs));
            grow(&mut memory.values, part.longest_run() + CHUNK);
        }
        self.fill(part, memory, arrays)?;
        let (mut begun, mut pending) = (None, 0);
        for (number, group) in own.groups.iter().enumerate() {
            let stage = group.stage;
            if begun.replace(stage) != Some(stage) {
                let before = stage.checked_sub(1).map_or(0, |stage| own.steps.stages[stage].carry);
                let order = own.groups.iter().filter(|group| group.stage == stage);
                let order = order.flat_map(|group| group.steps.iter().cloned().flatten());
                let reads: Vec<&[usize]> = order.map(|unit| &*own.reads[stage][unit]).collect();
                memory.carried.begin(&reads, before, self.budget.before);
            }
            let running = Running { pass, part, number, group };
            if self.room.progress.interrupted() {
                return Err(Error::Interrupted.into());
            }
            self.open(running, memory)?;
            for units in &group.steps {
                let (first, len) = own.ranks(stage, units);
                if group.piece_of.as_ref().is_none_or(|step| step.start == units.start) {
                    pending = 0;
                }
                self.step(running, units, pending, memory)?;
                let Memory { values, inboxes, tiles: output, .. } = &mut *memory;
                let (first, values) = (first - pending, &mut values[..pending + len]);
                pin(pass, &pinned, first, values);
                // Sums go by chunks from the beginning of a step, in pieces or not.
                let taken = match &group.piece_of {
                    Some(step) if step.end > units.end => values.len() / CHUNK * CHUNK,
                    _ => values.len(),
                };
                arrays.take(part, first, &values[..taken])?;
                values.copy_within(taken.., 0);
                pending = values.len() - taken;
                if own.steps.in_place {
                    // Taken values may be read as others.
                    arrays.numbers(part, first, values)?;
                    let to = &mut HandedOn { now: Some(number), inboxes, output };
                    own.tiles.hand_on((&*self.plan, part), (number, group), units, values, to);
                }
            }
            if own.steps.in_place {
                for (tile, first) in own.tiles.tiles_after(number, Some(number)) {
                    numbers::write(&*own.file, first, &memory.tiles[tile])?;
                }
            }
        }
        Ok(())
    }
}

impl PartOnDisk {
    /// Returns the largest number of values that are computed before they are taken.
    fn longest_run(&self) -> usize {
        let runs = self.groups.iter().flat_map(|group| {
            let values = self.steps.stages[group.stage].values;
            group.steps.iter().map(move |units| units.len() * values)
        });
        runs.max().unwrap_or(0)
    }

    /// Returns the first rank of some units, and the number of their values.
    fn ranks(&self, stage: usize, units: &Range<usize>) -> (usize, usize) {
        let shape = &self.steps.stages[stage];
        (shape.first as usize + units.start * shape.values, units.len() * shape.values)
    }
}

impl Passes for SweepOnDisk<'_> {
    fn lens(&self) -> Vec<usize> {
        self.lens.clone()
    }

    fn room(&self, _part: usize) -> Room<'_> {
        Room::Disk(&*self.room.files, &self.room.folder)
    }

    fn pinned(&self, part: usize) -> Result<Vec<(u64, Interval)>, Unanswered> {
        Ok(self.plan.pinned(part))
    }

    fn pass(&self, pass: Pass, part: usize, arrays: &mut dyn Arrays) -> Result<(), Unanswered> {
        self.run(pass, part, arrays)
    }
}
