//! Streamed layers: the bytes are the same with any threads, any shards and any moment at which a
//! build was killed.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use shuban_core::{LayerId, Silent, Tabulate};
use shuban_solve::{
    BuildOptions, Error, Retrograde, Shard, StoredHistogram, Tabulation, build, tally,
};
use shuban_store::{Database, lock};
use shuban_store_testing::{DiskFault, Keep, MemoryDisk};

use super::common::{
    LEDGER, Listener, build_last, contents, files, last, numbers, options, path, regions, strips,
    whole,
};
use crate::numbers::{Harm, Numbers};

/// Checks that a build leaves exactly `expected`, with any threads and checkpoints.
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
    shuban_conformance::domain(&numbers, 1_000).unwrap();
    for layer in [LayerId(0), LayerId(1)] {
        shuban_conformance::tabulate(&numbers, layer, 1_000).unwrap();
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
        let violation =
            shuban_conformance::tabulate(&numbers, LayerId(1), 2_000).unwrap_err().to_string();
        assert!(violation.contains(reason), "{harm:?}: {violation}");
    }
    // An unexamined value is found out when it is built.
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
    build(&files(&plain), &Retrograde(&numbers), last(&numbers), &options(), &Silent).unwrap();
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

/// Computes every shard on a disk of its own, which has the layers it needs, gathers them in any
/// order, and lets a build find them.
fn gathered<D: Tabulate>(domain: &D, of: u32) {
    let expected = whole(domain);
    let layer = last(domain);
    let needs = MemoryDisk::default();
    for &need in &domain.layers()[layer.0].needs {
        build(&files(&needs), &Tabulation(domain), need, &options(), &Silent).unwrap();
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
    // The whole layer exists: a shard needs no work.
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

/// Fails each operation, or the power at that moment, and checks that published files are unharmed
/// and the next build leaves `expected`.
fn killed_anywhere<D: Tabulate>(domain: &D, step: usize) {
    let expected = whole(domain);
    let layers: Vec<PathBuf> =
        (0..domain.layers().len()).map(|layer| path(domain, LayerId(layer))).collect();
    let options = BuildOptions { threads: 1, ..options() };
    let untroubled = MemoryDisk::default();
    build_last(domain, &untroubled, &options, &Silent).unwrap();
    let broken = io::ErrorKind::Other;
    let troubles = [
        (DiskFault::Once(io::ErrorKind::StorageFull), None),
        (DiskFault::From(io::ErrorKind::StorageFull), None),
        (DiskFault::From(broken), Some(Keep::None)),
        (DiskFault::From(broken), Some(Keep::All)),
        (DiskFault::From(broken), Some(Keep::Some { seed: 5 })),
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
    killed_anywhere(&strips(40), 7);
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
    // this one only by its subject.
    let disk = MemoryDisk::default();
    contents(&prepared).into_iter().for_each(|(path, bytes)| disk.put(&path, bytes));
    let before = Numbers::new([4_000, 9_000], 700, 3_000);
    let options = BuildOptions { rebuild: true, ..options() };
    build(&files(&disk), &Tabulation(&before), LayerId(0), &options, &Silent).unwrap();
    let listener = Listener::default();
    build_last(&before, &disk, &options, &listener).unwrap();
    assert_eq!(listener.hears("computed from other files"), 4);
    assert!(contents(&disk) == whole(&before));
}

#[test]
fn a_shard_that_another_process_works_on_is_refused() {
    let numbers = numbers(3_000);
    let disk = MemoryDisk::default();
    build(&files(&disk), &Tabulation(&numbers), LayerId(0), &options(), &Silent).unwrap();
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
        &Tabulation(&numbers),
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
        let error = build(&files(&disk), &Tabulation(&numbers), LayerId(0), &options(), &Silent)
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
    let refused = build(&files(&disk), &Retrograde(&numbers), last(&numbers), &options, &Silent);
    assert!(matches!(refused, Err(Error::NoShards { .. })), "{refused:?}");
    // The ids of interned values are known only with the whole layer.
    let strips = strips(u64::MAX);
    let ledger = Path::new(LEDGER);
    let refused =
        tally(&files(&disk), &Tabulation(&strips), last(&strips), ledger, &options, &Silent);
    assert!(matches!(refused, Err(Error::NoShards { .. })), "{refused:?}");
    assert_eq!(disk.contents(ledger), None);
}
