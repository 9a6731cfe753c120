//! Round trips of all columns, lengths, block sizes and compression levels.

use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use shuban_core::{Codec, Column, Interval, Record, Section};
use shuban_store::{
    Account, CacheSize, CodecName, ColumnEntry, Database, Disk, Error, FileSystem, Options, Writer,
    answering_file, compact_path, layer_path,
};
use shuban_store_testing::MemoryDisk;

use crate::common;
use crate::common::{account, column, path, push_rows, scrambled, subject};
use crate::opened::{BEHIND, OpenedBy};

/// A table of scrambled numbers, each repeated `repeat` times in a row, so that some blocks
/// compress.
#[derive(Clone, Debug)]
struct Numbers {
    widths: Vec<u8>,
    rows: u64,
    repeat: u64,
}

impl Numbers {
    fn columns(&self) -> Vec<ColumnEntry> {
        let column = |(number, bits): (usize, &u8)| {
            column(&format!("c{number}"), *bits, CodecName::Unsigned, 0)
        };
        self.widths.iter().enumerate().map(column).collect()
    }

    fn row(&self, rank: u64) -> Vec<u64> {
        let value =
            |(c, bits): (usize, &u8)| scrambled(&[rank / self.repeat, c as u64]) >> (64 - bits);
        self.widths.iter().enumerate().map(value).collect()
    }

    fn all(&self) -> Vec<u64> {
        (0..self.rows).flat_map(|rank| self.row(rank)).collect()
    }
}

fn numbers() -> impl Strategy<Value = Numbers> {
    (prop::collection::vec(1_u8..=64, 1..7), 0_u64..2000, prop::sample::select(vec![1_u64, 3, 100]))
        .prop_map(|(widths, rows, repeat)| Numbers { widths, rows, repeat })
}

fn options() -> impl Strategy<Value = Options> {
    (prop::sample::select(vec![64_u32, 100, 1024, 4096]), prop::option::of(1_i32..6))
        .prop_map(|(block_size, compression)| Options { block_size, compression })
}

fn writer(disk: &MemoryDisk, options: Options) -> Writer {
    Writer::create(Arc::new(disk.clone()), path(), subject("half-gammon/contact-2-1"), options)
        .unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_table_is_read_as_it_was_written(
        numbers in numbers(),
        options in options(),
        cache in prop::sample::select(vec![0_usize, 300, 1 << 20]),
        from in any::<prop::sample::Index>(),
    ) {
        let disk = MemoryDisk::default();
        let mut writer = writer(&disk, options);
        let mut table = writer.table("numbers", numbers.columns(), numbers.rows).unwrap();
        push_rows(&mut table, &numbers.all(), numbers.widths.len());
        table.finish().unwrap();
        let published = writer.publish(account()).unwrap();

        let database = Database::open_with(&disk, path(), CacheSize(cache)).unwrap();
        database.check(&mut |done, total| assert!(done <= total)).unwrap();
        prop_assert_eq!(&database.manifest().content_hash, &published.content_hash);
        prop_assert_eq!(&database.manifest().account, &account());
        prop_assert_eq!(database.bytes(), published.bytes);
        let table = database.table("numbers").unwrap();
        prop_assert_eq!(table.rows(), numbers.rows);
        prop_assert_eq!(table.columns(), numbers.columns());
        let mut row = vec![0; numbers.widths.len()];
        for rank in 0..numbers.rows {
            // In order, then at random.
            for rank in [rank, scrambled(&[rank]) % numbers.rows] {
                table.row(rank, &mut row).unwrap();
                prop_assert_eq!(&row, &numbers.row(rank));
            }
        }
        let beyond = matches!(
            table.row(numbers.rows, &mut row),
            Err(Error::OutOfRange { index, len, .. })
                if index == numbers.rows && len == numbers.rows
        );
        prop_assert!(beyond);
        let from = from.index(numbers.rows as usize + 1) as u64;
        let mut next = from;
        table
            .for_each_row(from..numbers.rows, |rank, row| {
                assert_eq!(rank, next);
                assert_eq!(row, numbers.row(rank));
                next += 1;
            })
            .unwrap();
        prop_assert_eq!(next, numbers.rows);
    }

    #[test]
    fn a_stream_is_read_as_it_was_written(
        entries in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..300), 0..60),
        options in options(),
    ) {
        let disk = MemoryDisk::default();
        let mut writer = writer(&disk, options);
        let section = Section { name: "keys".to_owned(), entries };
        writer.section(&section).unwrap();
        writer.publish(Account::default()).unwrap();

        let database = Database::open(&disk, path()).unwrap();
        database.check(&mut |_, _| ()).unwrap();
        let stream = database.stream("keys").unwrap();
        prop_assert_eq!(stream.name(), "keys");
        prop_assert_eq!(stream.len(), section.entries.len() as u64);
        prop_assert_eq!(
            stream.bytes(),
            section.entries.iter().map(|entry| entry.len() as u64).sum::<u64>()
        );
        for (number, entry) in section.entries.iter().enumerate().rev() {
            prop_assert_eq!(&stream.entry(number as u64).unwrap(), entry);
        }
        let beyond = stream.entry(stream.len());
        let out_of_range = matches!(beyond, Err(Error::OutOfRange { .. }));
        prop_assert!(out_of_range);
        prop_assert_eq!(database.section("keys").unwrap(), section);
    }

    #[test]
    fn the_content_hash_is_that_of_the_values_and_not_of_how_they_are_stored(
        numbers in numbers(),
        options in options(),
        other in options(),
    ) {
        let publish = |options| {
            let mut writer = writer(&MemoryDisk::default(), options);
            writer
                .section(&Section { name: "keys".to_owned(), entries: vec![b"key".to_vec(); 100] })
                .unwrap();
            let mut table = writer.table("numbers", numbers.columns(), numbers.rows).unwrap();
            push_rows(&mut table, &numbers.all(), numbers.widths.len());
            table.finish().unwrap();
            writer.publish(account()).unwrap().content_hash
        };
        prop_assert_eq!(publish(options), publish(other));
    }
}

