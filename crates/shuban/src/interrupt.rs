//! Stopping at the next good moment.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::failure::Status;

static STOP: AtomicBool = AtomicBool::new(false);

/// A second signal so soon is the same one, sent to the program and to its group.
const ECHO: Duration = Duration::from_millis(500);

/// From now on SIGINT, SIGTERM and SIGHUP ask the work to stop at the next good moment; a second
/// one, a moment later, ends the program at once.
pub(crate) fn heed() {
    let mut first: Option<Instant> = None;
    // Fails only where the system has no signals: then they end the program, which loses nothing
    // either.
    let _ = ctrlc::set_handler(move || {
        STOP.store(true, Ordering::Relaxed);
        if first.get_or_insert_with(Instant::now).elapsed() > ECHO {
            std::process::exit(Status::Environment as i32);
        }
    });
}

/// Whether the work is to stop.
pub(crate) fn asked() -> bool {
    STOP.load(Ordering::Relaxed)
}
