//! Files far away: what will be read is fetched before, several parts at once.

use std::io;
use std::sync::{Arc, Mutex};

use shuban_store::{CodecName, Database, FileSystem, Options, ReadAt, Table, Writer};
use shuban_store_testing::MemoryDisk;

use crate::common::{account, column, path, subject};
use crate::opened::OpenedBy;

/// A part of a file: its offset and its length.
type Part = (u64, usize);

/// Requests to a file far away.
#[derive(Debug, Default)]
struct Asked {
    /// The parts that were fetched, grouped by call.
    fetched: Vec<Vec<Part>>,
    read: Vec<Part>,
}

struct FarFile {
    file: Box<dyn ReadAt>,
    asked: Arc<Mutex<Asked>>,
}

impl ReadAt for FarFile {
    fn len(&self) -> u64 {
        self.file.len()
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        self.asked.lock().unwrap().read.push((offset, buffer.len()));
        self.file.read_at(buffer, offset)
    }

    fn is_far(&self) -> bool {
        true
    }

    fn expect(&self, spans: &[Part]) {
        // Nothing is fetched for no part.
        if !spans.is_empty() {
            self.asked.lock().unwrap().fetched.push(spans.to_vec());
        }
    }
}

const PER_BLOCK: u64 = 8;
/// Blocks of the table: three pieces of its block table are full, and the last is not.
const BLOCKS: u64 = 200;
const ROWS: u64 = BLOCKS * PER_BLOCK;

/// Returns a disk with a table of the given number of blocks.
fn written(blocks: u64) -> MemoryDisk {
    let (disk, rows) = (MemoryDisk::default(), blocks * PER_BLOCK);
    let options = Options { block_size: 64, compression: None };
    let subject = subject("half-gammon/contact-2-1");
    let mut writer = Writer::create(Arc::new(disk.clone()), path(), subject, options).unwrap();
    let columns = [column("value", 64, CodecName::Unsigned, 0)];
    let mut table = writer.table("values", &columns, rows).unwrap();
    (0..rows).for_each(|rank| table.push(&[rank * rank]).unwrap());
    table.finish().unwrap();
    writer.publish(account()).unwrap();
    disk
}

/// Returns a table in a file far away, before anything of it was read.
fn far_table(blocks: u64) -> (Table, Arc<Mutex<Asked>>) {
    let disk = written(blocks);
    let asked = Arc::<Mutex<Asked>>::default();
    let far = {
        let asked = Arc::clone(&asked);
        move |file: io::Result<Box<dyn ReadAt>>| {
            let asked = Arc::clone(&asked);
            file.map(|file| Box::new(FarFile { file, asked }) as Box<dyn ReadAt>)
        }
    };
    let table = Database::open(&OpenedBy(disk, far), path()).unwrap().table("values").unwrap();
    assert!(table.is_far());
    assert_eq!(table.records_per_block(), PER_BLOCK);
    std::mem::take(&mut *asked.lock().unwrap());
    (table, asked)
}

/// Reads the first record of each of these blocks; returns what was fetched and read since the last time.
fn read(table: &Table, blocks: &[u64], asked: &Mutex<Asked>) -> Asked {
    let mut row = [0];
    for rank in blocks.iter().map(|block| block * PER_BLOCK) {
        table.row(rank, &mut row).unwrap();
        assert_eq!(row, [rank * rank]);
    }
    std::mem::take(&mut *asked.lock().unwrap())
}

#[test]
fn exactly_what_will_be_read_is_fetched_in_two_steps() {
    let (table, asked) = far_table(BLOCKS);
    let blocks = [3, 5, 70, BLOCKS - 1];
    // In any order, twice, and beyond the table.
    let ranks =
        [71 * PER_BLOCK - 1, ROWS - 1, 3 * PER_BLOCK, 5 * PER_BLOCK, 3 * PER_BLOCK + 1, ROWS];
    table.expect(ranks).unwrap();
    let Asked { fetched, read } = read(&table, &blocks, &asked);
    // Three pieces of the block table, and the blocks that they tell.
    assert_eq!(fetched.iter().map(Vec::len).collect::<Vec<_>>(), [3, 4]);
    assert_eq!(fetched.concat(), read);
}

#[test]
fn what_is_in_memory_is_not_fetched_again() {
    let (table, asked) = far_table(BLOCKS);
    table.expect([3 * PER_BLOCK]).unwrap();
    read(&table, &[3], &asked);
    // One block is in memory; where the next one is stored is known, and not where the last one is.
    table.expect([3, 6, BLOCKS - 1].map(|block| block * PER_BLOCK)).unwrap();
    let found = read(&table, &[3, BLOCKS - 1, 6], &asked);
    assert_eq!(found.fetched.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2]);
    let mut fetched = found.fetched.concat();
    fetched.sort_unstable();
    let mut read = found.read;
    read.sort_unstable();
    assert_eq!(fetched, read);
}

#[test]
fn a_table_that_is_read_in_order_is_fetched_at_once() {
    let (table, asked) = far_table(BLOCKS);
    table.for_each_row(0..ROWS, |rank, row| assert_eq!(row, [rank * rank])).unwrap();
    let Asked { fetched, read } = std::mem::take(&mut *asked.lock().unwrap());
    assert_eq!(fetched.iter().map(Vec::len).collect::<Vec<_>>(), [4, BLOCKS as usize]);
    assert_eq!(fetched.concat(), read);
}

#[test]
fn a_long_table_that_is_read_in_order_is_fetched_group_by_group() {
    let (table, asked) = far_table(1_100);
    table.for_each_row(0..1_100 * PER_BLOCK, |_, _| ()).unwrap();
    let Asked { fetched, .. } = std::mem::take(&mut *asked.lock().unwrap());
    // The pieces of the block table for each group, and its blocks.
    assert_eq!(fetched.iter().map(Vec::len).collect::<Vec<_>>(), [8, 512, 8, 512, 2, 76]);
}

#[test]
fn of_a_file_that_is_near_nothing_is_read_before_its_time() {
    let disk = written(BLOCKS);
    let table = Database::open(&disk, path()).unwrap().table("values").unwrap();
    assert!(!disk.is_far(path()) && !table.is_far());
    let reads = disk.reads();
    table.expect(0..ROWS).unwrap();
    assert_eq!(disk.reads(), reads);
}
