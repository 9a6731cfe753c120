//! The API as an OpenAPI document, from the handlers.

use axum::Json;
use utoipa::OpenApi;

use crate::api::{
    advice, builds, choose, domains, draw, equation, estimate, games, play, probe, proofs,
    reproductions, solve, tree, values,
};
use crate::builds::{Build, Stage};
use crate::problem::{Problem, TextPlace};
use crate::published::Published;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Shuban",
        description = "Exact values of endgame positions, and the rules they follow from.",
        license(name = "MIT OR Apache-2.0"),
    ),
    paths(
        games::list,
        play::get,
        choose::get,
        draw::get,
        tree::get,
        advice::get,
        domains::list,
        domains::domain,
        domains::histogram,
        domains::by_index,
        domains::random,
        probe::one,
        probe::many,
        values::one,
        values::many,
        solve::get,
        estimate::get,
        estimate::rollout,
        builds::list,
        proofs::list,
        proofs::get,
        reproductions::list,
        reproductions::get,
        equation::equation,
    ),
    components(schemas(
        Problem,
        TextPlace,
        games::Game,
        probe::Batch,
        values::Positions,
        draw::Format,
        Build,
        Stage,
        Published,
    ))
)]
struct Document;

/// Returns the API as an OpenAPI document.
pub fn openapi() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

pub(crate) async fn document() -> Json<utoipa::openapi::OpenApi> {
    Json(openapi())
}
