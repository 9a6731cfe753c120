//! The end of a request's time, whatever it waits for.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout_at;

use crate::budget::Budget;
use crate::problem::Problem;
use crate::state;

/// Gives a request its budget, and answers when that is spent.
pub(crate) async fn given(
    State(state): State<Arc<state::State>>,
    mut request: Request,
    next: Next,
) -> Response {
    let budget = Budget::new(state.limits.time);
    let (until, leaving) = (budget.until, budget.leaving());
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
