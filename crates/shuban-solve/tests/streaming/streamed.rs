//! Layers that are streamed: whatever the threads, the shards and the moment at which a build was
//! killed, the bytes are the same.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use miniatures::interned::Strips;
use miniatures::pairs::Regions;
use shuban_core::{Domain, LayerId, Progress, Silent, Tabulate, conformance};
use shuban_solve::{
    BuildOptions, Error, LayerReport, Ledger, Retrograde, Shard, StoredHistogram, Tabulation,
    VerifyOptions, build, tally, verify, verify_ledger,
};
use shuban_store::testing::{Fault, Keep, MemoryDisk};
use shuban_store::{Database, FileSystem, layer_path, lock};

use crate::numbers::{Harm, Numbers};

const LEDGER: &str = "/ledgers/layer.json";

fn options() -> BuildOptions {
    BuildOptions { threads: 2, ..BuildOptions::new("/data") }
}

fn files(disk: &MemoryDisk) -> Arc<dyn FileSystem> {
    Arc::new(disk.clone())
}

fn last<D: Domain>(domain: &D) -> LayerId {
    LayerId(domain.layers().len() - 1)
}

fn path<D: Domain>(domain: &D, layer: LayerId) -> PathBuf {
    layer_path(Path::new("/data"), &domain.layers()[layer.0].name).unwrap()
}

/// Builds the last layer.
fn build_last<D: Tabulate>(
    domain: &D,
    disk: &MemoryDisk,
    options: &BuildOptions,
    progress: &dyn Progress,
) -> Result<Vec<LayerReport>, Error> {
    build(&files(disk), domain, &Tabulation, last(domain), options, progress)
}

/// All that is on a disk, by path.
fn contents(disk: &MemoryDisk) -> BTreeMap<PathBuf, Vec<u8>> {
    disk.paths().into_iter().map(|path| (path.clone(), disk.contents(&path).unwrap())).collect()
}

/// What a build of a whole domain leaves, on one thread and without checkpoints.
fn whole<D: Tabulate>(domain: &D) -> BTreeMap<PathBuf, Vec<u8>> {
    let disk = MemoryDisk::default();
    build_last(domain, &disk, &BuildOptions { threads: 1, ..options() }, &Silent).unwrap();
    contents(&disk)
}

/// Hears what is said, and calls the work off after so many calls.
#[derive(Default)]
struct Listener {
    heard: Mutex<Vec<String>>,
    calls: AtomicU64,
    most: Option<u64>,
}

impl Listener {
    fn hears(&self, what: &str) -> usize {
        self.heard.lock().unwrap().iter().filter(|text| text.contains(what)).count()
    }

    /// How many shards were computed, or begun.
    fn shards(&self) -> usize {
        self.heard
            .lock()
            .unwrap()
            .iter()
            .filter(|text| text.starts_with("shard") && text.len() < 12)
            .count()
    }
}

impl Progress for Listener {
    fn phase(&self, what: &str, _: u64) {
        self.heard.lock().unwrap().push(what.to_owned());
    }

    fn at(&self, _: u64, detail: &str) {
        let mut heard = self.heard.lock().unwrap();
        if !detail.is_empty() && heard.last().is_none_or(|last| last != detail) {
            heard.push(detail.to_owned());
        }
    }

    fn note(&self, text: &str) {
        self.heard.lock().unwrap().push(text.to_owned());
    }

    fn interrupted(&self) -> bool {
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        self.most.is_some_and(|most| call >= most)
    }
}

fn numbers(checkpoint: u64) -> Numbers {
    Numbers::new([5_000, 9_000], 700, checkpoint)
}

fn strips(checkpoint: u64) -> Strips {
    let mut strips = Strips::default();
    strips.checkpoint = checkpoint;
    strips
}

fn regions(checkpoint: u64) -> Regions {
    let mut regions = Regions::new(5);
    regions.checkpoint = checkpoint;
    regions
}

/// Whatever the threads and the checkpoints, a build leaves `expected`, and nothing else.
fn always<D: Tabulate>(domain: impl Fn(u64) -> D, checkpoints: &[u64]) {
    let expected = whole(&domain(u64::MAX));
    for &checkpoint in checkpoints {
        for threads in [1, 3] {
            let disk = MemoryDisk::default();
            build_last(&domain(checkpoint), &disk, &BuildOptions { threads, ..options() }, &Silent)
                .unwrap();
            assert!(
                contents(&disk) == expected,
                "a checkpoint every {checkpoint} on {threads} threads"
            );
        }
    }
}

