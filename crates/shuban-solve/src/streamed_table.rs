//! Writing a table with all threads.

use std::ops::Range;

use rayon::prelude::*;
use shuban_core::Unanswered;
use shuban_core::erased::Records;
use shuban_store::{TableEncoder, TableWriter};

use crate::threads::ScratchPool;

/// Number of blocks of given records that a thread encodes at a time.
const BLOCKS: usize = 64;

/// Number of blocks that a thread computes and encodes at a time: so few that their memory is
/// negligible beside that of their input.
const FEW_BLOCKS: usize = 16;

/// Tables of fewer records are written by one thread, without memory for others, since they take
/// little time.
const MANY: u64 = 1 << 22;

/// A writer of a table in pieces: all threads encode whole blocks, and one appends them.
pub(crate) struct StreamedTable<'w> {
    table: TableWriter<'w>,
    encoder: TableEncoder,
    encoders: ScratchPool<TableEncoder>,
}

/// Consecutive rows, in pieces.
pub(crate) trait Pieces: Sync {
    /// Returns the number of rows.
    fn len(&self) -> usize;

    /// Writes rows column by column: number `i` of column `c` to `columns[c * stride + i]`.
    fn fill(&self, rows: Range<usize>, columns: &mut [u64], stride: usize);
}

/// Rows by part and rank, of which only those fetched last need be in memory.
pub trait RowsByRank: Sync {
    /// Brings the rows of some ranks into memory.
    ///
    /// # Errors
    /// [`Unanswered`] if the disk fails.
    fn fetch(&mut self, _part: usize, _ranks: Range<u64>) -> Result<(), Unanswered> {
        Ok(())
    }

    /// Writes a fetched row.
    fn row(&self, part: usize, rank: u64, row: &mut [u64]);
}

/// Rows that are all in memory.
impl<F: Fn(usize, u64, &mut [u64]) + Sync> RowsByRank for F {
    fn row(&self, part: usize, rank: u64, row: &mut [u64]) {
        self(part, rank, row);
    }
}

/// The records of consecutive units.
impl Pieces for [Records] {
    fn len(&self) -> usize {
        self.iter().map(Records::len).sum()
    }

    fn fill(&self, rows: Range<usize>, columns: &mut [u64], stride: usize) {
        let mut before = 0;
        for piece in self {
            let (start, end) = (rows.start.max(before), rows.end.min(before + piece.len()));
            if start < end {
                let at = start - rows.start;
                piece.to_columns(start - before..end - before, at, stride, columns);
            }
            before += piece.len();
            if before >= rows.end {
                return;
            }
        }
    }
}

/// The ids of values, one a row.
impl Pieces for [u32] {
    fn len(&self) -> usize {
        <[u32]>::len(self)
    }

    fn fill(&self, rows: Range<usize>, columns: &mut [u64], _stride: usize) {
        columns.iter_mut().zip(&self[rows]).for_each(|(number, id)| *number = u64::from(*id));
    }
}

impl<'w> StreamedTable<'w> {
    pub(crate) fn new(table: TableWriter<'w>) -> Self {
        let encoder = table.encoder();
        StreamedTable { table, encoder, encoders: ScratchPool::default() }
    }

    /// Appends these rows.
    pub(crate) fn push(
        &mut self,
        rows: &(impl Pieces + ?Sized),
    ) -> Result<(), shuban_store::Error> {
        let per_block = self.encoder.records_per_block();
        let len = rows.len();
        // The rows that fill up a begun block; an empty one is encoded like the rest.
        let room = self.table.block_room() % per_block;
        let first = room.min(len);
        let last = first + (len - first) / per_block * per_block;
        self.push_few(rows, 0..first)?;
        let each = per_block * BLOCKS;
        let pieces = (first..last).step_by(each).collect::<Vec<usize>>().into_par_iter();
        let encoded = pieces
            .map(|start| {
                let count = each.min(last - start);
                self.encoders.lend(|| self.encoder.another()).encode(
                    count,
                    &mut |range, columns, stride| {
                        rows.fill(start + range.start..start + range.end, columns, stride);
                    },
                )
            })
            .collect::<Result<Vec<_>, _>>()?;
        encoded.iter().try_for_each(|blocks| self.table.append(blocks))?;
        self.push_few(rows, last..len)
    }

