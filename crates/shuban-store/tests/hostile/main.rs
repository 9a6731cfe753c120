//! Files whose numbers demand memory: refused before it is taken, with the numbers.
//!
//! A program of its own: concurrent tests would allocate too.

#[path = "../it/common/mod.rs"]
#[expect(dead_code, reason = "other tests use more of it")]
mod common;

use std::path::Path;
use std::sync::Arc;

use common::{path, sample_bytes};
use peak_alloc::PeakAlloc;
use shuban_store::{Account, Database, Error, Options, Writer, read_file};
use shuban_store_testing::MemoryDisk;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Returns a sound file of one stream in blocks that compress as well as any: a few kilobytes.
fn file(entries: u64, entry: &[u8]) -> MemoryDisk {
    let disk = MemoryDisk::default();
    let options = Options { block_size: 1 << 20, compression: Some(3) };
    let subject = common::subject("hostile");
    let mut writer = Writer::create(Arc::new(disk.clone()), path(), subject, options).unwrap();
    let mut stream = writer.stream("keys").unwrap();
    for _ in 0..entries {
        stream.push(entry).unwrap();
    }
    stream.finish().unwrap();
    writer.publish(Account::default()).unwrap();
    let bytes = disk.contents(path()).unwrap().len();
    assert!(bytes < 20_000, "{bytes} bytes");
    disk
}

fn check_refused<T>(what: &str, read: impl FnOnce() -> Result<T, Error>) {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    match read().map(drop) {
        Err(error @ Error::Memory { .. }) => {
            let text = error.to_string();
            assert!(text.contains("keys would take") && text.contains("of its length"), "{text}");
        }
        other => panic!("{what}: {other:?}"),
    }
    let taken = MEMORY.peak_usage() - before;
    assert!(taken < 4 << 20, "{what}: {taken} bytes were taken");
}

// One test: it measures the memory of the whole process.
#[test]
fn what_a_file_claims_beyond_its_length_takes_no_memory() {
    const MIB: usize = 1 << 20;
    for (what, entries, len) in [("many entries", 2_000_000, 0), ("long entries", 64, MIB)] {
        let disk = file(entries, &vec![0; len]);
        let database = Database::open(&disk, path()).unwrap();
        check_refused(what, || database.section("keys"));
    }
}

#[test]
fn no_more_memory_is_taken_than_is_granted() {
    let disk = MemoryDisk::default();
    disk.put(path(), sample_bytes("half-gammon/contact-2-1", Some(3)));
    let open = |memory| Database::open(&disk.with_memory(memory), path());
    assert!(open(1 << 20).unwrap().section("2 v 1 keys").is_ok());
    // The directory takes some kilobytes; sections may take the rest of the allowed memory.
    let error = open(1000).map(drop).unwrap_err().to_string();
    assert!(
        error.contains("directory would take") && error.contains("1000 B are granted"),
        "{error}"
    );
    let database = open(1 << 20).unwrap();
    assert!(database.may_take("2 v 1", 1 << 20).is_ok());
    let error = database.may_take("2 v 1", (1 << 20) + 1).unwrap_err().to_string();
    assert!(error.contains("2 v 1 would take 1.0 MiB of memory"), "{error}");
}

#[test]
fn an_entry_takes_no_more_memory_than_is_granted() {
    let disk = file(1, &[0; 200_000]);
    let database = Database::open(&disk.with_memory(100_000), path()).unwrap();
    let stream = database.stream("keys").unwrap();
    let refused = [
        stream.entry(0).map(drop),
        stream.for_each(|_, _| ()),
        database.check(&mut |_, _| ()),
        database.section("keys").map(drop),
    ];
    for error in refused.map(Result::unwrap_err) {
        assert!(error.to_string().contains("97.7 KiB are granted"), "{error}");
    }
}

#[test]
fn a_small_file_is_read_if_what_it_becomes_fits() {
    let (disk, ledger) = (MemoryDisk::default(), Path::new("ledger.json"));
    disk.put(ledger, vec![b' '; 1000]);
    assert_eq!(read_file(&disk.with_memory(1 << 20), ledger).unwrap().unwrap().len(), 1000);
    let error = read_file(&disk.with_memory(2000), ledger).unwrap_err();
    assert!(matches!(error, Error::Memory { allowed: 2000, .. }), "{error}");
}
