//! Writing a table with all threads.

use rayon::prelude::*;
use shuban_core::Record;
use shuban_store::{TableEncoder, TableWriter};

use crate::threads::ScratchPool;

/// Blocks that a thread encodes at a time, of records that are there.
const BLOCKS: usize = 64;

/// Blocks that a thread works out and encodes at a time: so few that they take no memory to speak of
/// beside what they are worked out from.
const FEW_BLOCKS: usize = 16;

/// Tables of fewer records are written in a moment, by one thread: they are to take no memory for
/// others.
const MANY: u64 = 1 << 22;

/// Writes a table whose records come in pieces: all threads encode whole blocks, and one appends
/// them.
pub(crate) struct StreamedTable<'w, R> {
    table: TableWriter<'w>,
    encoder: TableEncoder<R>,
    encoders: ScratchPool<TableEncoder<R>>,
}

impl<'w, R: Record> StreamedTable<'w, R> {
    pub(crate) fn new(table: TableWriter<'w>) -> Result<Self, shuban_store::Error> {
        let encoder = table.encoder::<R>()?;
        Ok(StreamedTable { table, encoder, encoders: ScratchPool::default() })
    }

    /// Appends these records.
    pub(crate) fn push(&mut self, records: &[R]) -> Result<(), shuban_store::Error> {
        let per_block = self.encoder.records_per_block();
        // What fills up a block that is begun; an empty one is encoded like the rest.
        let room = self.table.block_room() % per_block;
        let (first, rest) = records.split_at(room.min(records.len()));
        self.table.push_records(first.iter().copied())?;
        let (whole, last) = rest.split_at(rest.len() / per_block * per_block);
        let encoded = (whole.par_chunks(per_block * BLOCKS))
            .map(|records| self.encoders.lend(|| self.encoder.another()).encode(records))
            .collect::<Result<Vec<_>, _>>()?;
        encoded.iter().try_for_each(|blocks| self.table.append(blocks))?;
        self.table.push_records(last.iter().copied())
    }

    /// Appends the records of ranks 0 to `len`, behind whole blocks or as the first ones: each thread
    /// works out and encodes a few blocks at a time. `after` is told how many records are done, and
    /// may call the work off.
    pub(crate) fn push_ranks<E: From<shuban_store::Error>>(
        &mut self,
        len: u64,
        record: impl Fn(u64) -> R + Sync,
        mut after: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<(), E> {
        if len < MANY {
            self.table.push_records((0..len).map(record))?;
            return after(len);
        }
        let each = self.encoder.records_per_block() * FEW_BLOCKS;
        let most = (each * rayon::current_num_threads()) as u64;
        let mut first = 0;
        while first < len {
            let end = len.min(first + most);
            let pieces = (first..end).step_by(each).collect::<Vec<u64>>().into_par_iter();
            let encoded = pieces.map(|first| {
                let ranks = first..end.min(first + each as u64);
                let records: Vec<R> = ranks.map(&record).collect();
                self.encoders.lend(|| self.encoder.another()).encode(&records)
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

    use shuban_core::Interval;
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
                let mut table = StreamedTable::new(table).unwrap();
                let mut done = 0;
                let after = |now| {
                    done = now;
                    Ok::<_, shuban_store::Error>(())
                };
                table.push_ranks(len, record, after).unwrap();
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
