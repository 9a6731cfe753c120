//! Which way questions go within a layer.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// In which direction questions of a layer's positions for others of it go, by part and rank.
#[derive(Default)]
pub(super) struct Directions {
    down: AtomicBool,
    up: AtomicBool,
}

impl Directions {
    /// One position asks for another one.
    pub(super) fn note(&self, asking: (usize, u64), asked: (usize, u64)) {
        let (down, up) = (asked <= asking, asked >= asking);
        for (goes, flag) in [(down, &self.down), (up, &self.up)] {
            // Written once, and then only read by all threads.
            if goes && !flag.load(Relaxed) {
                flag.store(true, Relaxed);
            }
        }
    }

    /// Whether all go one way, so that no position can come back.
    pub(super) fn agree(&self) -> bool {
        !(self.down.load(Relaxed) && self.up.load(Relaxed))
    }
}
