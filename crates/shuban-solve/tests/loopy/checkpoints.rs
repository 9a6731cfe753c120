//! Builds by passes that are called off and go on.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use shuban_core::{Progress, Silent};
use shuban_solve::{BuildOptions, EndlessPlay, Error, build};
use shuban_store::testing::MemoryDisk;

use crate::graph::Walks;
use crate::{built, files, last, options};

/// Calls the work off after it was asked so many times whether to.
struct After(AtomicU32);

impl Progress for After {
    fn interrupted(&self) -> bool {
        let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
            Some(left.saturating_sub(1))
        });
        left == Ok(0)
    }
}

#[test]
fn a_build_that_is_called_off_anywhere_ends_in_the_same_bytes() {
    let walks = Walks::random(7, 400);
    let options = BuildOptions { threads: 1, checkpoint_every: Duration::ZERO, ..options() };
    let whole = built(&walks, &EndlessPlay::ByPasses, &options).unwrap();
    let mut interruptions = 0;
    for calls in 1..60 {
        let disk = MemoryDisk::default();
        let progress = After(AtomicU32::new(calls));
        match build(
            &files(&disk),
            &walks,
            &EndlessPlay::ByPasses,
            last(&walks),
            &options,
            &progress,
        ) {
            Err(Error::Interrupted) => interruptions += 1,
            done => assert!(done.is_ok(), "{done:?}"),
        }
        build(&files(&disk), &walks, &EndlessPlay::ByPasses, last(&walks), &options, &Silent)
            .unwrap();
        assert_eq!(disk.paths(), whole.paths(), "after {calls} calls");
        for path in whole.paths() {
            assert_eq!(disk.contents(&path), whole.contents(&path), "after {calls} calls");
        }
    }
    assert!(interruptions > 10, "{interruptions}");
}
