//! `/estimate` and `/rollout`: what evaluation functions make of positions.

use std::time::Instant;

use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use shuban_catalog::chain::Question;
use shuban_catalog::estimate::{EstimateSetting, RolloutOptions, RolloutSetting, SearchForm};
use shuban_catalog::{AnyAnswer, Error, Printable, with_threads};
use shuban_core::Progress;
use utoipa::IntoParams;

use crate::oracles::Within;
use crate::problem::Problem;
use crate::request::{Query, RequestState};
use crate::sse::streamed;

/// Most plies of an estimate.
const MOST_PLIES: u8 = 8;

/// Trials of a rollout: by default, and at most.
const TRIALS: (u64, u64) = (1_296, 100_000);

/// A position, and how far to look ahead.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct EstimateQuery {
    /// The game.
    game: String,
    /// The position [default: the start of a game].
    position: Option<String>,
    /// All moves of this roll.
    roll: Option<String>,
    /// Number of plies to look ahead, 1 to 8, as far as the server's time allows [default: 2].
    plies: Option<u8>,
    /// The evaluation function by name, where the game has several [default: the first].
    evaluation: Option<String>,
}

/// A position estimated by an evaluation function, as `shuban solve --plies --json` does
///
/// With `Accept: text/event-stream`, events tell how far it is, as those of `/solve` do. What is said
/// is an estimate: `proven` is false.
#[utoipa::path(get, path = "/api/v1/estimate", tag = "probe", params(EstimateQuery),
    responses(
        (status = 200, description = "The estimate, and the moves best first"),
        (status = 400, description = "Not a position, or a game without evaluation function"),
        (status = 503, description = "There is too much to do"),
    ))]
pub(crate) async fn get(
    state: RequestState,
    headers: HeaderMap,
    Query(query): Query<EstimateQuery>,
) -> Result<Response, Problem> {
    let EstimateQuery { game, position, roll, plies, evaluation } = query;
    let plies = plies.unwrap_or(2);
    if !(1..=MOST_PLIES).contains(&plies) {
        let detail = format!("`plies`: {plies}, and 1 to {MOST_PLIES} are possible");
        return Err(Problem::bad_request(detail));
    }
    let place = state.heavy.take(state.client).await?;
    streamed(&headers, place, move |progress| {
        let (game, position) = state.read(&game, position.as_deref())?;
        let question = Question::new(game, position, roll.as_deref())?;
        let setting = state.search_setting(None, None, progress);
        let how = EstimateSetting { plies, form: SearchForm::Star2, all_plays: false };
        Ok(state.catalog.estimate(&question, evaluation.as_deref(), how, &setting)?.json())
    })
    .await
}

/// A position, and how often it is played on.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RolloutQuery {
    /// The game.
    game: String,
    /// The position [default: the start of a game].
    position: Option<String>,
    /// Compare all moves of this roll.
    roll: Option<String>,
    /// Number of trials, 16 to 100,000, as far as the server's time allows [default: 1296].
    trials: Option<u64>,
    /// Stop as soon as no standard error is larger than this.
    error: Option<f64>,
    /// Seed of the rolls [default: 1].
    seed: Option<u64>,
    /// The evaluation function by name, where the game has several [default: the first].
    evaluation: Option<String>,
}

/// A position played on many times, as `shuban rollout --json` does
///
/// With `Accept: text/event-stream`, events tell how far it is, as those of `/solve` do. What is said
/// is an estimate, with its standard error.
#[utoipa::path(get, path = "/api/v1/rollout", tag = "probe", params(RolloutQuery),
    responses(
        (status = 200, description = "The mean with its error; of a roll all moves, best first"),
        (status = 400, description = "Not a position, or a game without evaluation function"),
        (status = 422, description = "The trials take too long: ask for fewer"),
        (status = 503, description = "There is too much to do"),
    ))]
pub(crate) async fn rollout(
    state: RequestState,
    headers: HeaderMap,
    Query(query): Query<RolloutQuery>,
) -> Result<Response, Problem> {
    let (usual, most) = TRIALS;
    let trials = query.trials.unwrap_or(usual);
    if !(16..=most).contains(&trials) {
        let detail = format!("`trials`: {trials}, and 16 to {most} are possible");
        return Err(Problem::bad_request(detail));
    }
    if query.error.is_some_and(|error| !(error.is_finite() && error > 0.0)) {
        return Err(Problem::bad_request("`error`: it must be larger than 0"));
    }
    let place = state.heavy.take(state.client).await?;
    streamed(&headers, place, move |progress| {
        Ok(rolled_out(&state, &query, trials, progress)?.json())
    })
    .await
}

/// Rolls out within the limits, on one thread.
fn rolled_out(
    state: &RequestState,
    query: &RolloutQuery,
    trials: u64,
    progress: &dyn Progress,
) -> Result<AnyAnswer, Problem> {
    let RolloutQuery { game, position, roll, error, seed, evaluation, .. } = query;
    let (game, position) = state.read(game, position.as_deref())?;
    let question = Question::new(game, position, roll.as_deref())?;
    let time = state.limits.search_time;
    let within = Within { progress, until: Instant::now() + time };
    let (shelf, memory) = (&**state.sessions.shelf(), state.limits.search_memory);
    let setting = RolloutSetting { shelf, memory, progress: &within };
    let (usual, error) = (RolloutOptions::default(), *error);
    let options = RolloutOptions { trials, error, seed: seed.unwrap_or(usual.seed), ..usual };
    let roll_out = || state.catalog.roll_out(&question, evaluation.as_deref(), &options, &setting);
    match with_threads(1, roll_out).map_err(Error::from)? {
        Err(Error::Interrupted) if !progress.interrupted() => {
            let detail = format!("{trials} trials take more than {time:?} here: ask for fewer");
            Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "time", detail))
        }
        answer => Ok(answer?),
    }
}
