//! The end of the time for an examination.

use std::time::{Duration, Instant};

use crate::examination::fault::Ended;

/// The end of the time for an examination, if its time is limited.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    began: Instant,
    time: Option<Duration>,
}

impl Deadline {
    /// Returns the deadline for what begins now and may take this time.
    pub fn after(time: Option<Duration>) -> Self {
        Deadline { began: Instant::now(), time }
    }

    /// Returns the reason to end, if the time is over.
    pub fn passed(&self) -> Option<Ended> {
        let time = self.time.filter(|time| self.began.elapsed() >= *time)?;
        Some(Ended::Time(time.as_secs_f64()))
    }
}
