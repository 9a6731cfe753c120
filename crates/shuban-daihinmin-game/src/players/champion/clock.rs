//! The time that a decision takes.

use std::time::{Duration, Instant};

/// The beginning of a decision, and the time that it may take, if it is limited.
pub(super) struct Clock(Option<(Instant, Duration)>);

impl Clock {
    /// Begins a decision.
    pub(super) fn new(time: Option<Duration>) -> Self {
        // Without a limit no clock is asked: there are machines that have none.
        Clock(time.map(|time| (Instant::now(), time)))
    }

    /// Returns true if this share of the time is over.
    pub(super) fn is_past(&self, share: f64) -> bool {
        self.0.is_some_and(|(began, time)| began.elapsed() >= time.mul_f64(share))
    }
}