#[test]
fn one_changed_value_name_or_parameter_changes_the_content_hash() {
    let hash = |domain: &str, name: &str, bits, value| {
        let subject = subject(domain);
        let disk = Arc::new(MemoryDisk::default());
        let mut writer = Writer::create(disk, path(), subject, Options::default()).unwrap();
        let columns = [column("value", bits, CodecName::Unsigned, 0)];
        let mut table = writer.table(name, &columns, 1).unwrap();
        table.push(&[value]).unwrap();
        table.finish().unwrap();
        writer.publish(Account::default()).unwrap().content_hash
    };
    let first = hash("a", "values", 8, 1);
    assert_eq!(first, hash("a", "values", 8, 1));
    for other in [
        hash("b", "values", 8, 1),
        hash("a", "others", 8, 1),
        hash("a", "values", 7, 1),
        hash("a", "values", 8, 2),
    ] {
        assert_ne!(first, other);
    }
}

#[test]
fn the_same_build_writes_the_same_bytes() {
    let first = common::sample_bytes("half-gammon/contact-2-1", Some(3));
    assert_eq!(first, common::sample_bytes("half-gammon/contact-2-1", Some(3)));
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wins(u8, i16);

impl Record for Wins {
    fn columns() -> &'static [Column] {
        const COLUMNS: [Column; 2] = [
            Column { name: "winners", bits: 3, codec: Codec::Unsigned },
            Column { name: "margin", bits: 16, codec: Codec::Signed },
        ];
        &COLUMNS
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw.copy_from_slice(&[u64::from(self.0), u64::from(self.1 as u16)]);
    }

    fn from_columns(raw: &[u64]) -> Self {
        Wins(raw[0] as u8, raw[1] as i16)
    }
}