#[test]
fn the_plain_numbers_keep_the_laws() {
    let numbers = Numbers::new([300, 500], 40, u64::MAX);
    conformance::domain(&numbers, 1_000).unwrap();
    for layer in [LayerId(0), LayerId(1)] {
        conformance::tabulate(&numbers, layer, 1_000).unwrap();
    }
}

#[test]
fn a_fast_way_that_breaks_a_law_is_caught() {
    for (harm, reason) in [
        (Harm::WrongValue, "by definition it is"),
        (Harm::NotAllWritten, "do not write it"),
        (Harm::Remembered, "not independent"),
        (Harm::ShortUnits, "its units cover 499 ranks of 500"),
        (Harm::ReadsTooMuch, "asks for more than the layers that it needs"),
        (Harm::Miscounted, "counts 2 positions of 1"),
        (Harm::UnevenClasses, "2 columns"),
    ] {
        let mut numbers = Numbers::new([1_500, 1_500], 40, u64::MAX);
        numbers.harm = Some(harm);
        let violation = conformance::tabulate(&numbers, LayerId(1), 2_000).unwrap_err().to_string();
        assert!(violation.contains(reason), "{harm:?}: {violation}");
    }
    // What is not examined is found out when it is built.
    let mut numbers = numbers(u64::MAX);
    numbers.harm = Some(Harm::ShortUnits);
    let error = build_last(&numbers, &MemoryDisk::default(), &options(), &Silent).unwrap_err();
    assert!(matches!(error, Error::Unstorable { .. }), "{error}");
}

#[test]
fn bytes_depend_neither_on_threads_nor_on_checkpoints() {
    always(numbers, &[10_000, 3_000, 999, 350]);
    always(strips, &[100, 33, 1]);
    always(regions, &[100, 33]);
}

#[test]
fn a_layer_of_many_windows_is_the_one_that_retrograde_analysis_writes() {
    // Some three windows of each part.
    let numbers = |checkpoint| Numbers::new([1 << 10, 3 << 20], 50_000, checkpoint);
    let [streamed, sharded, plain] = [(); 3].map(|()| MemoryDisk::default());
    let one = BuildOptions { threads: 1, ..options() };
    let streamed_hash =
        build_last(&numbers(u64::MAX), &streamed, &one, &Silent).unwrap().pop().unwrap();
    let sharded_hash =
        build_last(&numbers(1_500_000), &sharded, &options(), &Silent).unwrap().pop().unwrap();
    assert_eq!(streamed_hash.content_hash, sharded_hash.content_hash);
    assert!(contents(&streamed) == contents(&sharded));
    let numbers = numbers(u64::MAX);
    build(&files(&plain), &numbers, &Retrograde, last(&numbers), &options(), &Silent).unwrap();
    let [streamed, plain] = [&streamed, &plain]
        .map(|disk| Database::open(disk, &path(&numbers, last(&numbers))).unwrap());
    for section in &plain.manifest().sections {
        let (_, same) = streamed.manifest().section(&section.name).unwrap();
        assert_eq!((&section.hash, &section.kind), (&same.hash, &same.kind));
    }
    let histogram = StoredHistogram::of(&streamed).unwrap().unwrap();
    assert_eq!(histogram.columns, ["part", "code"]);
    assert_eq!(
        histogram.histogram.positions(),
        streamed.manifest().account.parts.iter().map(|part| part.positions).sum::<u64>()
    );
    assert_eq!(StoredHistogram::of(&plain).unwrap(), None);
}

