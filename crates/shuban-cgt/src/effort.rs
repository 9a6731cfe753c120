//! Limits of a search.

use std::fmt;
use std::time::Instant;

use shuban_core::Progress;

/// Remaining work of a search, and its deadline.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// Units of work that may still be done.
    pub work: u64,
    /// Deadline.
    pub until: Option<Instant>,
    /// Progress, which may call it off.
    progress: Option<&'a dyn Progress>,
    /// Calls until the clock and the progress are read again.
    calls: u8,
}

impl fmt::Debug for Effort<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Effort { work, until, .. } = self;
        f.debug_struct("Effort").field("work", work).field("until", until).finish_non_exhaustive()
    }
}

impl<'a> Effort<'a> {
    /// The clock is read once in this many calls.
    const CALLS: u8 = 64;

    /// An effort of `work` units.
    pub const fn of(work: u64) -> Self {
        Effort { work, until: None, progress: None, calls: 0 }
    }

    /// The same, until a deadline if there is one.
    #[must_use]
    pub const fn until(self, until: Option<Instant>) -> Self {
        Effort { until, calls: 0, ..self }
    }

    /// The same, until it is called off.
    #[must_use]
    pub const fn unless_interrupted(self, progress: &'a dyn Progress) -> Self {
        Effort { progress: Some(progress), calls: 0, ..self }
    }

    /// Spends work; `None` if too little is left, the time is over, or it is called off.
    #[inline]
    pub fn spend(&mut self, work: u64) -> Option<()> {
        self.work = self.work.checked_sub(work)?;
        if self.until.is_some() || self.progress.is_some() {
            if self.calls == 0 && self.is_over() {
                return None;
            }
            self.calls = (self.calls + 1) % Self::CALLS;
        }
        Some(())
    }

    /// Returns true if the time is over, or it is called off.
    pub fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
            || self.progress.is_some_and(Progress::interrupted)
    }
}
