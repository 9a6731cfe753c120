//! `/games`: all games with rules.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::reply::{Freshness, reply};
use crate::state;

/// All games.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Games {
    games: Vec<Game>,
}

/// A game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Game {
    /// Its name.
    game: String,
    /// A description in a sentence.
    description: String,
    /// The position in which a game starts.
    start: String,
}

/// All games
#[utoipa::path(get, path = "/api/v1/games", tag = "games",
    responses((status = 200, description = "`games`: all of them", body = Games)))]
pub(crate) async fn list(State(state): State<Arc<state::State>>, headers: HeaderMap) -> Response {
    let games: Vec<Game> = (state.catalog.games())
        .map(|game| Game { game: game.name(), description: game.about(), start: game.start().text })
        .collect();
    reply(&headers, &Games { games }, Freshness::Stored)
}