/// Computes every shard on a disk of its own, which has what the layer needs, gathers them in any
/// order, and lets a build find them.
fn gathered<D: Tabulate>(domain: &D, of: u32) {
    let expected = whole(domain);
    let layer = last(domain);
    let needs = MemoryDisk::default();
    for &need in &domain.layers()[layer.0].needs {
        build(&files(&needs), domain, &Tabulation, need, &options(), &Silent).unwrap();
    }
    let gathered = MemoryDisk::default();
    contents(&needs).into_iter().for_each(|(path, bytes)| gathered.put(&path, bytes));
    let mut positions = 0;
    for shard in Shard::all(of).collect::<Vec<_>>().into_iter().rev() {
        let disk = MemoryDisk::default();
        contents(&needs).into_iter().for_each(|(path, bytes)| disk.put(&path, bytes));
        let options = BuildOptions { shard: Some(shard), threads: 1, ..options() };
        let report = build_last(domain, &disk, &options, &Silent).unwrap().pop().unwrap();
        assert!(report.built);
        assert_eq!(report.shard, Some(shard));
        assert_eq!(disk.contents(&report.file).unwrap().len() as u64, report.bytes);
        assert!(disk.contents(&path(domain, layer)).is_none(), "the layer itself is not built");
        positions += report.positions;
        let again = build_last(domain, &disk, &options, &Silent).unwrap().pop().unwrap();
        assert_eq!((again.built, &again.content_hash), (false, &report.content_hash));
        gathered.put(&report.file, disk.contents(&report.file).unwrap());
    }
    let listener = Listener::default();
    let report = build_last(domain, &gathered, &options(), &listener).unwrap().pop().unwrap();
    assert_eq!(report.positions, positions);
    assert_eq!((listener.hears("computing"), listener.hears("merging")), (0, 1));
    assert!(contents(&gathered) == expected, "{of} shards");
}

#[test]
fn shards_computed_apart_make_the_same_layer() {
    for of in [1, 2, 7, 40] {
        gathered(&numbers(u64::MAX), of);
        gathered(&strips(u64::MAX), of);
        gathered(&regions(u64::MAX), of);
    }
}

#[test]
fn of_shards_in_different_numbers_those_are_used_of_which_most_is_there() {
    let numbers = numbers(3_000);
    let expected = whole(&numbers);
    let disk = MemoryDisk::default();
    for shard in ["1/2", "2/5", "3/5", "5/5"] {
        let options = BuildOptions { shard: Some(shard.parse().unwrap()), ..options() };
        build_last(&numbers, &disk, &options, &Silent).unwrap();
    }
    let listener = Listener::default();
    build_last(&numbers, &disk, &options(), &listener).unwrap();
    assert_eq!(
        (listener.hears("shard 1/5"), listener.hears("shard 4/5"), listener.shards()),
        (1, 1, 2)
    );
    assert!(contents(&disk) == expected, "shards that were not used are removed, too");
    // The whole layer is there: there is nothing to be done for a shard.
    let options = BuildOptions { shard: Shard::new(1, 3), ..options() };
    let report = build_last(&numbers, &disk, &options, &Silent).unwrap().pop().unwrap();
    assert_eq!((report.built, report.shard), (false, None));
    assert!(contents(&disk) == expected);
}

#[test]
fn an_interrupted_build_goes_on_at_its_last_whole_shard() {
    let numbers = numbers(1_000);
    let expected = whole(&numbers);
    let all = Listener::default();
    build_last(&numbers, &MemoryDisk::default(), &options(), &all).unwrap();
    let shards = all.shards();
    assert!(shards > 10, "{shards}");
    for most in (0..all.calls.load(Ordering::Relaxed)).step_by(17) {
        let disk = MemoryDisk::default();
        let first = Listener { most: Some(most), ..Listener::default() };
        let interrupted = build_last(&numbers, &disk, &options(), &first);
        assert!(matches!(interrupted, Err(Error::Interrupted)), "{most}: {interrupted:?}");
        let second = Listener::default();
        build_last(&numbers, &disk, &options(), &second).unwrap();
        // One shard at most was computed in vain.
        let computed = first.shards() + second.shards();
        assert!(
            (shards..=shards + 1).contains(&computed),
            "{computed} of {shards} after {most} calls"
        );
        assert!(contents(&disk) == expected);
    }
}

