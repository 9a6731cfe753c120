//! The places in memory of what a process computes and reads.

use std::ops::Range;

use shuban_core::LayerId;
use shuban_core::erased::SweepTables;
use shuban_core::sweep::LeftAt;

use super::shares::Shares;

/// The slot of a unit that another process computes.
const NONE: u32 = u32::MAX;

/// A unit that reads what another left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reader {
    pub(super) unit: u32,
    /// The place where it lists that other unit.
    pub(super) at: u32,
}

/// The places of one part in a process.
pub(super) struct Places {
    /// By stage: its own units, in ascending order. The place of each in this list is its slot.
    pub(super) units: Vec<Vec<usize>>,
    /// By stage and unit: its slot.
    slots: Vec<Vec<u32>>,
    /// By stage: the place of the first unit's inbox.
    inboxes: Vec<usize>,
    /// Numbers of all inboxes.
    pub(super) inbox: usize,
    /// By stage and slot: the places of what it reads of each unit of the stage before, among all that
    /// own units of the stage read.
    pub(super) reads: Vec<Vec<Vec<LeftAt>>>,
    /// By stage: numbers that own units of the stage before leave, and that are read of others.
    pub(super) read: Vec<usize>,
    /// By stage and unit: the units that read what it leaves, if one of both is an own one, and the
    /// other is not.
    pub(super) readers: Vec<Vec<Vec<Reader>>>,
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
            slots: Vec::new(),
            inboxes: Vec::new(),
            inbox: 0,
            reads: Vec::new(),
            read: Vec::new(),
            readers: Vec::new(),
        };
        for (stage, shape) in stages.iter().enumerate() {
            let own: Vec<usize> = shares.owned(stage, process).collect();
            places.inboxes.push(places.inbox);
            places.inbox += own.len() * shape.inbox;
            let mut slots = vec![NONE; shape.units];
            own.iter().enumerate().for_each(|(slot, &unit)| slots[unit] = slot as u32);
            places.slots.push(slots);
            places.units.push(own);
            places.readers.push(vec![Vec::new(); shape.units]);
            let carry = stage.checked_sub(1).map_or(0, |before| stages[before].carry);
            let own_before = stage.checked_sub(1).map_or(0, |before| places.units[before].len());
            // What own units leave whole comes first, in order; then what is read of others.
            let (mut reads, mut read) = (Vec::new(), own_before * carry);
            for unit in 0..shape.units {
                let is_own = shares.owner(stage, unit) == process;
                let mut starts = Vec::new();
                let listed = domain.units_read(layer, part, stage, unit);
                for (at, before) in listed.into_iter().enumerate() {
                    let slot = places.slot(stage - 1, before);
                    if is_own {
                        starts.push(match slot {
                            Some(slot) => LeftAt::Whole(slot * carry),
                            None => LeftAt::Rows(read),
                        });
                        if slot.is_none() {
                            read += domain.numbers_read(layer, part, stage, unit, at);
                        }
                    }
                    if is_own != slot.is_some() {
                        let reader = Reader { unit: unit as u32, at: at as u32 };
                        places.readers[stage - 1][before].push(reader);
                    }
                }
                if is_own {
                    reads.push(starts);
                }
            }
            places.reads.push(reads);
            places.read.push(read);
        }
        places
    }

    /// Returns the slot of an own unit.
    pub(super) fn slot(&self, stage: usize, unit: usize) -> Option<usize> {
        let slot = self.slots[stage][unit];
        (slot != NONE).then_some(slot as usize)
    }

    /// Returns the place of the rows that an own unit reads of another process's.
    pub(super) fn rows_of(&self, stage: usize, reader: Reader) -> Option<usize> {
        let slot = self.slot(stage, reader.unit as usize)?;
        match self.reads[stage][slot][reader.at as usize] {
            LeftAt::Rows(start) => Some(start),
            LeftAt::Whole(_) => None,
        }
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
