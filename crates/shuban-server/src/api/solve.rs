//! `/solve`: search for positions that no database holds.

use std::time::Duration;

use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use shuban_catalog::{AnyAnswer, Printable, Solving};
use shuban_core::{Medium, Progress};
use utoipa::IntoParams;

use crate::problem::Problem;
use crate::request::{Query, RequestState};
use crate::sse::streamed;

/// A position to solve, and the limits of the search.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SolveQuery {
    /// The game.
    pub(crate) game: String,
    /// The position, or summands joined by `+` [default: the start of a game].
    pub(crate) position: Option<String>,
    /// The side to move, if it is not the one in the position.
    pub(crate) side: Option<String>,
    /// Limit in seconds; the server has one of its own.
    pub(crate) seconds: Option<f64>,
    /// Limit of memory in bytes; the server has one of its own.
    pub(crate) memory: Option<u64>,
}

/// A position solved by search, as `shuban solve --json` does
///
/// With `Accept: text/event-stream`, events tell how far it is (`progress`), and the last one is
/// `answer` or `problem`. Closing the connection ends the search.
///
/// Proof search has the answers of ledgers at its leaves: `leaves` of a question says how many, and
/// `recorded` what they say of the position itself, as for a probe.
#[utoipa::path(get, path = "/api/v1/solve", tag = "probe", params(SolveQuery),
    responses(
        (status = 200, description = "What is known when the search ends"),
        (status = 400, description = "Not a position"),
        (status = 503, description = "As many searches run as may"),
    ))]
pub(crate) async fn get(
    state: RequestState,
    headers: HeaderMap,
    Query(query): Query<SolveQuery>,
) -> Result<Response, Problem> {
    state.short("position", query.position.as_deref().unwrap_or_default())?;
    let place = state.searches.take(state.client).await?;
    streamed(&headers, place, move |progress| Ok(solved(&state, &query, progress)?.json())).await
}

/// Solves a position within the limits, and draws it.
pub(crate) fn solved(
    state: &RequestState,
    query: &SolveQuery,
    progress: &dyn Progress,
) -> Result<AnyAnswer, Problem> {
    let SolveQuery { game, position, side, seconds, memory } = query;
    let time = seconds.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|error| Problem::bad_request(format!("`seconds`: {error}")))?;
    let games = state.catalog.games_named(game)?;
    let position = position.clone().unwrap_or_else(|| games.start());
    let setting = state.search_setting(time, *memory, progress);
    let known = state.ledgers.of(&games.game_of(&position)?.name());
    // Score and stakes of a text are left aside.
    let position = match games.read(&position) {
        Err(_) => games.read_state(&position).map_or(position, |(_, read)| read.text),
        Ok(_) => position,
    };
    let mut solving = Solving::knowing(state.catalog, games, None, known.as_deref(), setting)?;
    let question = solving.question(&position, side.as_deref())?;
    let mut solved = question.drawn(solving.solve(&question)?, Medium::Svg)?;
    state.ledgers.tell(&mut solved)?;
    Ok(solved)
}
