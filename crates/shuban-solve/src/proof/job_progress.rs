//! The progress of a job, which is interrupted when it does not matter any more.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, TryLockError};
use std::time::{Duration, Instant};

use shuban_core::Progress;

/// Time between two looks whether a job still matters.
const LOOK: Duration = Duration::from_secs(5);

/// The progress of a job, which is interrupted when it does not matter any more.
pub(super) struct JobProgress<'p> {
    progress: &'p dyn Progress,
    /// The position that is searched, before the details.
    name: String,
    matters: &'p (dyn Fn() -> bool + Sync),
    looked: Mutex<Instant>,
    is_moot: AtomicBool,
}

impl<'p> JobProgress<'p> {
    pub(super) fn new(
        progress: &'p dyn Progress,
        name: String,
        matters: &'p (dyn Fn() -> bool + Sync),
    ) -> Self {
        let (looked, is_moot) = (Mutex::new(Instant::now()), AtomicBool::new(false));
        JobProgress { progress, name, matters, looked, is_moot }
    }

    fn look(&self) {
        let mut looked = match self.looked.try_lock() {
            Ok(looked) => looked,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            // Another thread looks.
            Err(TryLockError::WouldBlock) => return,
        };
        if looked.elapsed() >= LOOK {
            if !(self.matters)() {
                self.is_moot.store(true, Relaxed);
            }
            *looked = Instant::now();
        }
    }
}

impl Progress for JobProgress<'_> {
    /// One job of many is no layer, which is told in a line of its own.
    fn layer(&self, _: &str, _: usize, _: usize) {}

    fn phase(&self, what: &str, total: u64) {
        self.progress.phase(what, total);
    }

    fn at(&self, done: u64, detail: &str) {
        self.progress.at(done, &format!("{}: {detail}", self.name));
    }

    fn note(&self, text: &str) {
        self.progress.note(text);
    }

    fn interrupted(&self) -> bool {
        self.look();
        self.is_moot.load(Relaxed) || self.progress.interrupted()
    }

    fn saving(&self, begins: bool) {
        self.progress.saving(begins);
    }
}