/// Whichever operation fails, or the power at that moment, nothing that is published is harmed, and
/// the next build leaves `expected`.
fn killed_anywhere<D: Tabulate>(domain: &D, step: usize) {
    let expected = whole(domain);
    let layers: Vec<PathBuf> =
        (0..domain.layers().len()).map(|layer| path(domain, LayerId(layer))).collect();
    let options = BuildOptions { threads: 1, ..options() };
    let untroubled = MemoryDisk::default();
    build_last(domain, &untroubled, &options, &Silent).unwrap();
    let broken = io::ErrorKind::Other;
    let troubles = [
        (Fault::Once(io::ErrorKind::StorageFull), None),
        (Fault::From(io::ErrorKind::StorageFull), None),
        (Fault::From(broken), Some(Keep::None)),
        (Fault::From(broken), Some(Keep::All)),
        (Fault::From(broken), Some(Keep::Some { seed: 5 })),
    ];
    for (fault, cut) in troubles {
        for operation in (0..untroubled.operations()).step_by(step) {
            let disk = MemoryDisk::default();
            disk.fail_at(operation, fault);
            let outcome = build_last(domain, &disk, &options, &Silent);
            disk.heal();
            if let Some(keep) = cut {
                disk.power_cut(keep);
            }
            for path in &layers {
                let found = disk.contents(path);
                assert!(
                    found.is_none() || found.as_ref() == expected.get(path),
                    "{}",
                    path.display()
                );
            }
            let is_whole = layers.iter().all(|path| disk.contents(path).is_some());
            assert!(outcome.is_err() || is_whole || cut.is_some(), "{fault:?} at {operation}");
            build_last(domain, &disk, &options, &Silent).unwrap();
            assert!(contents(&disk) == expected, "{fault:?} at {operation}");
        }
    }
}

#[test]
fn a_build_killed_at_any_operation_ends_with_the_same_bytes() {
    killed_anywhere(&Numbers::new([300, 500], 60, 200), 1);
    killed_anywhere(&strips(40), 3);
}

#[test]
fn damaged_and_foreign_shards_are_computed_again() {
    let numbers = numbers(3_000);
    let expected = whole(&numbers);
    let layer = path(&numbers, last(&numbers));
    let prepared = MemoryDisk::default();
    for shard in Shard::all(4) {
        build_last(&numbers, &prepared, &BuildOptions { shard: Some(shard), ..options() }, &Silent)
            .unwrap();
    }
    let shard = layer.with_extension("shard-2-of-4");
    let sound = prepared.contents(&shard).unwrap();
    let other = prepared.contents(&layer.with_extension("shard-3-of-4")).unwrap();
    let flipped = |place: usize| {
        let mut bytes = sound.clone();
        bytes[place] ^= 0x10;
        bytes
    };
    let middle = sound.len() / 4;
    let harms = [
        flipped(3),
        flipped(middle),
        flipped(sound.len() - 50),
        sound[..middle].to_vec(),
        other,
        vec![],
    ];
    for (number, harm) in harms.into_iter().enumerate() {
        let disk = MemoryDisk::default();
        contents(&prepared).into_iter().for_each(|(path, bytes)| disk.put(&path, bytes));
        disk.put(&shard, harm);
        let listener = Listener::default();
        build_last(&numbers, &disk, &options(), &listener).unwrap();
        assert_eq!(listener.hears("shard 2/4 is computed again: "), 1, "harm {number}");
        assert_eq!(listener.shards(), 1, "harm {number}");
        assert!(contents(&disk) == expected, "harm {number}");
    }
    // Computed from another layer before: one with a column more would be caught by its columns,
    // this one only by what it says of itself.
    let disk = MemoryDisk::default();
    contents(&prepared).into_iter().for_each(|(path, bytes)| disk.put(&path, bytes));
    let before = Numbers::new([4_000, 9_000], 700, 3_000);
    let options = BuildOptions { rebuild: true, ..options() };
    build(&files(&disk), &before, &Tabulation, LayerId(0), &options, &Silent).unwrap();
    let listener = Listener::default();
    build_last(&before, &disk, &options, &listener).unwrap();
    assert_eq!(listener.hears("computed from other files"), 4);
    assert!(contents(&disk) == whole(&before));
}

#[test]
fn a_shard_that_another_process_works_on_is_refused() {
    let numbers = numbers(3_000);
    let disk = MemoryDisk::default();
    build(&files(&disk), &numbers, &Tabulation, LayerId(0), &options(), &Silent).unwrap();
    let shard = path(&numbers, last(&numbers)).with_extension("shard-2-of-4");
    let held = lock(&disk, &shard).unwrap();
    let of_four = |number| BuildOptions { shard: Shard::new(number, 4), ..options() };
    build_last(&numbers, &disk, &of_four(1), &Silent).unwrap();
    let refused = build_last(&numbers, &disk, &of_four(2), &Silent);
    assert!(
        matches!(refused, Err(Error::Store(shuban_store::Error::Locked { .. }))),
        "{refused:?}"
    );
    drop(held);
    build_last(&numbers, &disk, &of_four(2), &Silent).unwrap();
}

