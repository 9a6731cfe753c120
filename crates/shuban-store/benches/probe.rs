//! The cost of a probe, a build and a load: `cargo bench -p shuban-store`.
//!
//! The table is as large as a layer of half-gammon, 16 million intervals. Its values are correlated
//! as real ones are: neighbours are similar, and widths are small.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use shuban_core::{Interval, Record};
use shuban_store::{
    Account, CacheSize, Database, Disk, FileSystem, Options, Published, Subject, TypedTable, Writer,
};
use tempfile::TempDir;

fn main() {
    divan::main();
}

const ROWS: u64 = 1 << 24;
const DECODED: u64 = ROWS * 8;

const RAW: Options = Options { block_size: 4096, compression: None };
const COMPRESSED: Options = Options { block_size: 4096, compression: Some(3) };
const SMALL: Options = Options { block_size: 1024, compression: Some(3) };

struct Files {
    folder: TempDir,
    raw: PathBuf,
    compressed: PathBuf,
    small: PathBuf,
}

static FILES: LazyLock<Files> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, options| {
        let path = folder.path().join(name);
        let bytes = write(&path, options).bytes;
        println!("{name}: {bytes} bytes, {:.2} of the decoded", bytes as f64 / DECODED as f64);
        path
    };
    let raw = write("raw.shuban", RAW);
    let compressed = write("compressed.shuban", COMPRESSED);
    let small = write("small.shuban", SMALL);
    Files { folder, raw, compressed, small }
});

static RECORDS: LazyLock<Vec<Interval>> = LazyLock::new(|| {
    let lower = |rank: u64| {
        let slow = (rank as f64 / 5000.0).sin() * 5e8;
        slow as i32 + (random(rank) & 0xFFF) as i32
    };
    let upper = |rank| lower(rank) + 20 + (random(rank) as u32 % 30) as i32;
    (0..ROWS).map(|rank| Interval { lower: lower(rank), upper: upper(rank) }).collect()
});

fn random(number: u64) -> u64 {
    let mixed = (number ^ number >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 16
}

fn write(path: &Path, options: Options) -> Published {
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let subject = Subject { domain: "bench".to_owned(), ..Subject::default() };
    let mut writer = Writer::create(files, path, subject, options).unwrap();
    let mut table = writer.table("values", Interval::<i32>::columns(), ROWS).unwrap();
    table.push_records(RECORDS.iter().copied()).unwrap();
    table.finish().unwrap();
    writer.publish(Account::default()).unwrap()
}

fn open(path: &Path, cache: usize) -> TypedTable<Interval> {
    let database = Database::open_with(&Disk::default(), path, CacheSize(cache)).unwrap();
    database.records("values").unwrap()
}

/// Probes ranks below `rows` all over the table.
fn probe(bencher: Bencher<'_, '_>, table: &TypedTable<Interval>, rows: u64) {
    // Probe once before, to measure a table that is in use.
    (0..rows.min(200_000)).for_each(|rank| drop(black_box(table.get(random(rank) % rows))));
    let mut number = 0;
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        number += 1;
        table.get(random(number) % rows).unwrap()
    });
}

#[divan::bench]
fn probe_raw_within_the_cache(bencher: Bencher<'_, '_>) {
    probe(bencher, &open(&FILES.raw, 8 << 20), 1 << 17);
}

#[divan::bench]
fn probe_raw_anywhere_no_cache(bencher: Bencher<'_, '_>) {
    probe(bencher, &open(&FILES.raw, 0), ROWS);
}

#[divan::bench]
fn probe_compressed_anywhere_no_cache(bencher: Bencher<'_, '_>) {
    probe(bencher, &open(&FILES.compressed, 0), ROWS);
}

#[divan::bench]
fn probe_compressed_in_small_blocks_anywhere_no_cache(bencher: Bencher<'_, '_>) {
    probe(bencher, &open(&FILES.small, 0), ROWS);
}

#[divan::bench]
fn probe_compressed_within_the_cache(bencher: Bencher<'_, '_>) {
    probe(bencher, &open(&FILES.compressed, 8 << 20), 1 << 17);
}

#[divan::bench(args = ["raw", "compressed"], max_time = 10, sample_count = 5)]
fn write_records(bencher: Bencher<'_, '_>, how: &str) {
    let options = if how == "raw" { RAW } else { COMPRESSED };
    let path = FILES.folder.path().join("written.shuban");
    bencher.counter(BytesCount::new(DECODED)).bench_local(|| write(&path, options));
}

#[divan::bench(args = ["raw", "compressed"], max_time = 5, sample_count = 10)]
fn load_all_records(bencher: Bencher<'_, '_>, how: &str) {
    let path = if how == "raw" { &FILES.raw } else { &FILES.compressed };
    let table = open(path, 0);
    bencher.counter(BytesCount::new(DECODED)).bench_local(|| table.read_all().unwrap());
}

#[divan::bench(args = ["raw", "compressed"], max_time = 5, sample_count = 10)]
fn load_columns(bencher: Bencher<'_, '_>, how: &str) {
    let path = if how == "raw" { &FILES.raw } else { &FILES.compressed };
    let table = open(path, 0);
    bencher.counter(BytesCount::new(DECODED)).bench_local(|| {
        let mut lower: Vec<u32> = Vec::with_capacity(ROWS as usize);
        let mut width: Vec<u32> = Vec::with_capacity(ROWS as usize);
        let loaded = table.table().try_for_each_chunk(0..ROWS, |chunk| {
            lower.extend(chunk.column(0).iter().map(|value| *value as u32));
            width.extend(chunk.column(1).iter().map(|value| *value as u32));
            Ok::<_, shuban_store::Error>(())
        });
        loaded.unwrap();
        (lower, width)
    });
}

#[divan::bench(args = ["raw", "compressed"], max_time = 5, sample_count = 5)]
fn check(bencher: Bencher<'_, '_>, how: &str) {
    let path = if how == "raw" { &FILES.raw } else { &FILES.compressed };
    let database = Database::open(&Disk::default(), path).unwrap();
    bencher
        .counter(BytesCount::new(DECODED))
        .bench_local(|| database.check(&mut |_, _| ()).unwrap());
}
