//! Stopping at the next good moment.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::Status;

static STOP: AtomicBool = AtomicBool::new(false);

/// From now on SIGINT, SIGTERM and SIGHUP ask the work to stop at the next good moment; a second one
/// ends the program at once.
pub(crate) fn heed() {
    // Fails only where the system has no signals: then they end the program, which loses nothing either.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(Status::Environment as i32);
        }
    });
}

/// Whether the work is to stop.
pub(crate) fn asked() -> bool {
    STOP.load(Ordering::Relaxed)
}
