//! `/builds`: databases that the service itself builds.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::json;

use crate::builds::Build;
use crate::reply::{Freshness, reply};
use crate::state;

/// How far the default databases have come, if the service was asked to build them
#[utoipa::path(get, path = "/api/v1/builds", tag = "domains",
    responses((status = 200, description = "`builds`: all of them", body = Vec<Build>)))]
pub(crate) async fn list(State(state): State<Arc<state::State>>, headers: HeaderMap) -> Response {
    reply(&headers, &json!({ "builds": state.builds.all() }), Freshness::Changing)
}
