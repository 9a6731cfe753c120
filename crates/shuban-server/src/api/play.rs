//! `/play`: a step, from a position by a move to a position.

use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::Value as Json;
use shuban_catalog::Printable;
use utoipa::IntoParams;

use crate::problem::Problem;
use crate::reply::{Freshness, reply};
use crate::request::{Query, RequestState};

/// A move in a position, or none.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PlayQuery {
    /// The game.
    game: String,
    /// The position [default: the start of a game].
    position: Option<String>,
    /// The move; without it, the position itself is described.
    #[serde(rename = "move")]
    action: Option<String>,
    /// The outcome of chance, where it plays a part.
    roll: Option<String>,
}

/// The position after a move, with its outcome and its legal moves by the rules
#[utoipa::path(get, path = "/api/v1/play", tag = "games", params(PlayQuery),
    responses(
        (status = 200, description = "The position, the same members as `shuban show --json`"),
        (status = 400, description = "Not a position, or not a legal move"),
    ))]
pub(crate) async fn get(
    state: RequestState,
    headers: HeaderMap,
    Query(query): Query<PlayQuery>,
) -> Result<Response, Problem> {
    let document = state.look_up(move |state| step(state, &query)).await?;
    Ok(reply(&headers, &document, Freshness::Stored))
}

fn step(state: &RequestState, query: &PlayQuery) -> Result<Json, Problem> {
    let PlayQuery { game, position, action, roll } = query;
    let (games, position) = state.asked(game, position.as_deref())?;
    state.short("move", action.as_deref().unwrap_or_default())?;
    let (game, mut position) = games.read_any(&position)?;
    if let Some(action) = action {
        let roll = roll.as_deref().or(position.chance.as_deref()).map(str::to_owned);
        position = game.play(&position, roll.as_deref(), action)?;
    } else if let Some(roll) = roll {
        game.chance(&position, roll)?;
    }
    Ok(game.by_rules(&position)?.json())
}