#[test]
fn what_does_not_fit_into_memory_is_refused_before_it_begins() {
    let mut numbers = numbers(u64::MAX);
    numbers.memory = 1 << 30;
    let disk = MemoryDisk::default();
    let small = BuildOptions { memory: 1 << 29, ..options() };
    for shard in [None, Shard::new(1, 2)] {
        let refused =
            build_last(&numbers, &disk, &BuildOptions { shard, ..small.clone() }, &Silent);
        assert!(
            matches!(refused, Err(Error::Memory { needed, .. }) if needed >= 1 << 30),
            "{refused:?}"
        );
    }
    let refused = tally(
        &files(&disk),
        &numbers,
        &Tabulation,
        last(&numbers),
        Path::new(LEDGER),
        &small,
        &Silent,
    );
    assert!(matches!(refused, Err(Error::Memory { .. })), "{refused:?}");
    assert_eq!(disk.paths(), [] as [PathBuf; 0]);
}

#[test]
fn a_value_that_cannot_be_stored_ends_the_build_with_its_place() {
    for checkpoint in [u64::MAX, 1_000] {
        let mut numbers = numbers(checkpoint);
        numbers.unstorable = Some(2_345);
        let disk = MemoryDisk::default();
        let error = build(&files(&disk), &numbers, &Tabulation, LayerId(0), &options(), &Silent)
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "numbers/0: `large`: rank 2345 cannot be stored: there is no value"
        );
        assert!(disk.contents(&path(&numbers, LayerId(0))).is_none());
    }
}

#[test]
fn retrograde_analysis_has_no_shards() {
    let numbers = numbers(u64::MAX);
    let disk = MemoryDisk::default();
    let options = BuildOptions { shard: Shard::new(1, 2), ..options() };
    let refused = build(&files(&disk), &numbers, &Retrograde, last(&numbers), &options, &Silent);
    assert!(matches!(refused, Err(Error::NoShards { .. })), "{refused:?}");
    // Ids of interned values are known only with the whole layer.
    let strips = strips(u64::MAX);
    let ledger = Path::new(LEDGER);
    let refused =
        tally(&files(&disk), &strips, &Tabulation, last(&strips), ledger, &options, &Silent);
    assert!(matches!(refused, Err(Error::NoShards { .. })), "{refused:?}");
    assert_eq!(disk.contents(ledger), None);
}

fn tallied<D: Tabulate>(
    domain: &D,
    disk: &MemoryDisk,
    shard: Option<Shard>,
    progress: &dyn Progress,
) -> Result<(Ledger, usize), Error> {
    let options = BuildOptions { shard, ..options() };
    let tallied = tally(
        &files(disk),
        domain,
        &Tabulation,
        last(domain),
        Path::new(LEDGER),
        &options,
        progress,
    )?;
    Ok((tallied.ledger, tallied.computed.len()))
}

/// The ledger without the times.
fn timeless(ledger: &Ledger) -> Ledger {
    let mut ledger = ledger.clone();
    ledger.done.values_mut().for_each(|entry| entry.seconds = 0.0);
    ledger
}

