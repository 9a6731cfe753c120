//! Interruption that waits for what is being saved.

use std::sync::atomic::{AtomicI32, Ordering};

use shuban_core::{Interruptible, Progress, Saving, Silent};

/// Number of guards that are held.
#[derive(Default)]
struct Guards(AtomicI32);

impl Progress for Guards {
    fn saving(&self, begins: bool) {
        self.0.fetch_add(if begins { 1 } else { -1 }, Ordering::Relaxed);
    }
}

#[test]
fn interruption_is_delayed_while_something_is_saved_and_no_longer() {
    let guards = Guards::default();
    let held = || guards.0.load(Ordering::Relaxed);
    let outer = Saving::begin(&guards);
    let inner = Saving::begin(&guards);
    assert_eq!(held(), 2);
    drop(inner);
    assert_eq!(held(), 1);
    drop(outer);
    assert_eq!(held(), 0);
}

/// Work that is to stop.
struct Stopped;

impl Progress for Stopped {
    fn interrupted(&self) -> bool {
        true
    }
}

#[test]
fn a_piece_of_work_is_interrupted_with_the_whole() {
    assert!(Interruptible(&Stopped).interrupted() && !Interruptible(&Silent).interrupted());
}
