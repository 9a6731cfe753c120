//! The time of one request, and work that ends with it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use shuban_core::Progress;
use tokio::time::timeout_at;

use crate::problem::Problem;
use crate::state;

/// The time of a request. It is the progress of all work under it, which ends when that time is
/// over, or the client has gone.
#[derive(Clone)]
pub(crate) struct Budget {
    until: Instant,
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
    fn stays(mut self) {
        self.0 = Arc::default();
    }
}

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Gives a request its budget, and answers when that is spent.
pub(crate) async fn given(
    State(state): State<Arc<state::State>>,
    mut request: Request,
    next: Next,
) -> Response {
    let budget = Budget::new(state.limits.time);
    let until = budget.until;
    let leaving = budget.leaving();
    request.extensions_mut().insert(budget);
    match timeout_at(until.into(), next.run(request)).await {
        Ok(response) => {
            // Its body may go on to work.
            leaving.stays();
            response
        }
        Err(_) => Problem::late().into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_ends_with_its_time_and_with_its_client() {
        let budget = Budget::new(Duration::from_secs(60));
        assert!(!budget.interrupted() && budget.check().is_ok());
        assert!(budget.within(Duration::ZERO).interrupted());
        // A part has no more time than the whole, but what follows may.
        let over = Budget::new(Duration::ZERO);
        assert!(over.within(Duration::from_secs(60)).interrupted());
        let renewed = over.renewed(Duration::from_secs(60));
        assert!(!renewed.interrupted());
        let parts = [budget.within(Duration::from_secs(1)), budget.renewed(Duration::from_secs(1))];
        budget.leaving().stays();
        assert!(!parts.iter().any(Progress::interrupted));
        drop(budget.leaving());
        assert!(parts.iter().all(Progress::interrupted) && budget.check().is_err());
    }
}
