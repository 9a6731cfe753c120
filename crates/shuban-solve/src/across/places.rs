//! The places in memory of what a process computes and reads.

use std::collections::BTreeSet;
use std::ops::Range;

use shuban_core::LayerId;
use shuban_core::erased::SweepTables;

use super::shares::Shares;

/// The place of a unit that has none.
const NONE: u32 = u32::MAX;

/// The places of one part in a process.
pub(super) struct Places {
    /// By stage: its own units, in ascending order.
    pub(super) units: Vec<Vec<usize>>,
    /// By stage: the place of the first unit's inbox.
    inboxes: Vec<usize>,
    /// Numbers of all inboxes.
    pub(super) inbox: usize,
    /// By stage and unit: the place of what it leaves, among those of the stage; its own units come
    /// first, in order.
    slots: Vec<Vec<u32>>,
    /// By stage: the number of these places.
    pub(super) slots_of: Vec<usize>,
    /// By stage and own unit: the places of what it reads of the stage before.
    pub(super) reads: Vec<Vec<Vec<u32>>>,
    /// By stage and unit: the units of the next stage that other processes run and that read what it
    /// leaves, each with the place where it lists the unit.
    pub(super) readers: Vec<Vec<Vec<(u32, u32)>>>,
}

impl Places {
    pub(super) fn of(
        (domain, layer): (&dyn SweepTables, LayerId),
        part: usize,
        shares: &Shares,
        process: usize,
    ) -> Self {
        let stages = &shares.steps.stages;
        let mut places = Places {
            units: Vec::new(),
            inboxes: Vec::new(),
            inbox: 0,
            slots: Vec::new(),
            slots_of: Vec::new(),
            reads: Vec::new(),
            readers: Vec::new(),
        };
        for (stage, shape) in stages.iter().enumerate() {
            let own: Vec<usize> = shares.owned(stage, process).collect();
            places.inboxes.push(places.inbox);
            places.inbox += own.len() * shape.inbox;
            let mut slots = vec![NONE; shape.units];
            own.iter().enumerate().for_each(|(slot, &unit)| slots[unit] = slot as u32);
            places.slots_of.push(own.len());
            places.slots.push(slots);
            places.units.push(own);
            places.readers.push(vec![Vec::new(); shape.units]);
            let Some(before) = stage.checked_sub(1) else {
                places.reads.push(vec![Vec::new(); places.units[stage].len()]);
                continue;
            };
            let mut wanted = BTreeSet::new();
            let mut reads = Vec::new();
            for unit in 0..shape.units {
                let reader = shares.owner(stage, unit);
                let read = domain.units_read(layer, part, stage, unit);
                for (at, &left) in read.iter().enumerate() {
                    let owner = shares.owner(before, left);
                    if owner != reader && (owner == process || reader == process) {
                        places.readers[before][left].push((unit as u32, at as u32));
                    }
                    if owner != reader && reader == process {
                        wanted.insert(left);
                    }
                }
                if reader == process {
                    reads.push(read);
                }
            }
            for unit in wanted {
                places.slots[before][unit] = places.slots_of[before] as u32;
                places.slots_of[before] += 1;
            }
            let slot = |unit: usize| places.slots[before][unit];
            let slots = reads.into_iter().map(|read| read.into_iter().map(slot).collect());
            places.reads.push(slots.collect());
        }
        places
    }

    /// Returns the bytes of these tables, about.
    pub(super) fn bytes(&self) -> usize {
        let lists = |lists: &[Vec<Vec<u32>>]| {
            lists.iter().flatten().map(|list| 24 + 4 * list.len()).sum::<usize>()
        };
        let units: usize = self.readers.iter().map(Vec::len).sum();
        lists(&self.reads) + units * 40
    }

    /// Returns the place of what a unit leaves among those of its stage, if the process computes or
    /// reads it.
    pub(super) fn slot(&self, stage: usize, unit: usize) -> Option<usize> {
        let slot = self.slots[stage][unit];
        (slot != NONE).then_some(slot as usize)
    }

    /// Returns the slots of the own units among some of a stage.
    pub(super) fn own_of(&self, stage: usize, units: &Range<usize>) -> Range<usize> {
        let own = &self.units[stage];
        let slot = |unit: usize| own.partition_point(|&own| own < unit);
        slot(units.start)..slot(units.end)
    }

    /// Returns the place of the inbox of an own unit, whose slot is given.
    pub(super) fn inbox(&self, stage: usize, slot: usize, len: usize) -> usize {
        self.inboxes[stage] + slot * len
    }
}