    /// Appends rows of less than a block.
    fn push_few(
        &mut self,
        rows: &(impl Pieces + ?Sized),
        range: Range<usize>,
    ) -> Result<(), shuban_store::Error> {
        if range.is_empty() {
            return Ok(());
        }
        let (count, stride) = (self.encoder.columns(), range.len());
        let mut columns = vec![0; count * stride];
        rows.fill(range, &mut columns, stride);
        let mut row = vec![0; count];
        for place in 0..stride {
            row.iter_mut().enumerate().for_each(|(column, number)| {
                *number = columns[column * stride + place];
            });
            self.table.push(&row)?;
        }
        Ok(())
    }

    /// Appends the rows of a part from rank 0 to `len`, after whole blocks or as the first ones: each
    /// thread computes and encodes a few blocks at a time. `after` gets the number of rows done, and
    /// may interrupt the work.
    pub(crate) fn push_ranks<E: From<shuban_store::Error> + From<Unanswered>>(
        &mut self,
        (part, len): (usize, u64),
        rows: &mut dyn RowsByRank,
        mut after: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let count = self.encoder.columns();
        if len < MANY {
            let mut numbers = vec![0; count];
            rows.fetch(part, 0..len)?;
            for rank in 0..len {
                rows.row(part, rank, &mut numbers);
                self.table.push(&numbers)?;
            }
            return after(len);
        }
        let each = self.encoder.records_per_block() * FEW_BLOCKS;
        let most = (each * rayon::current_num_threads()) as u64;
        let mut first = 0;
        while first < len {
            let end = len.min(first + most);
            rows.fetch(part, first..end)?;
            let rows = &*rows;
            let pieces = (first..end).step_by(each).collect::<Vec<u64>>().into_par_iter();
            let encoded = pieces.map(|first| {
                let records = (end - first).min(each as u64) as usize;
                let mut numbers = vec![0; count];
                self.encoders.lend(|| self.encoder.another()).encode(
                    records,
                    &mut |range, columns, stride| {
                        for (place, rank) in range.enumerate() {
                            rows.row(part, first + rank as u64, &mut numbers);
                            for (column, number) in numbers.iter().enumerate() {
                                columns[column * stride + place] = *number;
                            }
                        }
                    },
                )
            });
            let encoded = encoded.collect::<Result<Vec<_>, _>>()?;
            encoded.iter().try_for_each(|blocks| self.table.append(blocks))?;
            first = end;
            after(end)?;
        }
        Ok(())
    }

    /// Ends the table.
    pub(crate) fn finish(self) -> Result<(), shuban_store::Error> {
        self.table.finish()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use shuban_core::{Interval, Record};
    use shuban_store::{Account, Options, PartEntry, Subject, Writer};
    use shuban_store_testing::MemoryDisk;

    use super::*;

    #[test]
    fn all_threads_write_what_one_writes() {
        let (disk, len) = (MemoryDisk::default(), MANY + 777);
        let name = || "many".to_owned();
        let subject =
            Subject { domain: name(), family: name(), game: name(), ..Subject::default() };
        let record = |rank: u64| {
            let lower = (rank.wrapping_mul(0x9e37_79b9) >> 8) as i32 & 0xff_ffff;
            Interval { lower, upper: lower + rank as i32 % 7 }
        };
        let write = |path: &str, by_all: bool| {
            let path = Path::new(path);
            let files = Arc::new(disk.clone());
            let mut writer =
                Writer::create(files, path, subject.clone(), Options::default()).unwrap();
            let mut table = writer.table("many", Interval::<i32>::columns(), len).unwrap();
            if by_all {
                let mut table = StreamedTable::new(table);
                let mut done = 0;
                let after = |now| {
                    done = now;
                    Ok::<_, crate::Error>(())
                };
                let mut rows = |_: usize, rank: u64, row: &mut [u64]| record(rank).to_columns(row);
                table.push_ranks((0, len), &mut rows, after).unwrap();
                table.finish().unwrap();
                assert_eq!(done, len);
            } else {
                table.push_records((0..len).map(record)).unwrap();
                table.finish().unwrap();
            }
            let part = PartEntry {
                name: name(),
                positions: len,
                sections: vec![name()],
                ..PartEntry::default()
            };
            writer.publish(Account { parts: vec![part], ..Account::default() }).unwrap();
            disk.contents(path).unwrap()
        };
        assert!(write("/one", false) == write("/all", true));
    }
}
