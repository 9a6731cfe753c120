//! The end of the time for an examination.

use std::time::{Duration, Instant};

use shuban_core::Progress;

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

    /// Ends what is interrupted, or whose time is over.
    ///
    /// # Errors
    /// [`Ended::Interrupted`], [`Ended::Time`].
    pub fn check(&self, progress: &dyn Progress) -> Result<(), Ended> {
        match self.time {
            _ if progress.interrupted() => Err(Ended::Interrupted),
            Some(time) if self.began.elapsed() >= time => Err(Ended::Time(time.as_secs_f64())),
            _ => Ok(()),
        }
    }
}
