//! Builds that are killed at counted moments, and go on.

use std::io;

use shuban_core::Random;
use shuban_store_testing::{DiskFault, Keep, MemoryDisk, trials};

use super::kinds::{Kind, every_kind};

/// The process ends: none of its further operations reaches the disk. Then the power fails.
const KILLED: DiskFault = DiskFault::From(io::ErrorKind::Other);

/// Returns `count` cases of what may survive of unsynced data: nothing, all, then random choices. If they
/// are fewer than three, the first of them is drawn.
fn cuts(seed: u64, count: u64) -> impl Iterator<Item = Keep> {
    let seeds = (0..).map(move |choice| Keep::Some { seed: seed << 8 | choice });
    let first = if count < 3 { Random::new(seed).place(3) } else { 0 };
    [Keep::None, Keep::All].into_iter().chain(seeds).skip(first).take(count as usize)
}

/// Enough kills of a build; they are spread so that there are not many more.
fn enough() -> u64 {
    trials(75)
}

/// Kills a build at evenly spread operations, and builds again; returns the number of kills.
fn killed(kind: &dyn Kind) -> u64 {
    let (whole, expected) = kind.undisturbed();
    let operations = whole.operations();
    let step = (operations / enough()).max(1);
    // More cases for a build with few operations.
    let each = enough().div_ceil(operations);
    let mut kills = 0;
    for operation in (0..operations).step_by(step as usize) {
        for cut in cuts(operation, each) {
            let disk = MemoryDisk::default();
            disk.fail_at(operation, KILLED);
            let _ = kind.build(&disk);
            disk.power_cut(cut);
            let what = format!("{}: killed at operation {operation}, {cut:?}", kind.name());
            for path in kind.paths() {
                let found = disk.contents(&path);
                assert!(found.is_none() || found.as_ref() == expected.get(&path), "{what}");
            }
            kind.build(&disk).unwrap_or_else(|error| panic!("{what}: {error}"));
            let left = kind.left(&disk);
            assert!(left.keys().eq(expected.keys()), "{what}: {:?}", left.keys());
            assert!(left == expected, "{what}: other bytes");
            kills += 1;
        }
    }
    println!("{}: {kills} kills at every {step} of {operations} operations", kind.name());
    kills
}

#[test]
fn a_killed_build_of_any_kind_goes_on_and_leaves_the_same_files_and_no_others() {
    for kind in every_kind() {
        let kills = killed(&*kind);
        assert!(kills >= enough(), "{}: {kills} kills", kind.name());
    }
}

#[test]
fn a_build_that_is_killed_again_and_again_leaves_the_same_files_and_no_others() {
    let mut kills = 0;
    for kind in every_kind() {
        let (whole, expected) = kind.undisturbed();
        for seed in 0..12 {
            let mut random = Random::new(seed);
            let disk = MemoryDisk::default();
            loop {
                // Later and later, so that it ends.
                let most = whole.operations() / 4 + 2 * kills % whole.operations();
                disk.fail_at(random.below(most.max(1)), KILLED);
                let built = kind.build(&disk);
                let cut = cuts(random.bits() >> 8, 3).nth(random.place(3)).unwrap();
                disk.power_cut(cut);
                if built.is_ok() {
                    break;
                }
                kills += 1;
            }
            kind.build(&disk).unwrap();
            let left = kind.left(&disk);
            assert!(left == expected, "{}, seed {seed}: {:?}", kind.name(), left.keys());
        }
    }
    println!("{kills} kills, one after the other");
    assert!(kills >= 72, "{kills} kills");
}
