//! The parts of a file that are read before its first value.

use std::sync::Arc;

use shuban_store::{CodecName, Database, Options, Writer};
use shuban_store_testing::MemoryDisk;

use crate::common::forge::number;
use crate::common::{account, column, open_bytes, path, sample_bytes, subject};

/// Bytes of a header, and of a trailer.
const ENDS: u64 = 40;

/// Returns the length of a file, and the offset of its directory, which the trailer tells.
fn ends(bytes: &[u8]) -> (u64, u64) {
    let trailer = bytes.len() - ENDS as usize;
    (bytes.len() as u64, number(&bytes[trailer..trailer + 8]))
}

#[test]
fn streams_and_block_tables_are_among_them_up_to_a_length() {
    let bytes = sample_bytes("half-gammon/contact-2-1", None);
    let (len, directory) = ends(&bytes);
    let database = open_bytes(bytes).unwrap();
    // A table, a stream and another table follow one another, each with its block tables at its end.
    let sections = &database.manifest().sections;
    let [first, stream, second] = [0, 1, 2].map(|number| sections[number].runs[0]);
    let streams = second.start - stream.start;
    let tables = (stream.start - first.table) + (directory - second.table);
    let end = (second.table, len - second.table);
    assert_eq!(
        database.opening(streams, tables),
        [(0, ENDS), (first.table, second.start - first.table), end]
    );
    let without_streams = [(0, ENDS), (first.table, stream.start - first.table), end];
    assert_eq!(database.opening(streams - 1, tables), without_streams);
    let without_tables = [(0, ENDS), (stream.start, streams), (directory, len - directory)];
    assert_eq!(database.opening(streams, tables - 1), without_tables);
    assert_eq!(database.opening(0, 0), [(0, ENDS), (directory, len - directory)]);
}

#[test]
fn a_table_without_records_has_no_part() {
    let disk = MemoryDisk::default();
    let files = Arc::new(disk.clone());
    let options = Options { block_size: 64, compression: None };
    let subject = subject("half-gammon/contact-2-1");
    let mut writer = Writer::create(files, path(), subject, options).unwrap();
    let mut stream = writer.stream("keys").unwrap();
    stream.push(b"key").unwrap();
    stream.finish().unwrap();
    let columns = [column("value", 8, CodecName::Unsigned, 0)];
    writer.table("none", &columns, 0).unwrap().finish().unwrap();
    let mut table = writer.table("values", &columns, 10).unwrap();
    (0..10).for_each(|value| table.push(&[value]).unwrap());
    table.finish().unwrap();
    writer.publish(account()).unwrap();
    let (len, _) = ends(&disk.contents(path()).unwrap());
    let database = Database::open(&disk, path()).unwrap();
    let table = database.manifest().sections[2].runs[0].table;
    assert_eq!(database.opening(0, u64::MAX), [(0, ENDS), (table, len - table)]);
}
