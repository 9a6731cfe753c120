//! Tiles: what the units of one group compute and those of another read.

use std::ops::Range;

use shuban_core::Unanswered;
use shuban_core::erased::SweepPlan;
use shuban_core::sweep::Handed;

use super::group::Group;
use crate::iterate::Steps;

/// The numbers that a reader gets from a group of writers: one after the other in its inbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Lot {
    /// Its place in the reader's inbox. (An inbox is in memory beside many others.)
    at: u32,
    len: u32,
    /// Its place among all that the group hands on.
    start: usize,
}

/// Returns the bytes of the lots of all readers and groups of writers, given their counts.
pub(super) fn lots_bytes(readers: usize, groups: usize) -> u64 {
    (readers as u64).saturating_mul(groups as u64).saturating_mul(size_of::<Lot>() as u64)
}

/// The readers of one part, and all that they read.
pub(super) struct Tiles {
    /// The number of the first reader of each stage.
    bases: Vec<usize>,
    /// By reader: its group, and the place of its inbox among those of the group.
    readers: Vec<(usize, usize)>,
    /// By group of readers.
    regions: Vec<Region>,
    /// By group of writers, and by reader.
    lots: Vec<Vec<Lot>>,
    /// By group of writers, and by group of readers: the tile's place among all that the group of
    /// writers hands on.
    tiles: Vec<Vec<Range<usize>>>,
}

/// The tiles of a group of readers, in the order of the writers.
struct Region {
    /// The readers.
    readers: Range<usize>,
    /// Numbers of all their inboxes.
    inboxes: usize,
    /// Its place in the file.
    first: usize,
    /// By group of writers: the tile's place in the region.
    tiles: Vec<usize>,
    /// Numbers of all tiles.
    len: usize,
}

/// Units that read, or that write.
pub(super) struct Side<'a> {
    pub(super) steps: &'a Steps,
    pub(super) groups: &'a [Group],
}

impl Tiles {
    /// Finds the tiles of a part's readers. `part` is the writers'.
    pub(super) fn new(
        plan: &dyn SweepPlan,
        readers: &Side<'_>,
        writers: &Side<'_>,
        part: usize,
    ) -> Result<Self, Unanswered> {
        let mut bases = vec![0];
        for stage in &readers.steps.stages {
            bases.push(bases[bases.len() - 1] + stage.units);
        }
        let mut places = vec![(0, 0); bases[bases.len() - 1]];
        let mut regions = Vec::new();
        for (number, group) in readers.groups.iter().enumerate() {
            let inbox = readers.steps.stages[group.stage].inbox;
            let base = bases[group.stage];
            let units = base + group.units.start..base + group.units.end;
            for (at, place) in places[units.clone()].iter_mut().enumerate() {
                *place = (number, at * inbox);
            }
            let inboxes = units.len() * inbox;
            regions.push(Region { readers: units, inboxes, first: 0, tiles: Vec::new(), len: 0 });
        }
        let mut all =
            Tiles { bases, readers: places, regions, lots: Vec::new(), tiles: Vec::new() };
        for group in writers.groups {
            let lots = all.lots_of(plan, part, group)?;
            all.add(lots);
        }
        let mut first = 0;
        for region in &mut all.regions {
            (region.first, first) = (first, first + region.len);
        }
        Ok(all)
    }

