//! How much a search may do.

use std::time::Instant;

/// How much work a search may do, and until when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Pieces of work that may still be done.
    pub work: u64,
    /// When it ends at the latest.
    pub until: Option<Instant>,
    /// Calls until the clock is read again.
    calls: u8,
}

impl Effort {
    /// The clock is read once in this many calls.
    const CALLS: u8 = 64;

    /// So much work.
    pub const fn of(work: u64) -> Self {
        Effort { work, until: None, calls: 0 }
    }

    /// The same, until a time if there is one.
    #[must_use]
    pub const fn until(self, until: Option<Instant>) -> Self {
        Effort { until, calls: 0, ..self }
    }

    /// Spends work; `None` if not that much is left, or the time is over.
    #[inline]
    pub fn spend(&mut self, work: u64) -> Option<()> {
        self.work = self.work.checked_sub(work)?;
        if let Some(until) = self.until {
            if self.calls == 0 && Instant::now() >= until {
                return None;
            }
            self.calls = (self.calls + 1) % Self::CALLS;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_and_time_are_both_limits() {
        let mut effort = Effort::of(5);
        assert_eq!((effort.spend(3), effort.spend(3), effort.spend(2)), (Some(()), None, Some(())));
        let mut late = Effort::of(u64::MAX).until(Some(Instant::now()));
        assert_eq!((late.spend(1), late.spend(1)), (None, None));
    }
}
