//! Layers with endless play that several processes solve together.

use std::sync::atomic::Ordering;

use shuban_core::LayerId;
use shuban_solve::{BuildOptions, EndlessPlay, Error};
use shuban_store_testing::MemoryDisk;

use super::{built, files, last, options, solving};
use crate::connected::{Threads, by_several, connected};
use crate::graph::Walks;

/// Nodes of a layer that is large enough, and no multiple of what is dealt at a time.
const NODES: usize = (1 << 18) + 777;

fn together(
    walks: &Walks,
    disk: &MemoryDisk,
    options: &BuildOptions,
    connected: Vec<Threads>,
) -> Vec<Result<(), Error>> {
    let solver = solving(walks, EndlessPlay::ByMemory);
    let all = by_several(&files(disk), (&solver, last(walks)), options, connected);
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
        together(&walks, &disk, &options(), connected).into_iter().for_each(Result::unwrap);
        assert_eq!(disk.paths(), alone.paths());
        for path in alone.paths() {
            assert!(disk.contents(&path) == alone.contents(&path), "{path:?} by {count}");
        }
        rounds = round.load(Ordering::Relaxed);
    }
    for (who, round) in [(1, 2), (0, rounds / 4), (2, rounds / 2), (1, rounds * 3 / 4)] {
        let (disk, dies) = (MemoryDisk::default(), Some((who, round)));
        for ended in together(&walks, &disk, &options(), connected(3, dies)) {
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
    for ended in together(&walks, &disk, &options, connected(2, None)) {
        let error = ended.unwrap_err();
        assert!(matches!(error, Error::Memory { .. }), "{error}");
    }
}
