//! `/builds`: databases that the service itself builds.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::builds::Build;
use crate::reply::{Freshness, reply};
use crate::state;

/// The builds that were asked for.
#[derive(Serialize, ToSchema)]
pub(crate) struct AllBuilds {
    builds: Vec<Build>,
}

/// The progress of the default databases, if the service was asked to build them
#[utoipa::path(get, path = "/api/v1/builds", tag = "domains",
    responses((status = 200, description = "`builds`: all of them", body = AllBuilds)))]
pub(crate) async fn list(State(state): State<Arc<state::State>>, headers: HeaderMap) -> Response {
    reply(&headers, &AllBuilds { builds: state.builds.all() }, Freshness::Changing)
}
