//! Blocks encoded outside the writer equal the writer's own; the hash of records is that of a
//! section; small files are replaced whole; texts in CSV are quoted.

use std::io;
use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use shuban_core::{Codec, Column, Datum, Field, Fields, Record};
use shuban_store::{
    CsvWriter, Error, ExportRow, Options, RecordHasher, RowWriter, TableWriter, Writer,
    hash_of_hashes, read_file, replace_file,
};
use shuban_store_testing::{DiskFault, Keep, MemoryDisk};

use crate::common::{account, path, scrambled, subject};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Code(u8);

impl Record for Code {
    fn columns() -> &'static [Column] {
        &[Column { name: "code", bits: 8, codec: Codec::Unsigned }]
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw[0] = self.0.into();
    }

    fn from_columns(raw: &[u64]) -> Self {
        Code(raw[0] as u8)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Three(u64, u64, u64);

impl Record for Three {
    fn columns() -> &'static [Column] {
        const COLUMNS: [Column; 3] = [
            Column { name: "id", bits: 17, codec: Codec::Unsigned },
            Column { name: "word", bits: 64, codec: Codec::Unsigned },
            Column { name: "bit", bits: 1, codec: Codec::Unsigned },
        ];
        &COLUMNS
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw.copy_from_slice(&[self.0, self.1, self.2]);
    }

    fn from_columns(raw: &[u64]) -> Self {
        Three(raw[0], raw[1], raw[2])
    }
}

fn codes(rows: u64) -> Vec<Code> {
    (0..rows).map(|rank| Code((scrambled(&[rank]) >> 60) as u8)).collect()
}

fn threes(rows: u64) -> Vec<Three> {
    let three = |rank| {
        let number = scrambled(&[rank]);
        Three(number >> 47, if rank % 3 == 0 { number } else { 7 }, number & 1)
    };
    (0..rows).map(three).collect()
}