#[test]
fn records_are_read_as_their_own_type_and_as_no_other() {
    let disk = MemoryDisk::default();
    let mut writer = writer(&disk, Options::default());
    let wins: Vec<Wins> = (0..5000).map(|n| Wins(n as u8 & 7, n * 5 - 12_000)).collect();
    let mut table = writer.table("wins", Wins::columns(), wins.len() as u64).unwrap();
    table.push_records(wins.iter().copied()).unwrap();
    table.finish().unwrap();
    writer.publish(Account::default()).unwrap();

    let database = Database::open(&disk, path()).unwrap();
    let table = database.records::<Wins>("wins").unwrap();
    assert!(!table.is_coarse());
    assert_eq!(table.read_all().unwrap(), wins);
    assert_eq!(table.get(4999).unwrap(), wins[4999]);
    assert!(matches!(table.get(5000), Err(Error::OutOfRange { .. })));
    assert_eq!(table.table().columns()[1].integer(0xFFFF), -1);
    let Err(error) = database.records::<Interval>("wins") else { panic!("read as other records") };
    assert_eq!(
        error.to_string(),
        "table `wins` has columns winners:3:Unsigned, margin:16:Signed, not \
         lower:32:Fixed { fraction_bits: 30 }, width:32:UnsignedFixed { fraction_bits: 30 }"
    );
    let Err(error) = database.stream("wins") else { panic!("a table opened as a stream") };
    assert_eq!(error.to_string(), format!("{}: no stream `wins` in it", common::PATH));
    assert!(matches!(database.table("losses"), Err(Error::NoSection { .. })));
}

#[test]
fn the_real_disk_answers_as_the_one_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/er/layer.shuban");
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    for compression in [None, Some(3)] {
        let published =
            common::write_sample(Arc::clone(&files), &path, "a/b", compression).unwrap();
        assert_eq!(files.len(&path).unwrap(), Some(published.bytes));
        let database = Database::open_as(&*files, &path, "a/b").unwrap();
        database.check(&mut |_, _| ()).unwrap();
        let table = database.table("2 v 1").unwrap();
        let mut row = [0; 3];
        for rank in 0..table.rows() {
            table.row(rank, &mut row).unwrap();
            assert_eq!(row, common::sample_row(rank));
        }
        assert_eq!(database.section("2 v 1 keys").unwrap().entries, common::sample_entries());
    }
    // Only the file is left, and the folder has room.
    assert_eq!(files.list(path.parent().unwrap()).unwrap(), std::slice::from_ref(&path));
    assert!(files.free_space(folder.path()).unwrap() > 0);
    assert_eq!(files.len(Path::new("/no/such/file")).unwrap(), None);
}

#[test]
fn an_open_file_is_shared_between_threads_and_a_writer_sent_to_one() {
    fn shared<T: Clone + Send + Sync + 'static>() {}
    fn sent<T: Send + 'static>() {}
    shared::<Database>();
    shared::<shuban_store::Table>();
    shared::<shuban_store::TypedTable<Interval>>();
    shared::<shuban_store::Stream>();
    sent::<Writer>();
    sent::<Error>();
}

#[test]
fn threads_that_read_at_once_all_find_the_same_values() {
    let numbers = Numbers { widths: vec![32, 7], rows: 20_000, repeat: 3 };
    for compression in [None, Some(1)] {
        let disk = MemoryDisk::default();
        let mut writer = writer(&disk, Options { block_size: 64, compression });
        let mut table = writer.table("numbers", numbers.columns(), numbers.rows).unwrap();
        push_rows(&mut table, &numbers.all(), numbers.widths.len());
        table.finish().unwrap();
        writer.publish(Account::default()).unwrap();
        // A cache that is far too small evicts blocks all the time.
        let database = Database::open_with(&disk, path(), CacheSize(2000)).unwrap();
        let table = database.table("numbers").unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (table, numbers) = (&table, &numbers);
                scope.spawn(move || {
                    let mut row = [0; 2];
                    for number in 0..numbers.rows {
                        let rank = scrambled(&[number, thread % 2]) % numbers.rows;
                        table.row(rank, &mut row).unwrap();
                        assert_eq!(row, *numbers.row(rank));
                    }
                });
            }
        });
    }
}

#[test]
fn progress_rises_to_the_whole() {
    let disk = MemoryDisk::default();
    common::write_sample(Arc::new(disk.clone()), path(), "a", Some(3)).unwrap();
    let mut told = Vec::new();
    Database::open(&disk, path())
        .unwrap()
        .check(&mut |done, total| told.push((done, total)))
        .unwrap();
    assert!(told.is_sorted() && told.len() > 5, "{told:?}");
    let (done, total) = told[told.len() - 1];
    assert!(done == total && total > 500, "{done} of {total}");
}

