//! Disks that are full, broken, interrupted or lying, at every operation of a build.

use std::io::ErrorKind;

use shuban_core::Random;
use shuban_solve::Error;
use shuban_store_testing::{DiskFault, MemoryDisk, trials};

use super::kinds::{Contents, Kind, every_kind};

/// Builds on a failing disk, which must make the right files or end in a disk error, and again,
/// which must make the right files; returns true if there was an error.
fn recovers(kind: &dyn Kind, disk: &MemoryDisk, expected: &Contents, what: &str) -> bool {
    let outcome = kind.build(disk);
    disk.heal();
    let what = format!("{}: {what}", kind.name());
    for path in kind.paths() {
        let found = disk.contents(&path);
        let is_whole = found.as_ref() == expected.get(&path);
        assert!(is_whole || outcome.is_err() && found.is_none(), "{what}: {}", path.display());
    }
    if let Err(error) = &outcome {
        assert!(matches!(error, Error::Store(_)), "{what}: {error}");
        let told = error.to_string();
        assert!(told.starts_with('/'), "{what}: {told} does not say where");
    }
    kind.build(disk).unwrap_or_else(|error| panic!("{what}: the next build: {error}"));
    let left = kind.left(disk);
    assert!(left.keys().eq(expected.keys()), "{what}: {:?}", left.keys());
    assert!(left == *expected, "{what}: other bytes");
    outcome.is_err()
}

/// The operations of a long build, at least: most of them are alike.
fn many() -> u64 {
    trials(100)
}

/// Returns the faults to try at an operation: `each` of them in turn, or in a long build a single one,
/// drawn at random.
fn some<T: Copy>(all: &[T], each: usize, operation: u64, operations: u64) -> Vec<T> {
    if operations > many() {
        return vec![all[Random::new(operation).place(all.len())]];
    }
    (0..each).map(|turn| all[(operation as usize + 2 * turn) % all.len()]).collect()
}

#[test]
fn whatever_goes_wrong_in_writing_a_build_is_right_or_a_clean_error() {
    for kind in every_kind() {
        let (whole, expected) = kind.undisturbed();
        let (mut faults, mut errors) = (0, 0);
        for operation in 0..whole.operations() {
            let all = [
                DiskFault::Once(ErrorKind::StorageFull),
                DiskFault::From(ErrorKind::StorageFull),
                DiskFault::Once(ErrorKind::Other),
                DiskFault::From(ErrorKind::Other),
                DiskFault::Once(ErrorKind::Interrupted),
                DiskFault::Short,
                DiskFault::Corrupt { byte: operation as usize },
            ];
            // In a short build seven operations in a row see each fault three times.
            for fault in some(&all, 3, operation, whole.operations()) {
                let disk = MemoryDisk::default();
                disk.fail_at(operation, fault);
                let what = format!("{fault:?} at operation {operation}");
                errors += usize::from(recovers(&*kind, &disk, &expected, &what));
                faults += 1;
            }
        }
        println!("{}: {faults} faults in writing, {errors} errors", kind.name());
        // The others hit checkpoints, without which a build goes on, and their removal.
        assert!(errors > faults / 10, "{}: {errors} of {faults}", kind.name());
    }
}

#[test]
fn whatever_goes_wrong_in_reading_a_build_is_right_or_a_clean_error() {
    for kind in every_kind() {
        let (whole, expected) = kind.undisturbed();
        let (mut faults, mut errors) = (0, 0);
        for read in 0..whole.reads() {
            let all = [ErrorKind::Other, ErrorKind::Interrupted, ErrorKind::UnexpectedEof];
            // In a short build each read sees two of them.
            for fault in some(&all, 2, read, whole.reads()) {
                let disk = MemoryDisk::default();
                disk.fail_read_at(read, fault);
                let what = format!("{fault:?} at read {read}");
                errors += usize::from(recovers(&*kind, &disk, &expected, &what));
                faults += 1;
            }
        }
        println!("{}: {faults} faults in reading, {errors} errors", kind.name());
        assert!(errors > 0, "{}: {errors} of {faults}", kind.name());
    }
}
