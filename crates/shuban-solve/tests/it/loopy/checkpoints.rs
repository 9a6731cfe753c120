//! Builds by passes that are interrupted and resume, from saved or forged checkpoints.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::json;
use shuban_core::{Progress, Receding, Record};
use shuban_solve::{BuildOptions, EndlessPlay, Error, build};
use shuban_store_testing::MemoryDisk;
use shuban_store_testing::rewrite;

use super::wrong::circles;
use super::{built, files, last, options, solving};
use crate::graph::Walks;

/// Interrupts the work after it has asked some times, counts the blocks that passes back up, and
/// keeps notes.
struct Watcher {
    questions_left: AtomicU32,
    is_passing: AtomicBool,
    blocks: AtomicU64,
    notes: Mutex<Vec<String>>,
}

impl Watcher {
    fn calling_off_after(questions: u32) -> Self {
        Watcher {
            questions_left: AtomicU32::new(questions),
            is_passing: AtomicBool::new(false),
            blocks: AtomicU64::new(0),
            notes: Mutex::default(),
        }
    }

    fn patient() -> Self {
        Watcher::calling_off_after(u32::MAX)
    }

    fn blocks(&self) -> u64 {
        self.blocks.load(Relaxed)
    }

    fn has_noted(&self, text: &str) -> bool {
        let notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.iter().any(|note| note.contains(text))
    }
}

impl Progress for Watcher {
    fn phase(&self, what: &str, _: u64) {
        self.is_passing.store(what.starts_with("pass "), Relaxed);
    }

    fn at(&self, _: u64, _: &str) {
        self.blocks.fetch_add(self.is_passing.load(Relaxed).into(), Relaxed);
    }

    fn note(&self, text: &str) {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).push(text.to_owned());
    }

    fn interrupted(&self) -> bool {
        let left =
            self.questions_left.fetch_update(Relaxed, Relaxed, |left| Some(left.saturating_sub(1)));
        left == Ok(0)
    }
}

/// Builds the last layer by passes; returns false if it was interrupted.
fn pass(walks: &Walks, disk: &MemoryDisk, options: &BuildOptions, watcher: &Watcher) -> bool {
    let passing = solving(walks, EndlessPlay::ByPasses);
    match build(&files(disk), &passing, last(walks), options, watcher) {
        Err(Error::Interrupted) => false,
        done => {
            done.unwrap();
            true
        }
    }
}

fn assert_same(disk: &MemoryDisk, sound: &MemoryDisk, what: &str) {
    assert_eq!(disk.paths(), sound.paths(), "{what}");
    for path in sound.paths() {
        assert_eq!(disk.contents(&path), sound.contents(&path), "{what}");
    }
}

#[test]
fn a_build_that_is_called_off_anywhere_ends_in_the_same_bytes() {
    let walks = Walks::random(7, 400);
    let options = BuildOptions { threads: 1, checkpoint_every: Duration::ZERO, ..options() };
    let whole = built(&solving(&walks, EndlessPlay::ByPasses), &options).unwrap();
    let mut interruptions = 0;
    for questions in 1..60 {
        let disk = MemoryDisk::default();
        interruptions +=
            u32::from(!pass(&walks, &disk, &options, &Watcher::calling_off_after(questions)));
        assert!(pass(&walks, &disk, &options, &Watcher::patient()));
        assert_same(&disk, &whole, &format!("after {questions} questions"));
    }
    assert!(interruptions > 10, "{interruptions}");
}

#[test]
fn a_build_that_is_called_off_within_a_pass_goes_on_from_there() {
    let walks = Walks::random(7, 2_000);
    // No checkpoint is due before the interruption.
    let options = BuildOptions { threads: 1, ..options() };
    let (whole, watcher) = (MemoryDisk::default(), Watcher::patient());
    assert!(pass(&walks, &whole, &options, &watcher));
    let all = watcher.blocks();
    for questions in [all / 2, all * 2 / 3] {
        let disk = MemoryDisk::default();
        let first = Watcher::calling_off_after(questions as u32);
        assert!(!pass(&walks, &disk, &options, &first));
        let second = Watcher::patient();
        assert!(pass(&walks, &disk, &options, &second));
        println!("{} blocks, then {} of {all}", first.blocks(), second.blocks());
        assert!(second.has_noted("going on from the checkpoint"));
        assert!(second.blocks() < all, "{} blocks, then {}", first.blocks(), second.blocks());
        assert_same(&disk, &whole, "going on");
    }
}

#[test]
fn values_of_a_checkpoint_that_rest_on_each_other_make_no_database() {
    let walks = circles(true);
    let options = BuildOptions { threads: 1, ..options() };
    let sound = built(&solving(&walks, EndlessPlay::ByPasses), &options).unwrap();
    // At the largest number of plies they do not even grow.
    for plies in [Receding::MAX_PLIES, Receding::MAX_PLIES - 5] {
        for passes in [0, 1, u32::MAX] {
            let disk = MemoryDisk::default();
            assert!(!pass(&walks, &disk, &options, &Watcher::calling_off_after(1)));
            let checkpoint = disk.paths().into_iter().find(|path| path.ends_with("0.checkpoint"));
            rewrite(&files(&disk), &checkpoint.unwrap(), |opened| {
                for (rank, score) in [(3, 1), (4, -1)] {
                    Receding::within(score, plies).to_columns(&mut opened.rows("0")[rank]);
                }
                opened.account.facts.insert("passes".to_owned(), json!(passes));
            });
            let watcher = Watcher::patient();
            assert!(pass(&walks, &disk, &options, &watcher));
            assert!(watcher.has_noted("its values rest on no end of play"), "{plies}, {passes}");
            assert_same(&disk, &sound, &format!("{plies} plies, {passes} passes"));
        }
    }
}
