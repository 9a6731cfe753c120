//! Layers with endless play that several processes solve together.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use shuban_core::erased::Tables;
use shuban_core::{LayerId, Silent};
use shuban_solve::{BuildOptions, EndlessPlay, Error, build};
use shuban_store::{layer_path, lock};
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
    use shuban_store::Error::{Damaged, NoSpace};
    // Whatever its fault, the other's disk has the whole copy at the end, or none.
    let with_fault = |operation: u64, fault: DiskFault| {
        let [leader, other] = [(); 2].map(|()| MemoryDisk::default());
        leader.put(&path, bytes.clone());
        other.fail_at(operation, fault);
        let ends = together(&walks, &[&leader, &other], &options(), connected(2, None));
        let [of_leader, of_other] = <[Result<(), Error>; 2]>::try_from(ends).unwrap();
        match &of_other {
            Ok(()) => assert!(other.contents(&path).as_ref() == Some(&bytes)),
            Err(error) => {
                assert!(matches!(of_leader, Err(Error::Lost(_))), "{of_leader:?}, {error}");
                assert_eq!(leader.paths(), std::slice::from_ref(&path));
                let is_whole = other.contents(&path).as_ref() == Some(&bytes);
                assert_eq!(other.paths().len(), usize::from(is_whole), "after {error}");
            }
        }
        of_other.err()
    };
    // Creating, writing (two pieces), renaming, syncing the name.
    for operation in [12, 13, 16, 17] {
        let full = with_fault(operation, DiskFault::Once(ErrorKind::StorageFull));
        assert!(matches!(full, Some(Error::Store(NoSpace { .. }))), "{operation}: {full:?}");
    }
    let faulty = with_fault(13, DiskFault::Corrupt { byte: 70_000 });
    assert!(matches!(faulty, Some(Error::Store(Damaged { .. }))), "{faulty:?}");
}

#[test]
fn a_layer_that_another_process_makes_or_that_is_seen_late_is_waited_for() {
    let walks = Walks::random(9, NODES);
    let (path, bytes) = first_layer(&walks);
    let solved = layer_path(Path::new("/data"), &walks.all_layers()[1].name).unwrap();
    for (locked, is_made) in [(&path, false), (&path, true), (&solved, true)] {
        let [leader, other] = [(); 2].map(|()| MemoryDisk::default());
        leader.put(&path, bytes.clone());
        let lock = lock(&other, locked).unwrap();
        let ends = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(200));
                if is_made {
                    other.put(&path, bytes.clone());
                }
                drop(lock);
            });
            together(&walks, &[&leader, &other], &options(), connected(2, None))
        });
        ends.into_iter().for_each(Result::unwrap);
        assert!(other.contents(&path).as_ref() == Some(&bytes));
    }
}
