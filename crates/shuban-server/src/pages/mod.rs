//! The explorer: pages rendered here, readable without a script.

mod advice;
mod board;
mod build;
mod common;
mod database;
mod decision;
mod field_values;
mod find;
mod home;
mod layout;
mod line;
mod missing;
mod moves;
mod part_list;
mod parts;
mod play;
mod plot;
mod position;
mod practice;
mod proof;
mod proofs;
pub(crate) mod record_holders;
mod recorded;
mod records;
mod reference;
mod reproductions;
mod rolls;
mod set_up;
mod shown;
mod steps;
mod texts;
mod tree;
mod value;
mod values;
mod words;

use std::sync::Arc;

use axum::Router;
use axum::http::HeaderMap;
use axum::middleware::from_fn;
use axum::response::Response;
use axum::routing::{get, post};
use shuban_answer::equation::RECOMPUTE;

use crate::reply::{Freshness, of_bytes};
use crate::state::State;

/// Creates the routes of all pages, and of their assets.
pub(crate) fn router() -> Router<Arc<State>> {
    let mut router = Router::new()
        .route("/", get(home::get))
        .route("/databases", get(database::list))
        .route("/database", get(database::get))
        .route("/records", get(records::get))
        .route("/position", get(position::get))
        .route("/random", get(position::random))
        .route("/roll", get(play::roll))
        .route("/steps", get(steps::get))
        .route("/best", get(steps::best))
        .route("/tree", get(tree::get))
        .route("/advice", get(advice::get))
        .route("/begin", get(play::begin))
        .route("/answer", get(play::answer))
        .route("/review", get(play::review))
        .route("/put", get(position::put))
        .route("/under-way", get(position::under_way))
        .route("/build", post(build::post))
        .route("/find", get(find::get))
        .route("/practice", get(practice::get))
        .route("/proofs", get(proofs::list))
        .route("/proof", get(proof::get))
        .route("/reproductions", get(reproductions::list))
        .route("/reproduction", get(reproductions::get))
        .route("/api", get(reference::get));
    for (path, kind, text) in ASSETS {
        router = router.route(path, get(move |headers: HeaderMap| asset(headers, kind, text)));
    }
    router.layer(from_fn(layout::finished))
}

/// Assets of pages: address, type, text.
const ASSETS: [(&str, &str, &str); 14] = [
    ("/static/explorer.css", "text/css", include_str!("explorer.css")),
    ("/static/explorer.js", "text/javascript", include_str!("explorer.js")),
    ("/static/board.js", "text/javascript", include_str!("board.js")),
    ("/static/drawing.js", "text/javascript", include_str!("drawing.js")),
    ("/static/hand.js", "text/javascript", include_str!("hand.js")),
    ("/static/preview.js", "text/javascript", include_str!("preview.js")),
    ("/static/setup.js", "text/javascript", include_str!("setup.js")),
    ("/static/check.js", "text/javascript", include_str!("check.js")),
    ("/static/equation.js", "text/javascript", RECOMPUTE),
    ("/static/live.js", "text/javascript", include_str!("live.js")),
    ("/static/tree.js", "text/javascript", include_str!("tree.js")),
    ("/static/values.js", "text/javascript", include_str!("values.js")),
    ("/static/practice.js", "text/javascript", include_str!("practice.js")),
    ("/static/icon.svg", "image/svg+xml", include_str!("icon.svg")),
];

async fn asset(headers: HeaderMap, kind: &'static str, text: &'static str) -> Response {
    of_bytes(&headers, kind, text.as_bytes().to_vec(), Freshness::Stored)
}