#[test]
fn a_ledger_says_of_a_layer_what_its_file_says() {
    let regions = regions(100);
    let numbers = numbers(3_000);
    fn agree<D: Tabulate>(domain: &D) {
        let disk = MemoryDisk::default();
        let (ledger, computed) = tallied(domain, &disk, None, &Silent).unwrap();
        assert_eq!(computed as u32, ledger.shards);
        assert!(ledger.shards > 1);
        assert!(disk.contents(&path(domain, last(domain))).is_none(), "no value is kept");
        assert_eq!(Ledger::read(&disk, Path::new(LEDGER)).unwrap(), Some(ledger.clone()));
        // Shards that are kept have the same hashes.
        for shard in Shard::all(ledger.shards) {
            let options = BuildOptions { shard: Some(shard), ..options() };
            let report = build_last(domain, &disk, &options, &Silent).unwrap().pop().unwrap();
            let kept = Database::open(&disk, &report.file).unwrap();
            let hashes = |database: &Database| -> Vec<String> {
                database.manifest().sections.iter().map(|section| section.hash.clone()).collect()
            };
            let tables = &ledger.done[&shard.number()].tables;
            assert_eq!(
                hashes(&kept),
                tables.iter().map(|table| table.hash.clone()).collect::<Vec<_>>()
            );
        }
        // And so has the whole layer, with the same histogram.
        build_last(domain, &disk, &options(), &Silent).unwrap();
        let database = Database::open(&disk, &path(domain, last(domain))).unwrap();
        let totals = ledger.totals().unwrap();
        assert_eq!(StoredHistogram::of(&database).unwrap().unwrap().histogram, totals.histogram);
        assert_eq!(totals.positions, ledger.positions);
        let options =
            VerifyOptions { data: "/data".into(), threads: 2, memory: 1 << 30, sample: None };
        let verified = verify_ledger(
            &files(&disk),
            domain,
            &Tabulation,
            last(domain),
            Path::new(LEDGER),
            &options,
            &Silent,
        );
        let verified = verified.unwrap();
        assert_eq!((verified.positions, verified.failure), (ledger.positions, None));
        let verified =
            verify(&files(&disk), domain, &Tabulation, last(domain), &options, &Silent).unwrap();
        assert_eq!((verified.positions, verified.failure), (ledger.positions, None));
    }
    agree(&regions);
    agree(&numbers);
}

#[test]
fn a_ledger_run_goes_on_from_the_ledger_alone() {
    let numbers = numbers(3_000);
    let (expected, _) = tallied(&numbers, &MemoryDisk::default(), None, &Silent).unwrap();
    let disk = MemoryDisk::default();
    let (ledger, computed) = tallied(&numbers, &disk, Shard::new(3, 4), &Silent).unwrap();
    assert_eq!((ledger.done.len(), computed, ledger.totals()), (1, 1, None));
    // Another machine has the ledger and nothing else.
    let other = MemoryDisk::default();
    other.put(Path::new(LEDGER), disk.contents(Path::new(LEDGER)).unwrap());
    let listener = Listener::default();
    let (ledger, computed) = tallied(&numbers, &other, None, &listener).unwrap();
    // Three more are those of the layer before.
    assert_eq!((computed, listener.shards(), listener.hears("shard 3/4")), (3, 3 + 3, 0));
    assert_eq!(timeless(&ledger), timeless(&expected));
    // All is there: nothing is computed, not even a plan made.
    let listener = Listener::default();
    assert_eq!(tallied(&numbers, &other, None, &listener).unwrap().1, 0);
    assert_eq!(listener.hears("counting"), 0);
    // Called off at any moment.
    for most in (0..60).step_by(3) {
        let disk = MemoryDisk::default();
        let listener = Listener { most: Some(most), ..Listener::default() };
        let interrupted = tallied(&numbers, &disk, None, &listener);
        assert!(matches!(interrupted, Err(Error::Interrupted)), "{most}: {interrupted:?}");
        assert_eq!(
            timeless(&tallied(&numbers, &disk, None, &Silent).unwrap().0),
            timeless(&expected)
        );
    }
}

#[test]
fn a_ledger_run_killed_at_any_operation_loses_no_shard_that_was_done() {
    let numbers = Numbers::new([300, 500], 60, 200);
    let untroubled = MemoryDisk::default();
    let (expected, shards) = tallied(&numbers, &untroubled, None, &Silent).unwrap();
    for cut in [None, Some(Keep::None), Some(Keep::All), Some(Keep::Some { seed: 9 })] {
        for operation in 0..untroubled.operations() {
            let disk = MemoryDisk::default();
            disk.fail_at(operation, Fault::From(io::ErrorKind::StorageFull));
            assert!(tallied(&numbers, &disk, None, &Silent).is_err());
            disk.heal();
            if let Some(keep) = cut {
                disk.power_cut(keep);
            }
            let done = Ledger::read(&disk, Path::new(LEDGER))
                .unwrap()
                .map_or(0, |ledger| ledger.done.len());
            let (ledger, computed) = tallied(&numbers, &disk, None, &Silent).unwrap();
            assert_eq!(done + computed, shards, "{cut:?} at {operation}");
            assert_eq!(timeless(&ledger), timeless(&expected));
        }
    }
}

