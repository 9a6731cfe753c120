//! Bodies of requests, read before a request takes a place among those in progress.

use std::error::Error;
use std::sync::Arc;

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::LengthLimitError;
use tokio::time::timeout;

use crate::places::Client;
use crate::problem::Problem;
use crate::state;

/// Reads the body of a request, so that a client that sends it slowly, or never, holds up nobody.
/// Larger bodies have places of their own, so that those that arrive together stay within memory.
pub(crate) async fn read(
    State(state): State<Arc<state::State>>,
    request: Request,
    next: Next,
) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let length = request.body().size_hint().exact().map(|length| length as usize);
    let limits = &state.limits;
    let _place = match length {
        Some(length) if length > limits.body => return too_large(limits.body).into_response(),
        Some(length) if length <= limits.small_body => None,
        _ => {
            let waiting = state.large_bodies.take(Client::of(request.extensions()));
            match timeout(limits.time, waiting).await {
                Ok(Ok(place)) => Some(place),
                Ok(Err(problem)) => return problem.into_response(),
                Err(_) => return Problem::busy().into_response(),
            }
        }
    };
    let (parts, body) = request.into_parts();
    match timeout(limits.body_time, to_bytes(body, limits.body)).await {
        Err(_) => {
            let detail = "the body did not arrive in time";
            Problem::new(StatusCode::REQUEST_TIMEOUT, "time", detail).into_response()
        }
        // Longer than the limit, or badly cut into chunks.
        Ok(Err(error)) if is_too_long(&error) => too_large(limits.body).into_response(),
        Ok(Err(error)) => Problem::bad_request(format!("the body: {error}")).into_response(),
        Ok(Ok(bytes)) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
    }
}

fn is_too_long(error: &axum::Error) -> bool {
    error.source().is_some_and(<dyn Error>::is::<LengthLimitError>)
}

fn too_large(most: usize) -> Problem {
    let detail = format!("a body has at most {most} bytes");
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", detail)
}
