//! Small databases for the tests.

pub(crate) mod forge;

use std::path::Path;
use std::sync::Arc;

use serde_json::json;
use shuban_store::{
    Account, CodecName, ColumnEntry, Database, Error, FileSystem, Need, Options, PartEntry,
    Provenance, Published, Subject, TableWriter, Writer,
};
use shuban_store_testing::MemoryDisk;

/// The path of the tests' file.
pub(crate) const PATH: &str = "data/half-gammon/contact-2-1.shuban";

pub(crate) fn path() -> &'static Path {
    Path::new(PATH)
}

pub(crate) fn column(name: &str, bits: u8, codec: CodecName, fraction_bits: u8) -> ColumnEntry {
    ColumnEntry { name: name.to_owned(), bits, codec, fraction_bits }
}

pub(crate) fn subject(domain: &str) -> Subject {
    Subject {
        domain: domain.to_owned(),
        family: "half-gammon/contact".to_owned(),
        game: "half-gammon".to_owned(),
        parameters: [
            ("points".to_owned(), "12".to_owned()),
            ("doubles".to_owned(), "four".to_owned()),
        ]
        .into(),
    }
}

pub(crate) fn account() -> Account {
    Account {
        parts: vec![PartEntry {
            name: "2 v 1".to_owned(),
            positions: 90,
            sections: vec!["2 v 1".to_owned(), "2 v 1 keys".to_owned()],
            facts: [("width reached".to_owned(), json!(3))].into(),
        }],
        needs: vec![Need {
            domain: "half-gammon/contact-1-1".to_owned(),
            content_hash: "00ff".to_owned(),
        }],
        facts: [("rounds".to_owned(), json!([1, 2.5, null, "ü"]))].into(),
        provenance: Provenance {
            program: "shuban".to_owned(),
            version: "0.0.0".to_owned(),
            build: std::collections::BTreeMap::default(),
            solver: "test".to_owned(),
            settings: [("width".to_owned(), "4".to_owned())].into(),
        },
    }
}

/// Returns a number that depends on all of `parts`, and that a bug is unlikely to produce.
pub(crate) fn scrambled(parts: &[u64]) -> u64 {
    parts.iter().fold(0x1234_5678_9ABC_DEF0, |all: u64, part| {
        (all ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
    })
}

pub(crate) fn sample_columns() -> Vec<ColumnEntry> {
    vec![
        column("lower", 32, CodecName::Fixed, 30),
        column("width", 5, CodecName::UnsignedFixed, 30),
        column("flag", 1, CodecName::Unsigned, 0),
    ]
}

pub(crate) const SAMPLE_ROWS: u64 = 90;

/// Returns the record of a rank of the sample table, whose first half is regular and compresses.
pub(crate) fn sample_row(rank: u64) -> [u64; 3] {
    if rank < SAMPLE_ROWS / 2 {
        [rank / 8, 7, 1]
    } else {
        [scrambled(&[rank]) >> 32, scrambled(&[rank]) & 31, rank & 1]
    }
}

pub(crate) fn sample_entries() -> Vec<Vec<u8>> {
    let entry = |n: u64| {
        (0..n * 7 % 23).map(move |byte| if n < 10 { b'a' } else { scrambled(&[n, byte]) as u8 })
    };
    (0..40).map(|n| entry(n).collect()).collect()
}

/// Writes a file of two tables and a stream, a few kilobytes long, in blocks of 64 bytes.
pub(crate) fn write_sample(
    files: Arc<dyn FileSystem>,
    path: &Path,
    domain: &str,
    compression: Option<i32>,
) -> Result<Published, Error> {
    let options = Options { block_size: 64, compression };
    let mut writer = Writer::create(files, path, subject(domain), options)?;
    let mut table = writer.table("2 v 1", sample_columns(), SAMPLE_ROWS)?;
    for rank in 0..SAMPLE_ROWS {
        table.push(&sample_row(rank))?;
    }
    table.finish()?;
    let mut stream = writer.stream("2 v 1 keys")?;
    for entry in sample_entries() {
        stream.push(&entry)?;
    }
    stream.finish()?;
    let bytes = [column("byte", 8, CodecName::Signed, 0)];
    let mut table = writer.table("1 v 2", &bytes, 130)?;
    for rank in 0..130 {
        table.push(&[scrambled(&[rank]) & 0xFF])?;
    }
    table.finish()?;
    writer.publish(account())
}

/// Pushes many records, one after the other in `rows`.
pub(crate) fn push_rows(table: &mut TableWriter<'_>, rows: &[u64], columns: usize) {
    rows.chunks_exact(columns).for_each(|row| table.push(row).unwrap());
}

/// Returns the bytes of the sample file.
pub(crate) fn sample_bytes(domain: &str, compression: Option<i32>) -> Vec<u8> {
    let disk = MemoryDisk::default();
    write_sample(Arc::new(disk.clone()), path(), domain, compression).unwrap();
    disk.contents(path()).unwrap()
}

/// Opens and checks bytes as a file.
pub(crate) fn open_bytes(bytes: Vec<u8>) -> Result<Database, Error> {
    let disk = MemoryDisk::default();
    disk.put(path(), bytes);
    let database = Database::open(&disk, path())?;
    database.check(&mut |_, _| ())?;
    Ok(database)
}
