//! Look-ups of the reader of engines in a file in memory, beside those of the store: `cargo bench -p shuban-probe`.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_core::{Interval, Random, Record};
use shuban_probe::{FileReader, Step, TablePlace};
use shuban_store::{Account, CacheSize, Database, Options, Subject, Writer};
use shuban_store_testing::MemoryDisk;

fn main() {
    divan::main();
}

const POSITIONS: u64 = 2_000_000;

/// Positions of a question: as many as a position with all its rolls and moves has after them.
const QUESTION: usize = 100;

fn path() -> &'static Path {
    Path::new("/data/game/large.shuban")
}

/// A layer of two million positions with bounds that are close to each other, compressed.
static DISK: LazyLock<MemoryDisk> = LazyLock::new(|| {
    let disk = MemoryDisk::default();
    let subject = Subject { domain: "game/large".into(), ..Subject::default() };
    let files = Arc::new(disk.clone());
    let mut writer = Writer::create(files, path(), subject, Options::default()).unwrap();
    let mut table = writer.table("values", Interval::<i32>::columns(), POSITIONS).unwrap();
    let mut random = Random::new(1);
    let mut value = || {
        let lower = random.below(1 << 30) as i32;
        Interval { lower, upper: lower + random.below(64) as i32 }
    };
    table.push_records((0..POSITIONS).map(|_| value())).unwrap();
    table.finish().unwrap();
    writer.publish(Account::default()).unwrap();
    disk
});

/// Ranks of a question: near each other, as those of the positions after a move, or anywhere.
fn ranks(random: &mut Random, width: u64) -> Vec<u64> {
    let first = random.below(POSITIONS - width);
    (0..QUESTION).map(|_| first + random.below(width)).collect()
}

/// An open file of which all is in memory.
struct Engine {
    bytes: Vec<u8>,
    file: FileReader,
    table: TablePlace,
}

impl Engine {
    fn new() -> Self {
        let bytes = DISK.contents(path()).unwrap();
        let mut file = FileReader::new(bytes.len() as u64);
        let table = loop {
            match file.table("values").unwrap() {
                Step::Answer(table) => break table,
                Step::Need(part) => give(&mut file, &bytes, part),
            }
        };
        Engine { bytes, file, table }
    }

    fn ask(&mut self, ranks: &[u64]) -> u64 {
        let (mut row, mut sum) = ([0; 2], 0);
        for &rank in ranks {
            while let Step::Need(part) = self.file.row(&self.table, rank, &mut row).unwrap() {
                give(&mut self.file, &self.bytes, part);
            }
            sum ^= row[0];
        }
        self.file.tidy();
        sum
    }
}

fn give(file: &mut FileReader, bytes: &[u8], part: std::ops::Range<u64>) {
    file.give(part.start, bytes[part.start as usize..part.end as usize].to_vec());
}

const WIDTHS: [u64; 2] = [10_000, POSITIONS];

#[divan::bench(args = WIDTHS)]
fn by_the_reader_of_engines(bencher: Bencher<'_, '_>, width: u64) {
    let (mut engine, mut random) = (Engine::new(), Random::new(2));
    bencher
        .counter(ItemsCount::new(QUESTION))
        .with_inputs(|| ranks(&mut random, width))
        .bench_local_values(|ranks| engine.ask(&ranks));
}

#[divan::bench(args = WIDTHS)]
fn by_the_store(bencher: Bencher<'_, '_>, width: u64) {
    let database = Database::open_with(&*DISK, path(), CacheSize(4 << 20)).unwrap();
    let (table, mut random) = (database.table("values").unwrap(), Random::new(2));
    bencher
        .counter(ItemsCount::new(QUESTION))
        .with_inputs(|| ranks(&mut random, width))
        .bench_local_values(|ranks| {
            let mut row = [0; 2];
            ranks.iter().fold(0, |sum, &rank| {
                table.row(rank, &mut row).unwrap();
                sum ^ row[0]
            })
        });
}
