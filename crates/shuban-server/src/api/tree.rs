//! `/tree`: the moves from a position, the moves after them, and so on.

use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::Value as Json;
use utoipa::IntoParams;

use crate::problem::Problem;
use crate::reply::{Freshness, reply};
use crate::request::{Query, RequestState};
use crate::tree::{MOST_PLIES, PLIES, tree};

/// The root of a tree, and its depth.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct TreeQuery {
    /// The game.
    game: String,
    /// The position [default: the start of a game].
    position: Option<String>,
    /// Depth in moves, from 1 to 8 [default: 3].
    plies: Option<usize>,
    /// True if a search may look for values that no database has.
    search: Option<bool>,
}

/// The tree of play from a position of a game without chance
///
/// `moves` nests: each move has what it is worth to the player who makes it, `best`, `optimal` (all
/// moves to it are best), the position `after` it, and the `moves` there, or null where none were
/// looked at. Of each position the eight best moves are there, and `others` is the number of the
/// rest; all in all 200, level by level, and `cut` says whether that ended it.
#[utoipa::path(get, path = "/api/v1/tree", tag = "games", params(TreeQuery),
    responses(
        (status = 200, description = "The position with its `moves`"),
        (status = 400, description = "Not a position, or chance plays a part in the game"),
        (status = 503, description = "There is too much to do"),
    ))]
pub(crate) async fn get(
    state: RequestState,
    headers: HeaderMap,
    Query(query): Query<TreeQuery>,
) -> Result<Response, Problem> {
    let document = match query.search.unwrap_or_default() {
        true => state.search(move |state| told(state, &query)).await?,
        false => state.work(move |state| told(state, &query)).await?,
    };
    Ok(reply(&headers, &document, Freshness::Changing))
}

fn told(state: &RequestState, query: &TreeQuery) -> Result<Json, Problem> {
    let TreeQuery { game, position, plies, search } = query;
    let plies = plies.unwrap_or(PLIES);
    if !(1..=MOST_PLIES).contains(&plies) {
        return Err(Problem::bad_request(format!("`plies` must be from 1 to {MOST_PLIES}")));
    }
    let (game, position) = state.read(game, position.as_deref())?;
    Ok(tree(state, game, position, plies, search.unwrap_or_default())?.json())
}
