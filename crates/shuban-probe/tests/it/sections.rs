//! Tables and streams of all shapes.

use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use shuban_core::Section;
use shuban_probe::container::{CodecName, ColumnEntry};
use shuban_probe::{Error, FileReader};
use shuban_store::{Account, Options, Subject, Writer};
use shuban_store_testing::MemoryDisk;

use crate::wire::Wire;

/// A table: its columns' widths, and its records, in a file with a stream beside it.
#[derive(Clone, Debug)]
pub(crate) struct Content {
    widths: Vec<u8>,
    rows: Vec<u64>,
    entries: Vec<Vec<u8>>,
}

impl Content {
    fn row(&self, rank: usize) -> Vec<u64> {
        let number = |(column, bits): (usize, &u8)| {
            self.rows[rank].rotate_left(7 * column as u32) >> (64 - u32::from(*bits))
        };
        self.widths.iter().enumerate().map(number).collect()
    }

    pub(crate) fn bytes(&self, options: Options) -> Vec<u8> {
        let (disk, path) = (MemoryDisk::default(), Path::new("/data/some/layer.shuban"));
        let subject = Subject { domain: "some/layer".to_owned(), ..Subject::default() };
        let mut writer = Writer::create(Arc::new(disk.clone()), path, subject, options).unwrap();
        let column = |(number, bits): (usize, &u8)| ColumnEntry {
            name: format!("c{number}"),
            bits: *bits,
            codec: CodecName::Unsigned,
            fraction_bits: 0,
        };
        let columns: Vec<ColumnEntry> = self.widths.iter().enumerate().map(column).collect();
        let mut table = writer.table("numbers", columns, self.rows.len() as u64).unwrap();
        (0..self.rows.len()).for_each(|rank| table.push(&self.row(rank)).unwrap());
        table.finish().unwrap();
        let entries = self.entries.clone();
        writer.section(&Section { name: "keys".to_owned(), entries }).unwrap();
        writer.publish(Account::default()).unwrap();
        disk.contents(path).unwrap()
    }

    /// Reads all of it, and compares it: each record and each entry is there as it was written.
    pub(crate) fn compare(&self, wire: &mut Wire, file: &mut FileReader) -> Result<(), Error> {
        let table = wire.answer(file, FileReader::give, |file| file.table("numbers"))?;
        assert_eq!(table.rows(), self.rows.len() as u64);
        let mut row = vec![0; self.widths.len()];
        // In an order in which no block is the next one.
        for rank in 0..self.rows.len() {
            let rank = (rank * 7919 + 13) % self.rows.len();
            wire.answer(file, FileReader::give, |file| file.row(&table, rank as u64, &mut row))?;
            assert_eq!(row, self.row(rank));
        }
        let beyond = file.row(&table, self.rows.len() as u64, &mut row);
        assert!(matches!(beyond, Err(Error::OutOfRange { .. })), "{beyond:?}");
        let entries = wire.answer(file, FileReader::give, |file| file.entries("keys"))?;
        assert_eq!(entries, self.entries);
        Ok(())
    }
}

pub(crate) fn contents() -> impl Strategy<Value = Content> {
    let widths = prop::collection::vec(1_u8..=64, 1..6);
    // Repeated numbers, so that some blocks are compressed.
    let rows = (prop::collection::vec(any::<u64>(), 1..60), 1_usize..30);
    let rows = rows.prop_map(|(rows, times)| {
        rows.into_iter().flat_map(|row| std::iter::repeat_n(row, times)).collect()
    });
    let entries = prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 0..40);
    (widths, rows, entries).prop_map(|(widths, rows, entries)| Content { widths, rows, entries })
}

pub(crate) fn options() -> impl Strategy<Value = Options> {
    (prop::sample::select(vec![64_u32, 100, 1024, 4096]), prop::option::of(1_i32..6))
        .prop_map(|(block_size, compression)| Options { block_size, compression })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn what_the_store_writes_is_read(content in contents(), options in options()) {
        let bytes = content.bytes(options);
        let mut wire = Wire::of(bytes.clone());
        let mut file = FileReader::new(wire.len());
        content.compare(&mut wire, &mut file).unwrap();

        // With all of it in hand nothing is needed.
        let mut wire = Wire::of(bytes.clone());
        let mut file = FileReader::new(wire.len());
        file.give(0, bytes);
        content.compare(&mut wire, &mut file).unwrap();
        prop_assert_eq!(&wire.read, &[]);
    }
}

#[test]
fn a_record_needs_the_opening_a_piece_and_a_block() {
    let rows = (0..100_000_u64).map(|rank| rank.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
    let content = Content { widths: vec![64, 64], rows, entries: Vec::new() };
    let mut wire = Wire::of(content.bytes(Options::default()));
    let mut file = FileReader::new(wire.len());
    let table = wire.answer(&mut file, FileReader::give, |file| file.table("numbers")).unwrap();
    let opening = wire.read.len();
    assert_eq!(opening, 3, "header, trailer, directory: {:?}", wire.read);
    let mut row = [0; 2];
    for (rank, more) in [(0, 2), (1, 0), (255, 0), (256, 1), (64 * 256, 2), (99_999, 2), (0, 0)] {
        let before = wire.read.len();
        wire.answer(&mut file, FileReader::give, |file| file.row(&table, rank, &mut row)).unwrap();
        assert_eq!(wire.read.len() - before, more, "record {rank}");
    }
}

#[test]
fn kept_blocks_are_bounded() {
    // 1,250 blocks: more of them than are kept.
    let rows = (0..80_000).collect();
    let content = Content { widths: vec![64; 8], rows, entries: Vec::new() };
    let bytes = content.bytes(Options { block_size: 4096, compression: None });
    let mut file = FileReader::new(bytes.len() as u64);
    let directory = bytes.len() - 4096;
    let mut wire = Wire::of(bytes);
    let table = wire.answer(&mut file, FileReader::give, |file| file.table("numbers")).unwrap();
    let mut row = [0; 8];
    for rank in 0..80_000 {
        wire.answer(&mut file, FileReader::give, |file| file.row(&table, rank, &mut row)).unwrap();
    }
    // The first block was let go for the one of its slot, but the bytes were not: it is decoded anew.
    assert!(matches!(file.row(&table, 0, &mut row), Ok(shuban_probe::Step::Answer(()))));
    file.tidy();
    // Now the other one is let go, and so are its bytes.
    let again = file.row(&table, 1024 * 64, &mut row).unwrap();
    let shuban_probe::Step::Need(range) = again else { panic!("a block is kept for ever") };
    assert!(range.end < directory as u64);
}
