//! `/advice`: moves advised by players of one game alone.

use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use shuban_catalog::{AnyAdvice, AnyGame, AnyPosition, Printable};
use utoipa::IntoParams;

use crate::problem::Problem;
use crate::reply::{Freshness, reply};
use crate::request::{Query, RequestState};

/// A position that advice is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AdviceQuery {
    /// The game.
    game: String,
    /// The position [default: the start of a game].
    position: Option<String>,
}

/// The advice of the players that belong to a game: their moves, with reasons
///
/// Each of `players` has its `move`, or null if it has no opinion, the moves that it `weighed`, best
/// first, and what else it has to say. In card games a player sees only what the seat to move sees:
/// `poll` counts the deals of the other cards that each move wins.
#[utoipa::path(get, path = "/api/v1/advice", tag = "games", params(AdviceQuery),
    responses(
        (status = 200, description = "What each player would do"),
        (status = 400, description = "Not a position, or a game without such players"),
        (status = 503, description = "There is too much to do"),
    ))]
pub(crate) async fn get(
    state: RequestState,
    headers: HeaderMap,
    Query(AdviceQuery { game, position }): Query<AdviceQuery>,
) -> Result<Response, Problem> {
    let document = state
        .work(move |state| {
            let (game, position) = state.read(&game, position.as_deref())?;
            Ok(advice(state, game, &position)?.json())
        })
        .await?;
    Ok(reply(&headers, &document, Freshness::Changing))
}

/// Asks the advisers of a game, within the limits.
pub(crate) fn advice(
    state: &RequestState,
    game: &dyn AnyGame,
    position: &AnyPosition,
) -> Result<AnyAdvice, Problem> {
    // Players that search take as long as for a move.
    let time = state.limits.search_time / 5;
    let setting = state.search_setting(Some(time), None, &state.budget);
    Ok(state.catalog.advice(game, position, &setting)?)
}
