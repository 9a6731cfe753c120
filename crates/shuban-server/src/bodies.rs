//! Bodies of requests, read before a request takes a place among those in progress.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use tokio::time::timeout;

use crate::places::{Client, Place};
use crate::problem::Problem;
use crate::state;

/// The place of a body that is more than small, held as long as anybody needs what was in it.
pub(crate) type BodyPlace = Arc<Place>;

/// Reads the body of a request, so that a client that sends it slowly, or never, holds up nobody.
/// A body that is more than small has a place, so that all those that arrive together stay within memory.
pub(crate) async fn read(
    State(state): State<Arc<state::State>>,
    request: Request,
    next: Next,
) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let length = request.body().size_hint().exact();
    if length.is_some_and(|length| length > state.limits.body as u64) {
        return too_large(state.limits.body).into_response();
    }
    let (mut parts, body) = request.into_parts();
    match whole(&state, Client::of(&parts.extensions), body).await {
        Err(problem) => problem.into_response(),
        Ok((bytes, place)) => {
            if let Some(place) = place {
                parts.extensions.insert::<BodyPlace>(Arc::new(place));
            }
            next.run(Request::from_parts(parts, Body::from(bytes))).await
        }
    }
}

/// Reads a body whole, with a place if it is more than small. Time in which it waits for that place
/// is not the client's.
async fn whole(
    state: &state::State,
    client: Client,
    body: Body,
) -> Result<(Bytes, Option<Place>), Problem> {
    let limits = &state.limits;
    let (mut bytes, mut place, mut spent) = (Vec::new(), None, Duration::ZERO);
    let mut pieces = body.into_data_stream();
    loop {
        let began = Instant::now();
        let piece = timeout(limits.body_time.saturating_sub(spent), pieces.next()).await;
        spent += began.elapsed();
        let piece = piece.map_err(|_| {
            let detail = "the body did not arrive in time";
            Problem::new(StatusCode::REQUEST_TIMEOUT, "time", detail)
        })?;
        let Some(piece) = piece else { return Ok((bytes.into(), place)) };
        // Badly cut into chunks, for instance.
        let piece = piece.map_err(|error| Problem::bad_request(format!("the body: {error}")))?;
        bytes.extend_from_slice(&piece);
        if bytes.len() > limits.body {
            return Err(too_large(limits.body));
        }
        if bytes.len() > limits.small_body && place.is_none() {
            place = Some(state.large_bodies.take(client).await?);
        }
    }
}

fn too_large(most: usize) -> Problem {
    let detail = format!("a body has at most {most} bytes");
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", detail)
}
