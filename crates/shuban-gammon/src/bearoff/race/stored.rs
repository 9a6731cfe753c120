//! The worths of a layer's positions in a scratch file, block by block as they are computed.

use std::marker::PhantomData;
use std::ops::Range;

use shuban_core::tabulate::ScratchFile;
use shuban_core::{Record, Unanswered};

use super::sides::{Group, Sides};

/// Most columns of a worth.
const MOST_COLUMNS: usize = 8;

/// The file. In a block, the sides about to roll follow one another, each with the worths of its
/// positions against all sides that wait; but two sides of an earlier layer are left out.
pub(super) struct Stored<W> {
    file: Box<dyn ScratchFile>,
    /// The place of each block, by the group of the side that waits and then that about to roll.
    places: Vec<Vec<u64>>,
    worth: PhantomData<fn() -> W>,
}

/// The positions of a block that are stored.
#[derive(Clone, Copy)]
pub(super) struct StoredBlock<'a> {
    pub(super) waiting: &'a Group,
    pub(super) rolling: &'a Group,
}

impl StoredBlock<'_> {
    /// The sides that wait whose positions with this side about to roll are stored.
    pub(super) fn waiters(&self, roller: usize) -> Range<usize> {
        let first = if roller < self.rolling.old { self.waiting.old } else { 0 };
        first..self.waiting.len()
    }

    /// Number of positions before those of a side about to roll.
    pub(super) fn before(&self, roller: usize) -> usize {
        let old = roller.min(self.rolling.old);
        old * (self.waiting.len() - self.waiting.old) + (roller - old) * self.waiting.len()
    }

    /// Number of positions.
    pub(super) fn len(&self) -> usize {
        self.before(self.rolling.len())
    }
}

impl<W: Record> Stored<W> {
    /// Lays out a file; the blocks follow one another in the order in which they are computed.
    pub(super) fn new(
        file: Box<dyn ScratchFile>,
        sides: &Sides,
        order: impl Iterator<Item = (usize, usize)>,
    ) -> Self {
        let groups = &sides.groups;
        let mut places = vec![vec![0; groups.len()]; groups.len()];
        let mut end = 0;
        for (waiting, rolling) in order {
            places[waiting][rolling] = end;
            let block = StoredBlock { waiting: &groups[waiting], rolling: &groups[rolling] };
            end += (block.len() * record_bytes::<W>()) as u64;
        }
        Stored { file, places, worth: PhantomData }
    }

    /// Writes the records of a block.
    pub(super) fn write(
        &self,
        (waiting, rolling): (usize, usize),
        records: &[u8],
    ) -> Result<(), Unanswered> {
        self.file.write_at(records, self.places[waiting][rolling])
    }

    /// Reads the positions of a side about to roll against those that wait of one group: `put` gets
    /// the place of each in its group, and the worth.
    pub(super) fn read(
        &self,
        sides: &Sides,
        (waiting, rolling): (usize, usize),
        roller: usize,
        bytes: &mut Vec<u8>,
        mut put: impl FnMut(usize, W),
    ) -> Result<(), Unanswered> {
        let groups = &sides.groups;
        let block = StoredBlock { waiting: &groups[waiting], rolling: &groups[rolling] };
        let (waiters, each) = (block.waiters(roller), record_bytes::<W>());
        bytes.resize(waiters.len() * each, 0);
        let place = self.places[waiting][rolling] + (block.before(roller) * each) as u64;
        self.file.read_at(bytes, place)?;
        for (waiter, record) in waiters.zip(bytes.chunks_exact(each)) {
            put(waiter, read_record(record));
        }
        Ok(())
    }
}

/// Bytes of a record.
pub(super) fn record_bytes<W: Record>() -> usize {
    W::columns().iter().map(|column| column.bits.div_ceil(8) as usize).sum()
}

/// Writes a record into as many bytes.
#[inline(always)]
pub(super) fn write_record<W: Record>(record: &W, mut bytes: &mut [u8]) {
    let columns = W::columns();
    let mut raw = [0; MOST_COLUMNS];
    record.to_columns(&mut raw[..columns.len()]);
    for (column, number) in columns.iter().zip(raw) {
        let (these, rest) = bytes.split_at_mut(column.bits.div_ceil(8) as usize);
        these.copy_from_slice(&number.to_le_bytes()[..these.len()]);
        bytes = rest;
    }
}

/// The inverse of [`write_record`].
#[inline(always)]
fn read_record<W: Record>(mut bytes: &[u8]) -> W {
    let columns = W::columns();
    let mut raw = [0; MOST_COLUMNS];
    for (column, number) in columns.iter().zip(&mut raw) {
        let (these, rest) = bytes.split_at(column.bits.div_ceil(8) as usize);
        let mut all = [0; 8];
        all[..these.len()].copy_from_slice(these);
        *number = u64::from_le_bytes(all);
        bytes = rest;
    }
    W::from_columns(&raw[..columns.len()])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::bearoff::Equities;

    proptest! {
        #[test]
        fn records_are_read_as_written(kinds in any::<[i16; 4]>()) {
            let [cubeless, owned, centred, opponent] = kinds;
            let record = Equities { cubeless, owned, centred, opponent };
            let mut bytes = vec![0; record_bytes::<Equities>()];
            write_record(&record, &mut bytes);
            prop_assert_eq!(bytes.len(), 8);
            prop_assert_eq!(read_record::<Equities>(&bytes), record);
        }
    }
}
