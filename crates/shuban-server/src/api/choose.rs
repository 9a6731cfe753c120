//! `/choose`: the move of a player.

use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use shuban_catalog::names::Games;
use shuban_play::{Choice, Level, Line, Player, Turn};
use utoipa::IntoParams;

use super::domains::fresh_seed;
use crate::problem::Problem;
use crate::reply::{Freshness, reply};
use crate::request::{Query, RequestState};

/// A position, and the player that is to choose a move there.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ChooseQuery {
    /// The game.
    game: String,
    /// The position [default: the start of a game].
    position: Option<String>,
    /// The outcome of chance, where it plays a part.
    roll: Option<String>,
    /// `perfect`, `strong`, `casual` or `random` [default: perfect].
    level: Option<String>,
    /// The same seed gives the same move.
    seed: Option<u64>,
}

/// The move that a player chooses
#[utoipa::path(get, path = "/api/v1/choose", tag = "games", params(ChooseQuery),
    responses(
        (status = 200, description = "`move`, `after` and `basis`: what the choice rests on"),
        (status = 400, description = "Not a position, or nothing can be played there"),
    ))]
pub(crate) async fn get(
    state: RequestState,
    headers: HeaderMap,
    Query(query): Query<ChooseQuery>,
) -> Result<Response, Problem> {
    let document = state.work(move |state| chosen(state, &query)).await?;
    Ok(reply(&headers, &document, Freshness::Changing))
}

fn chosen(state: &RequestState, query: &ChooseQuery) -> Result<Json, Problem> {
    let ChooseQuery { game, position, roll, level, seed } = query;
    let level = level_of(level.as_deref())?;
    let (games, position) = state.asked(game, position.as_deref())?;
    let (game, position) = games.read_any(&position)?;
    let line = Line::new(game, &position.text)?;
    let roll = roll.as_deref().or(position.chance.as_deref());
    let choice = choose(state, games, &line, roll, level, seed.unwrap_or_else(fresh_seed))?;
    let Choice { action, after, basis, .. } = choice;
    Ok(json!({ "move": action, "after": after.text, "basis": basis.name() }))
}

/// Returns the level of a name; perfect without a name.
///
/// # Errors
/// [`Problem`] if no level has that name.
pub(crate) fn level_of(name: Option<&str>) -> Result<Level, Problem> {
    let Some(name) = name else { return Ok(Level::Perfect) };
    Level::by_name(name).ok_or_else(|| {
        let names = Level::ALL.map(Level::name).join(", ");
        Problem::bad_request(format!("the level must be one of {names}"))
    })
}

/// Chooses the move of a player of a level after a line.
pub(crate) fn choose(
    state: &RequestState,
    games: Games<'static>,
    line: &Line<'_>,
    roll: Option<&str>,
    level: Level,
    seed: u64,
) -> Result<Choice, Problem> {
    let (now, ply) = (line.now(), line.moves().len());
    let roll = roll.map(|roll| line.game().chance(&now.position, roll)).transpose()?;
    let turn = Turn::new(line.game(), now, roll.as_deref(), ply, &state.budget);
    if turn.event.is_none() {
        let why = if now.over.is_some() { "the game is over" } else { "a roll is needed" };
        return Err(Problem::bad_request(why));
    }
    Ok(Player::new(&state.resources(), level, games, seed).choose(&turn)?)
}
