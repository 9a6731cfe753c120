//! `/reproductions`: published tables beside the recomputed ones.

use std::time::Instant;

use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::oracles::Within;
use crate::problem::Problem;
use crate::published::Published;
use crate::reply::{Freshness, accepts, reply};
use crate::request::{Path, RequestState};
use crate::sse::streamed;

/// All published tables and figures.
#[derive(Serialize, ToSchema)]
pub(crate) struct Reproductions {
    reproductions: Vec<Published>,
}

/// Published tables and figures that this program recomputes
#[utoipa::path(get, path = "/api/v1/reproductions", tag = "reproductions",
    responses((status = 200, description = "`reproductions`: all of them",
        body = Reproductions)))]
pub(crate) async fn list(state: RequestState, headers: HeaderMap) -> Response {
    reply(
        &headers,
        &Reproductions { reproductions: state.publications.all.clone() },
        Freshness::Stored,
    )
}

/// A published table beside the recomputed one
///
/// It is recomputed when it is first asked for, which may take as long as the list says. With
/// `Accept: text/event-stream`, events tell how far it is; closing the connection ends the work.
#[utoipa::path(get, path = "/api/v1/reproductions/{id}", tag = "reproductions",
    params(("id" = String, Path, description = "Its name, such as `gammon/table-1`")),
    responses(
        (status = 200, description = "`rows`, as `shuban reproduce --json` has them"),
        (status = 404, description = "No such table"),
        (status = 422, description = "It takes longer than this service spends"),
        (status = 503, description = "Too many wait for another one"),
    ))]
pub(crate) async fn get(
    state: RequestState,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    state.short("address", &id)?;
    let Some(published) = state.publications.find(&id).cloned() else {
        return Err(Problem::not_found(format!("no published table has the name {id}")));
    };
    if let Some(known) = state.publications.known(&id) {
        return Ok(reply(&headers, &*known, Freshness::Stored));
    }
    // Only events keep a request alive for longer than others.
    let is_told = accepts(&headers, "text/event-stream");
    let most = if is_told { state.limits.recompute_time } else { state.limits.time };
    if f64::from(published.seconds) > most.as_secs_f64() {
        let detail = format!(
            "{id} takes {} s, and this service spends {most:?} at most ({:?} with events): `shuban \
             reproduce {id}`",
            published.seconds, state.limits.recompute_time
        );
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "time", detail));
    }
    let place = state.recomputing.take(state.client).await?;
    streamed(&headers, place, move |progress| {
        let within = Within { progress, until: Instant::now() + most };
        let result = (published.recompute)(&within)?;
        state.publications.keep(&id, &result);
        Ok(result)
    })
    .await
}