/// Returns the bytes of a file whose table `fill` writes, and the hash of its section.
fn file<R: Record>(
    options: Options,
    records: &[R],
    fill: impl FnOnce(&mut TableWriter<'_>, &[R]) -> Result<(), Error>,
) -> (Vec<u8>, String) {
    let disk = MemoryDisk::default();
    let mut writer = Writer::create(Arc::new(disk.clone()), path(), subject("a"), options).unwrap();
    let mut table = writer.table("values", R::columns(), records.len() as u64).unwrap();
    fill(&mut table, records).unwrap();
    table.finish().unwrap();
    writer.publish(account()).unwrap();
    let database = shuban_store::Database::open(&disk, path()).unwrap();
    (disk.contents(path()).unwrap(), database.manifest().sections[0].hash.clone())
}

/// Encodes `blocks` blocks at a time.
fn apart<R: Record>(
    table: &mut TableWriter<'_>,
    records: &[R],
    blocks: usize,
) -> Result<(), Error> {
    let mut encoders = [table.encoder(), table.encoder()];
    let chunk = blocks * encoders[0].records_per_block();
    let encoded = records.chunks(chunk).enumerate().map(|(number, records)| {
        let encoded = encoders[number % 2].encode_records(records)?;
        Ok(encoded)
    });
    let encoded = encoded.collect::<Result<Vec<_>, Error>>()?;
    encoded.iter().try_for_each(|encoded| table.append(encoded))
}

fn alike<R: Record>(options: Options, records: &[R], blocks: usize) {
    let plain =
        file(options, records, |table, records| table.push_records(records.iter().copied()));
    let apart = file(options, records, |table, records| apart(table, records, blocks));
    assert_eq!(plain, apart);
    let mut hasher = RecordHasher::new("values", R::columns());
    records.chunks(999).for_each(|records| hasher.records(records));
    assert_eq!(hasher.count(), records.len() as u64);
    assert_eq!(hasher.finish(), plain.1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn blocks_encoded_apart_are_the_writers_own(
        rows in 0_u64..6000,
        blocks in 1_usize..9,
        block_size in prop::sample::select(vec![64_u32, 1000, 4096]),
        compression in prop::option::of(1_i32..6),
    ) {
        let options = Options { block_size, compression };
        alike(options, &codes(rows), blocks);
        alike(options, &threes(rows), blocks);
    }
}

#[test]
fn blocks_out_of_their_place_are_refused() {
    let disk = MemoryDisk::default();
    let options = Options { block_size: 64, compression: None };
    let new = || Writer::create(Arc::new(disk.clone()), path(), subject("a"), options).unwrap();
    let records = codes(200);
    let reason = |result: Result<(), Error>| match result {
        Err(Error::Misuse { reason, .. }) => reason,
        other => panic!("{other:?}"),
    };

    let mut writer = new();
    let mut table = writer.table("values", Code::columns(), 200).unwrap();
    let mut encoder = table.encoder();
    let other = encoder.encode_records(&[Three(0, 0, 0)]);
    assert!(matches!(other, Err(Error::Misuse { .. })));
    let [whole, rest] =
        [&records[..64], &records[64..100]].map(|records| encoder.encode_records(records).unwrap());
    table.push(&[1]).unwrap();
    assert!(reason(table.append(&whole)).contains("not full"));

    let mut writer = new();
    let mut table = writer.table("values", Code::columns(), 200).unwrap();
    table.append(&rest).unwrap();
    assert!(reason(table.append(&whole)).contains("not full"));
    table.push(&[1]).unwrap();
    assert!(reason(table.finish()).contains("not full"));

    let mut writer = new();
    let mut table = writer.table("values", Code::columns(), 100).unwrap();
    table.append(&whole).unwrap();
    assert!(reason(table.append(&whole)).contains("more than the 100 records"));

    let mut writer = new();
    let table = writer.table("values", Three::columns(), 1).unwrap();
    let wide = table.encoder().encode_records(&[Three(1 << 17, 0, 0)]);
    assert!(reason(wide.map(drop)).contains("more than 17 bits"));
}

#[test]
fn the_hash_of_hashes_is_that_of_the_document() {
    let mut bytes = b"shuban hashes\0".to_vec();
    for hash in ["00ff", "a"] {
        bytes.extend((hash.len() as u64).to_le_bytes());
        bytes.extend(hash.as_bytes());
    }
    assert_eq!(hash_of_hashes(["00ff", "a"]), blake3::hash(&bytes).to_string());
}

#[test]
fn a_small_file_is_the_old_one_or_the_new_one() {
    let path = Path::new("docs/ledgers/a.json");
    let fresh = MemoryDisk::default();
    assert_eq!(read_file(&fresh, path).unwrap(), None);
    replace_file(&fresh, path, b"new").unwrap();
    assert_eq!(read_file(&fresh, path).unwrap().as_deref(), Some(&b"new"[..]));
    for keep in [Keep::None, Keep::All, Keep::Some { seed: 3 }] {
        for operation in 0..=fresh.operations() {
            let disk = MemoryDisk::default();
            disk.put(path, b"old".to_vec());
            disk.fail_at(operation, DiskFault::From(io::ErrorKind::StorageFull));
            let written = replace_file(&disk, path, b"new");
            disk.power_cut(keep);
            let found = read_file(&disk, path).unwrap().unwrap();
            assert!(
                found == b"new" || written.is_err() && found == b"old",
                "{found:?} after {operation}"
            );
            replace_file(&disk, path, b"new").unwrap();
            assert_eq!(read_file(&disk, path).unwrap().as_deref(), Some(&b"new"[..]));
        }
    }
    for operation in 0..=fresh.operations() {
        let disk = MemoryDisk::default();
        disk.put(path, b"old".to_vec());
        disk.fail_at(operation, DiskFault::Corrupt { byte: 1 });
        let lied = replace_file(&disk, path, b"new").is_err();
        let found = read_file(&disk, path).unwrap().unwrap();
        assert_eq!(found, if lied { b"old" } else { b"new" }, "a lie at {operation}");
    }
    fresh.fail_reads(io::ErrorKind::Other);
    assert!(matches!(read_file(&fresh, path), Err(Error::Io { .. })));
}

#[test]
fn texts_in_csv_are_quoted() {
    let mut file = Vec::new();
    let value = Fields::new()
        .with(Field::new("a", -0.5))
        .with(Field::new("b", "a \"b\", c"))
        .with(Field::new("c", -3i64))
        .with(Field::new("d", None::<i64>))
        .with(Field::new("e", Datum::list([0.5, 0.25])))
        .with(Field::new("f", Datum::object([("one", 1.5.into()), ("two", 2i64.into())])));
    let mut table = Box::new(CsvWriter::new(&mut file));
    table.add(ExportRow { part: "1 v 1", rank: 7, position: "1,2|3".to_owned(), value }).unwrap();
    table.finish().unwrap();
    let row = "1 v 1,7,\"1,2|3\",-0.5,\"a \"\"b\"\", c\",-3,,\"0.5 0.25\",1.5,2\n";
    assert_eq!(
        String::from_utf8(file).unwrap(),
        format!("part,rank,position,a,b,c,d,e,f_one,f_two\n{row}")
    );
}