    /// Finds what each reader gets from a group.
    fn lots_of(
        &self,
        plan: &dyn SweepPlan,
        part: usize,
        group: &Group,
    ) -> Result<Vec<Lot>, Unanswered> {
        let mut lots = vec![Lot::default(); self.readers.len()];
        let mut has_gap = false;
        for unit in group.units.clone() {
            plan.hands_on(part, group.stage, unit, &mut |handed: Handed<'_>| {
                let lot = &mut lots[self.bases[handed.stage] + handed.unit];
                let (at, len) = (handed.at as u32, handed.len() as u32);
                if lot.len == 0 {
                    lot.at = at;
                }
                has_gap |= lot.at + lot.len != at;
                lot.len += len;
            });
        }
        // A law of the conformance suite.
        let reason = "what a unit reads of others does not lie in their order";
        if has_gap { Err(Unanswered::because(reason)) } else { Ok(lots) }
    }

    /// Adds the lots of the next group of writers.
    fn add(&mut self, mut lots: Vec<Lot>) {
        let mut start = 0;
        let mut tiles = Vec::new();
        for region in &mut self.regions {
            let first = start;
            for lot in &mut lots[region.readers.clone()] {
                (lot.start, start) = (start, start + lot.len as usize);
            }
            region.tiles.push(region.len);
            region.len += start - first;
            tiles.push(first..start);
        }
        self.lots.push(lots);
        self.tiles.push(tiles);
    }

    /// Returns the length of the longest inboxes of a group of readers, and of the longest output of
    /// a group of writers.
    pub(super) fn longest(&self) -> [usize; 2] {
        let inboxes = self.regions.iter().map(|region| region.inboxes.max(region.len));
        let outputs = self.tiles.iter().filter_map(|tiles| tiles.last()).map(|last| last.end);
        [inboxes.max().unwrap_or(0), outputs.max().unwrap_or(0)]
    }

    /// Returns the place in the file of all that a group of readers reads.
    pub(super) fn region(&self, readers: usize) -> Range<usize> {
        let region = &self.regions[readers];
        region.first..region.first + region.len
    }

    /// Returns the length of the inboxes of a group of readers.
    pub(super) fn inboxes(&self, readers: usize) -> usize {
        self.regions[readers].inboxes
    }

    /// Returns the place of a reader's inbox among those of its group.
    pub(super) fn place(&self, stage: usize, unit: usize) -> usize {
        self.readers[self.bases[stage] + unit].1
    }

    /// Copies what one reader of a group reads from the tiles of its region to its inbox.
    pub(super) fn unpack(&self, readers: usize, at: usize, region: &[i32], inbox: &mut [i32]) {
        let Region { readers: units, tiles, .. } = &self.regions[readers];
        for ((lots, outputs), &tile) in self.lots.iter().zip(&self.tiles).zip(tiles) {
            let Lot { at, len, start } = lots[units.start + at];
            let (at, len) = (at as usize, len as usize);
            let from = tile + start - outputs[readers].start;
            inbox[at..at + len].copy_from_slice(&region[from..from + len]);
        }
    }

    /// Hands on the values of some units of a group of writers.
    pub(super) fn hand_on(
        &self,
        (plan, part): (&dyn SweepPlan, usize),
        (writers, group): (usize, &Group),
        units: &Range<usize>,
        values: &[i32],
        to: &mut HandedOn<'_>,
    ) {
        let lots = &self.lots[writers];
        for (values, unit) in values.chunks(values.len() / units.len()).zip(units.clone()) {
            plan.hands_on(part, group.stage, unit, &mut |handed: Handed<'_>| {
                let reader = self.bases[handed.stage] + handed.unit;
                let (readers, place) = self.readers[reader];
                if to.now == Some(readers) {
                    handed.copy(values, &mut to.inboxes[place + handed.at..]);
                } else if to.now.is_none_or(|now| now < readers) {
                    let Lot { at, start, .. } = lots[reader];
                    handed.copy(values, &mut to.output[start + handed.at - at as usize..]);
                }
            });
        }
    }

    /// Passes on the tiles of a group of writers to groups of readers after `now`, or to all: the
    /// place among all that the group hands on, and that in the file.
    pub(super) fn tiles_after(
        &self,
        writers: usize,
        now: Option<usize>,
    ) -> impl Iterator<Item = (Range<usize>, usize)> {
        let first = now.map_or(0, |now| now + 1);
        let tiles = self.tiles[writers].iter().zip(&self.regions).skip(first);
        tiles.map(move |(tile, region)| (tile.clone(), region.first + region.tiles[writers]))
    }
}

/// The places where values are handed on to.
pub(super) struct HandedOn<'a> {
    /// The group of readers that is run now, if any: only it and those after it read the values.
    pub(super) now: Option<usize>,
    /// The inboxes of that group.
    pub(super) inboxes: &'a mut [i32],
    /// All that the group of writers hands on.
    pub(super) output: &'a mut [i32],
}
