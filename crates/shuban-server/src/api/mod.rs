//! The routes of `/api/v1`.

pub(crate) mod advice;
pub(crate) mod builds;
pub(crate) mod choose;
pub(crate) mod domains;
pub(crate) mod draw;
pub(crate) mod equation;
pub(crate) mod estimate;
pub(crate) mod games;
pub(crate) mod play;
pub(crate) mod probe;
pub(crate) mod proofs;
pub(crate) mod reproductions;
pub(crate) mod solve;
pub(crate) mod tree;
pub(crate) mod values;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;

use crate::state::State;

/// Creates all routes.
pub(crate) fn router() -> Router<Arc<State>> {
    Router::new()
        .route("/games", get(games::list))
        .route("/domains", get(domains::list))
        // Names of domains have slashes, so the text after them is split off by hand.
        .route("/domains/{*rest}", get(domains::get).post(domains::post).fallback(domains::other))
        .route("/play", get(play::get))
        .route("/choose", get(choose::get))
        .route("/draw", get(draw::get))
        .route("/tree", get(tree::get))
        .route("/advice", get(advice::get))
        .route("/solve", get(solve::get))
        .route("/estimate", get(estimate::get))
        .route("/rollout", get(estimate::rollout))
        .route("/builds", get(builds::list))
        .route("/proofs", get(proofs::list))
        .route("/proofs/{file}", get(proofs::get))
        .route("/reproductions", get(reproductions::list))
        .route("/reproductions/{*id}", get(reproductions::get))
}
