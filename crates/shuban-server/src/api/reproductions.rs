//! `/reproductions`: published tables beside the recomputed ones.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::json;

use crate::problem::Problem;
use crate::published::Published;
use crate::reply::{Freshness, reply};
use crate::request::Path;
use crate::sse::streamed;
use crate::state;

/// Published tables and figures that this program recomputes
#[utoipa::path(get, path = "/api/v1/reproductions", tag = "reproductions",
    responses((status = 200, description = "`reproductions`: all of them",
        body = Vec<Published>)))]
pub(crate) async fn list(State(state): State<Arc<state::State>>, headers: HeaderMap) -> Response {
    reply(&headers, &json!({ "reproductions": state.publications.all }), Freshness::Stored)
}

/// A published table beside the recomputed one
///
/// It is recomputed when it is first asked for, which may take as long as the list says. With
/// `Accept: text/event-stream`, events tell how far it is; closing the connection ends the work.
#[utoipa::path(get, path = "/api/v1/reproductions/{id}", tag = "reproductions",
    params(("id" = String, Path, description = "Its name, such as `gammon/table-1`")),
    responses(
        (status = 200, description = "`rows`, as `shuban reproduce --json` has them"),
        (status = 404, description = "No such table", body = Problem,
         content_type = "application/problem+json"),
        (status = 503, description = "Another one is being recomputed", body = Problem,
         content_type = "application/problem+json"),
    ))]
pub(crate) async fn get(
    State(state): State<Arc<state::State>>,
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
    let place = Arc::clone(&state.recomputing).try_acquire_owned().map_err(|_| Problem::busy())?;
    streamed(&headers, place, move |progress| {
        let result = (published.recompute)(progress)?;
        state.publications.keep(&id, &result);
        Ok(result)
    })
    .await
}
