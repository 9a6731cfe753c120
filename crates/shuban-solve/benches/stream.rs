//! The cost of streaming a layer besides computing it: `cargo bench -p shuban-solve`.
//!
//! A position has one byte and takes a nanosecond or two to compute. One thread computes, encodes,
//! hashes and writes; the file is read back before it is published, which `reading` measures alone.

use std::path::Path;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use numbers::Numbers;
use shuban_core::{LayerId, Silent};
use shuban_solve::{BuildOptions, Tabulation, build, tally};
use shuban_store::{Database, Disk, FileSystem, Options, layer_path};

#[path = "../tests/it/numbers.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod numbers;

fn main() {
    divan::main();
}

const POSITIONS: u64 = 48 << 20;

fn numbers(checkpoint: u64) -> Numbers {
    // A third of the positions are in the first part.
    Numbers::new([POSITIONS / 4 * 3, 1], 20_000, checkpoint)
}

fn options(data: &Path, compression: Option<i32>) -> BuildOptions {
    BuildOptions {
        threads: 1,
        write: Options { compression, ..Options::default() },
        ..BuildOptions::new(data)
    }
}

fn files() -> Arc<dyn FileSystem> {
    Arc::new(Disk::default())
}

fn build_once(numbers: &Numbers, compression: Option<i32>) -> tempfile::TempDir {
    let data = tempfile::tempdir().unwrap();
    let options = options(data.path(), compression);
    build(&files(), &Tabulation(numbers), LayerId(0), &options, &Silent).unwrap();
    data
}

/// Writes raw blocks, or zstd of two levels.
#[divan::bench(args = [None, Some(1), Some(3)], sample_count = 3, sample_size = 1)]
fn building(bencher: Bencher, compression: Option<i32>) {
    let numbers = numbers(u64::MAX);
    bencher.counter(ItemsCount::new(POSITIONS)).bench(|| build_once(&numbers, compression));
}

/// Writes four shards, and merges them.
#[divan::bench(args = [None, Some(3)], sample_count = 3, sample_size = 1)]
fn building_by_shards(bencher: Bencher, compression: Option<i32>) {
    let numbers = numbers(POSITIONS / 4 + 1);
    bencher.counter(ItemsCount::new(POSITIONS)).bench(|| build_once(&numbers, compression));
}

/// Makes the hash and the histogram alone.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn tallying(bencher: Bencher) {
    let numbers = numbers(u64::MAX);
    bencher.counter(ItemsCount::new(POSITIONS)).bench(|| {
        let data = tempfile::tempdir().unwrap();
        let ledger = data.path().join("ledger.json");
        let options = options(data.path(), None);
        tally(&files(), &Tabulation(&numbers), LayerId(0), &ledger, &options, &Silent).unwrap()
    });
}

/// Reads and hashes every block, as before a file is published.
#[divan::bench(args = [None, Some(3)], sample_count = 3, sample_size = 1)]
fn reading(bencher: Bencher, compression: Option<i32>) {
    let data = build_once(&numbers(u64::MAX), compression);
    let path = layer_path(data.path(), "numbers/0").unwrap();
    let database = Database::open(&Disk::default(), &path).unwrap();
    bencher.counter(ItemsCount::new(POSITIONS)).bench(|| database.check(&mut |_, _| ()).unwrap());
}