#[test]
fn a_ledger_of_something_else_or_that_says_otherwise_is_refused() {
    let numbers = numbers(3_000);
    let disk = MemoryDisk::default();
    let (ledger, _) = tallied(&numbers, &disk, None, &Silent).unwrap();
    let reason = |result: Result<(Ledger, usize), Error>| match result {
        Err(Error::Ledger { path, reason }) if path == Path::new(LEDGER) => reason,
        other => panic!("{other:?}"),
    };
    // Of another number of shards, of another layer, no ledger at all.
    assert!(reason(tallied(&numbers, &disk, Shard::new(1, 2), &Silent)).contains("4 shards"));
    assert!(reason(tallied(&regions(100), &disk, None, &Silent)).contains("domain: numbers/1"));
    let write = |bytes: &[u8]| disk.put(Path::new(LEDGER), bytes.to_vec());
    write(b"{}");
    assert!(reason(tallied(&numbers, &disk, None, &Silent)).contains("missing field"));

    // A hash is wrong: found against a kept layer, and by computing the shard once more.
    let mut wrong = ledger.clone();
    let hash = &mut wrong.done.get_mut(&2).unwrap().tables[0].hash;
    *hash =
        if hash.starts_with('0') { hash.replacen('0', "1", 1) } else { format!("0{}", &hash[1..]) };
    wrong.write(&disk, Path::new(LEDGER)).unwrap();
    let check = BuildOptions { shard: Shard::new(2, 4), rebuild: true, ..options() };
    let path = Path::new(LEDGER);
    let checked = |options: &BuildOptions| {
        let done =
            tally(&files(&disk), &numbers, &Tabulation, last(&numbers), path, options, &Silent)?;
        Ok((done.ledger, done.computed.len()))
    };
    assert!(reason(checked(&check)).contains("shard 2/4 is computed otherwise"));
    let another = BuildOptions { shard: Shard::new(1, 4), ..check.clone() };
    assert_eq!(checked(&another).unwrap().1, 1, "the others are as they were");
    build_last(&numbers, &disk, &options(), &Silent).unwrap();
    let verified = || {
        let options =
            VerifyOptions { data: "/data".into(), threads: 2, memory: 1 << 30, sample: None };
        verify_ledger(&files(&disk), &numbers, &Tabulation, last(&numbers), path, &options, &Silent)
    };
    let failure = verified().unwrap().failure.unwrap();
    let table = &wrong.done[&2].tables[0];
    assert_eq!((failure.section, failure.rank), (table.part.clone(), Some(table.first)));

    // A histogram is wrong in the ledger alone.
    let mut wrong = ledger.clone();
    let entry = wrong.done.get_mut(&3).unwrap();
    let rows: Vec<_> =
        entry.histogram.rows().map(|(class, count)| (class.to_vec(), count)).collect();
    entry.histogram = Default::default();
    for (number, (class, count)) in rows.into_iter().enumerate() {
        entry.histogram.add(
            class,
            match number {
                0 => count + 1,
                1 => count - 1,
                _ => count,
            },
        );
    }
    wrong.write(&disk, path).unwrap();
    assert!(verified().unwrap().failure.is_some());
    ledger.write(&disk, path).unwrap();
    assert_eq!(verified().unwrap().failure, None);
}

#[test]
fn shards_computed_once_more_are_backed_up_too() {
    let mut numbers = numbers(3_000);
    let disk = MemoryDisk::default();
    build_last(&numbers, &disk, &options(), &Silent).unwrap();
    let check = BuildOptions { rebuild: true, ..options() };
    let checked = |numbers: &Numbers, options: &BuildOptions| {
        let path = Path::new(LEDGER);
        let done =
            tally(&files(&disk), numbers, &Tabulation, last(numbers), path, options, &Silent);
        done.map(|done| done.computed.len())
    };
    assert_eq!(checked(&numbers, &options()).unwrap(), 4);
    assert_eq!(checked(&numbers, &check).unwrap(), 4);
    numbers.harm = Some(Harm::AllWrong);
    let error = checked(&numbers, &check).unwrap_err();
    assert!(error.to_string().contains("follows from its successors"), "{error}");
}
