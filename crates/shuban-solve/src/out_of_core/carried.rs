//! Numbers that units carry over to the next stage, on the disk, with some of them in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rayon::prelude::*;
use shuban_core::Unanswered;
use shuban_core::tabulate::ScratchFile;

use super::numbers;
use crate::iterate::grow;

/// The carried numbers of two stages.
pub(super) struct Carried {
    /// By stage, in turn.
    files: [Box<dyn ScratchFile>; 2],
    /// Places for those of some units of the stage before.
    slots: Vec<i32>,
    reading: Reading,
}

/// The carried numbers that the units of a stage read.
#[derive(Default)]
struct Reading {
    /// Number of those of a unit.
    size: usize,
    /// The unit in each slot.
    units: Vec<usize>,
    /// The slot of each unit that is in memory.
    slot_of: BTreeMap<usize, usize>,
    /// By unit of the stage before: the numbers of those that read it, in the order in which they
    /// are run.
    uses: Vec<Vec<usize>>,
    /// Number of slots.
    most: usize,
    /// Number of units that have read.
    now: usize,
}

impl Reading {
    /// Returns the next time that the unit in a slot is read, as the number of units before.
    fn next_use(&self, slot: usize) -> usize {
        let uses = &self.uses[self.units[slot]];
        let next = uses.partition_point(|&time| time < self.now);
        uses.get(next).copied().unwrap_or(usize::MAX)
    }

    /// Finds a slot for each of these units that has none, where no `needed` unit is; returns those
    /// to be read, by slot.
    fn place(&mut self, needed: &[usize]) -> BTreeMap<usize, usize> {
        let mut missing = BTreeMap::new();
        for &unit in needed {
            if self.slot_of.contains_key(&unit) {
                continue;
            }
            let slot = if self.units.len() < self.most {
                self.units.push(unit);
                self.units.len() - 1
            } else {
                let free = (0..self.units.len())
                    .filter(|&slot| needed.binary_search(&self.units[slot]).is_err());
                let slot = free.max_by_key(|&slot| self.next_use(slot));
                let slot =
                    slot.expect("there are slots for all that a unit reads, and a batch fits");
                self.slot_of.remove(&self.units[slot]);
                self.units[slot] = unit;
                slot
            };
            self.slot_of.insert(unit, slot);
            missing.insert(slot, unit);
        }
        missing
    }
}

impl Carried {
    pub(super) fn new(files: [Box<dyn ScratchFile>; 2]) -> Self {
        Carried { files, slots: Vec::new(), reading: Reading::default() }
    }

    /// Begins a stage, whose units read these of the stage before, in the order in which they are
    /// run; each of those carried `size` numbers over. There is memory for `most` numbers.
    pub(super) fn begin(&mut self, read: &[&[usize]], size: usize, most: usize) {
        let mut uses = Vec::new();
        for (time, units) in read.iter().enumerate() {
            for &unit in *units {
                if uses.len() <= unit {
                    uses.resize_with(unit + 1, Vec::new);
                }
                uses[unit].push(time);
            }
        }
        let longest = read.iter().map(|units| units.len()).max().unwrap_or(0);
        let most = most.checked_div(size).map_or(0, |slots| slots.max(longest).min(uses.len()));
        grow(&mut self.slots, most * size);
        self.reading = Reading { size, uses, most, ..Reading::default() };
    }

    /// Returns how many of the next units can be run together: those that read no more units than
    /// there are slots. At least one.
    pub(super) fn batch(&self, read: &[Vec<usize>]) -> usize {
        if self.reading.size == 0 {
            return read.len();
        }
        let mut all = BTreeSet::new();
        let fits = |units: &&Vec<usize>| {
            all.extend(units.iter().copied());
            all.len() <= self.reading.most
        };
        read.iter().take_while(fits).count().max(1)
    }

    /// Brings what the next units read into memory; `stage` is their own. Returns the place of each
    /// unit that each reads.
    pub(super) fn fetch(
        &mut self,
        stage: usize,
        read: &[Vec<usize>],
    ) -> Result<Vec<Vec<u32>>, Unanswered> {
        let Carried { files, slots, reading } = self;
        let size = reading.size;
        if size == 0 {
            return Ok(read.iter().map(|units| vec![0; units.len()]).collect());
        }
        let mut needed: Vec<usize> = read.iter().flatten().copied().collect();
        needed.sort_unstable();
        needed.dedup();
        reading.now += read.len();
        let missing = reading.place(&needed);
        let file = &*files[(stage + 1) % 2];
        let places = slots.chunks_mut(size).enumerate();
        let missing: Vec<_> =
            places.filter_map(|(slot, place)| Some((*missing.get(&slot)?, place))).collect();
        missing
            .into_par_iter()
            .try_for_each(|(unit, place)| numbers::read(file, unit * size, place))?;
        let place = |unit: &usize| reading.slot_of[unit] as u32;
        Ok(read.iter().map(|units| units.iter().map(place).collect()).collect())
    }

    /// Returns the places.
    pub(super) fn places(&self) -> &[i32] {
        &self.slots
    }

    /// Writes the numbers of these units of a stage.
    pub(super) fn write(
        &self,
        stage: usize,
        units: &Range<usize>,
        carry: &[i32],
    ) -> Result<(), Unanswered> {
        let size = carry.len() / units.len().max(1);
        numbers::write(&*self.files[stage % 2], units.start * size, carry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_that_is_read_last_makes_room() {
        let read = [vec![0, 1], vec![0, 2], vec![1, 3], vec![0, 1]];
        let mut uses = vec![Vec::new(); 4];
        for (time, units) in read.iter().enumerate() {
            units.iter().for_each(|&unit| uses[unit].push(time));
        }
        let mut reading = Reading { size: 1, uses, most: 3, ..Reading::default() };
        let mut missing = |time: usize| {
            reading.now = time + 1;
            let missing = reading.place(&read[time]);
            missing.into_values().collect::<Vec<usize>>()
        };
        assert_eq!(missing(0), [0, 1]);
        assert_eq!(missing(1), [2]);
        // 2 is read no more, and 0 is.
        assert_eq!(missing(2), [3]);
        assert_eq!(missing(3), [0usize; 0]);
    }
}
