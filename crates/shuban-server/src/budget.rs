//! The time of one request, and work that ends with it.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use shuban_core::Progress;

use crate::problem::Problem;
use crate::sync::AtomicBool;

/// The time of a request. It is the progress of all work under it, which ends when that time is
/// over, or the client has gone.
#[derive(Clone)]
pub(crate) struct Budget {
    /// The end of its time.
    pub(crate) until: Instant,
    has_gone: Arc<AtomicBool>,
}

impl Budget {
    /// Creates the budget of a request that begins.
    pub(crate) fn new(time: Duration) -> Self {
        Budget { until: Instant::now() + time, has_gone: Arc::default() }
    }

    /// Returns the budget of a part, which may take this long at most.
    pub(crate) fn within(&self, time: Duration) -> Self {
        let until = self.until.min(Instant::now() + time);
        Budget { until, has_gone: Arc::clone(&self.has_gone) }
    }

    /// Returns the budget of what follows, which has a time of its own.
    pub(crate) fn renewed(&self, time: Duration) -> Self {
        Budget { until: Instant::now() + time, has_gone: Arc::clone(&self.has_gone) }
    }

    /// Returns a mark that its client has gone, made when it is dropped.
    pub(crate) fn leaving(&self) -> Leaving {
        Leaving(Arc::clone(&self.has_gone))
    }

    /// Returns the problem of work that is to end.
    ///
    /// # Errors
    /// [`Problem`] if the time is over, or the client has gone.
    pub(crate) fn check(&self) -> Result<(), Problem> {
        match self.interrupted() {
            true => Err(Problem::too_long()),
            false => Ok(()),
        }
    }
}

impl Progress for Budget {
    fn interrupted(&self) -> bool {
        self.has_gone.load(Ordering::Relaxed) || Instant::now() >= self.until
    }
}

/// A mark that a client has gone, made when this is dropped: nobody awaits the answer any more.
pub(crate) struct Leaving(Arc<AtomicBool>);

impl Leaving {
    /// Makes no mark: the client has its answer.
    pub(crate) fn stays(mut self) {
        self.0 = Arc::default();
    }
}

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
