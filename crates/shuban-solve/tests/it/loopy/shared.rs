//! Layers with endless play that several processes solve together.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use shuban_core::{LayerId, Silent};
use shuban_solve::{BuildOptions, EndlessPlay, Error, build};
use shuban_store::lock;
use shuban_store_testing::{DiskFault, MemoryDisk};

use super::{built, files, last, options, solving};
use crate::connected::{Threads, by_several, connected};
use crate::graph::Walks;

/// Nodes of a layer that is large enough, and no multiple of what is dealt at a time.
const NODES: usize = (1 << 18) + 777;

fn together(
    walks: &Walks,
    disks: &[&MemoryDisk],
    options: &BuildOptions,
    connected: Vec<Threads>,
) -> Vec<Result<(), Error>> {
    let solver = solving(walks, EndlessPlay::ByMemory);
    let disks: Vec<_> = disks.iter().map(|disk| files(disk)).collect();
    let all = by_several(&disks, (&solver, last(walks)), options, connected);
    all.into_iter().map(|one| one.map(drop)).collect()
}

#[test]
fn bytes_do_not_depend_on_the_number_of_processes() {
    let walks = Walks::random(9, NODES);
    assert_eq!(last(&walks), LayerId(1));
    let alone = built(&solving(&walks, EndlessPlay::ByMemory), &options()).unwrap();
    let mut rounds = 0;
    for count in [2, 3] {
        let (disk, connected) = (MemoryDisk::default(), connected(count, None));
        let round = connected[0].round.clone();
        together(&walks, &[&disk], &options(), connected).into_iter().for_each(Result::unwrap);
        assert_eq!(disk.paths(), alone.paths());
        for path in alone.paths() {
            assert!(disk.contents(&path) == alone.contents(&path), "{path:?} by {count}");
        }
        rounds = round.load(Ordering::Relaxed);
    }
    for (who, round) in [(1, 2), (0, rounds / 4), (2, rounds / 2), (1, rounds * 3 / 4)] {
        let (disk, dies) = (MemoryDisk::default(), Some((who, round)));
        for ended in together(&walks, &[&disk], &options(), connected(3, dies)) {
            let error = ended.unwrap_err();
            assert!(matches!(error, Error::Lost(_)), "{who} in round {round}: {error}");
        }
    }
}

#[test]
fn plays_that_do_not_fit_are_refused_in_each_process() {
    let walks = Walks::random(9, NODES);
    let enough = 64 << 20;
    let options = BuildOptions { memory: enough + NODES as u64 * 15, ..options() };
    let disk = MemoryDisk::default();
    for ended in together(&walks, &[&disk], &options, connected(2, None)) {
        let error = ended.unwrap_err();
        assert!(matches!(error, Error::Memory { .. }), "{error}");
    }
}

/// Returns the file of the layer that the last one needs, as one process alone builds it.
fn first_layer(walks: &Walks) -> (PathBuf, Vec<u8>) {
    let solver = solving(walks, EndlessPlay::ByMemory);
    let disk = MemoryDisk::default();
    build(&files(&disk), &solver, LayerId(0), &options(), &Silent).unwrap();
    let [path] = <[PathBuf; 1]>::try_from(disk.paths()).unwrap();
    let bytes = disk.contents(&path).unwrap();
    (path, bytes)
}

#[test]
fn processes_with_other_data_folders_are_sent_the_layers_that_they_lack() {
    let walks = Walks::random(9, NODES);
    let (path, bytes) = first_layer(&walks);
    let [first, of_two, last] = [(); 3].map(|()| MemoryDisk::default());
    let disks = [&first, &of_two, &of_two, &last];
    together(&walks, &disks, &options(), connected(4, None)).into_iter().for_each(Result::unwrap);
    assert_eq!(first.paths().len(), 2);
    for disk in [of_two, last] {
        assert_eq!(disk.paths(), std::slice::from_ref(&path));
        assert!(disk.contents(&path).as_ref() == Some(&bytes));
    }
}

#[test]
fn a_copy_that_fails_ends_all_and_leaves_nothing() {
    let walks = Walks::random(9, NODES);
    let (path, bytes) = first_layer(&walks);
    let of_disk = |spoil: &dyn Fn(&MemoryDisk)| {
        let [leader, other] = [(); 2].map(|()| MemoryDisk::default());
        leader.put(&path, bytes.clone());
        spoil(&other);
        let ends = together(&walks, &[&leader, &other], &options(), connected(2, None));
        assert!(!leader.paths().iter().any(|found| *found != path), "{:?}", leader.paths());
        assert!(other.paths().is_empty(), "{:?}", other.paths());
        let [of_leader, of_other] = <[Result<(), Error>; 2]>::try_from(ends).unwrap();
        assert!(matches!(of_leader, Err(Error::Lost(_))), "{of_leader:?}");
        of_other.unwrap_err()
    };
    let full = of_disk(&|disk| disk.fail_at(4, DiskFault::From(ErrorKind::StorageFull)));
    assert!(matches!(full, Error::Store(shuban_store::Error::NoSpace { .. })), "{full}");
    let faulty = of_disk(&|disk| disk.fail_at(4, DiskFault::Corrupt { byte: 70_000 }));
    assert!(matches!(faulty, Error::Store(shuban_store::Error::Damaged { .. })), "{faulty}");
}

#[test]
fn a_layer_that_another_build_makes_is_not_waited_for() {
    let walks = Walks::random(9, NODES);
    let (path, bytes) = first_layer(&walks);
    let [leader, other] = [(); 2].map(|()| MemoryDisk::default());
    leader.put(&path, bytes.clone());
    let _lock = lock(&other, &path).unwrap();
    let ends = together(&walks, &[&leader, &other], &options(), connected(2, None));
    let locked = |end: &Result<(), Error>| {
        matches!(end, Err(Error::Store(shuban_store::Error::Locked { .. })))
    };
    assert!(locked(&ends[1]) && matches!(ends[0], Err(Error::Lost(_))), "{ends:?}");
}