#[test]
fn a_writer_used_against_its_contract_says_so() {
    fn misuse<T>(result: Result<T, Error>) -> String {
        match result {
            Err(error @ Error::Misuse { .. }) => error.to_string(),
            Err(error) => panic!("another error: {error}"),
            Ok(_) => panic!("no error"),
        }
    }
    let disk = MemoryDisk::default();
    let byte = [column("byte", 8, CodecName::Unsigned, 0)];
    for options in [
        Options { block_size: 63, compression: None },
        Options { block_size: 2 << 20, compression: None },
        Options { block_size: 4096, compression: Some(99) },
    ] {
        misuse(Writer::create(Arc::new(disk.clone()), path(), subject("a"), options));
    }
    let new = || writer(&disk, Options::default());
    misuse(new().table("none", &[] as &[ColumnEntry], 0));
    misuse(new().table("wide", &[column("byte", 65, CodecName::Unsigned, 0)], 0));
    misuse(new().table("narrow", &[column("byte", 0, CodecName::Unsigned, 0)], 0));
    misuse(new().table("twice", &[byte[0].clone(), byte[0].clone()], 0));
    misuse(new().stream(""));
    let mut writer = new();
    misuse(writer.table("few", &byte, 1).unwrap().finish());
    misuse(writer.table("more", &byte, 1));
    misuse(writer.publish(Account::default()));
    let mut writer = new();
    let mut table = writer.table("many", &byte, 1).unwrap();
    push_rows(&mut table, &[1, 2], 1);
    misuse(table.finish());
    let mut writer = new();
    let mut table = writer.table("large", &byte, 1).unwrap();
    misuse(table.push(&[1, 2]));
    table.push(&[256]).unwrap();
    assert_eq!(misuse(table.finish()), "`large`: a number of more than 8 bits");
    let mut writer = new();
    writer.stream("taken").unwrap().finish().unwrap();
    misuse(writer.stream("taken"));
    drop(writer);
    assert_eq!(disk.paths(), [] as [&Path; 0], "nothing unpublished is left");
}

#[test]
fn a_layer_lies_in_its_familys_folder() {
    let path = layer_path(Path::new("data"), "half-gammon/contact-2-1").unwrap();
    assert_eq!(path, Path::new("data/half-gammon/contact-2-1.shuban"));
    let path = layer_path(Path::new("data"), "trax/width-0.5").unwrap();
    assert_eq!(path, Path::new("data/trax/width-0.5.shuban"));
}

#[test]
fn no_name_leads_out_of_the_data_folder() {
    for name in ["", "/etc/passwd", "../x", "a/../b", "a//b", "a/.hidden", "a\\b", "a/", "a\0b"] {
        assert!(
            matches!(layer_path(Path::new("data"), name), Err(Error::Misuse { .. })),
            "{name:?}"
        );
    }
}

#[test]
fn a_compact_file_that_is_near_goes_before_a_file_that_is_not() {
    let (disk, data) = (MemoryDisk::default(), Path::new("data"));
    let files = OpenedBy(disk.clone(), |file| file);
    let found = || answering_file(&files, data, "trax/2").unwrap().map(|(path, _)| path);
    assert_eq!(found(), None);
    for folder in [Path::new(BEHIND).join(data), data.to_owned()] {
        for path in [compact_path(&folder, "trax/2"), layer_path(&folder, "trax/2")] {
            let path = path.unwrap();
            disk.put(&path, Vec::new());
            assert_eq!(found(), Some(path));
        }
    }
}

#[test]
fn columns_are_measured_on_blocks_all_over_the_table() {
    let disk = MemoryDisk::default();
    let mut writer = writer(&disk, Options { block_size: 64, compression: None });
    // 20 blocks of 8 records.
    let columns = [column("number", 64, CodecName::Unsigned, 0)];
    let mut table = writer.table("numbers", &columns, 160).unwrap();
    (0..160).for_each(|rank| table.push(&[rank]).unwrap());
    table.finish().unwrap();
    writer.publish(account()).unwrap();
    let table = Database::open(&disk, path()).unwrap().table("numbers").unwrap();
    let measured = |most| table.column_costs(most).unwrap()[0].entries;
    assert_eq!([0, 8, 40, 160].map(measured), [8, 8, 40, 160]);
}
