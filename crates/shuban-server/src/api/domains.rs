//! `/domains`: the databases that exist, and their contents.

use axum::body::Bytes;
use axum::extract::RawQuery;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use shuban_catalog::chain::Question;
use shuban_catalog::{AnyAnswer, AnyPosition, Error, Printable, Session};
use shuban_core::{Datum, Random};
use shuban_solve::BuildOptions;
use utoipa::IntoParams;

use super::{equation, probe, values};
use crate::problem::Problem;
use crate::reply::{Freshness, reply};
use crate::request::{Path, Query, RequestState};

/// Limit on the positions of layers that are listed without being built.
const MOST_LISTED: u64 = 20_000_000_000;

/// A selection of domains.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Only what has this in its name.
    filter: Option<String>,
}

/// Games and databases, as `shuban list --json` lists them
#[utoipa::path(get, path = "/api/v1/domains", tag = "domains", params(ListQuery),
    responses((status = 200, description = "`games` and `families`, each with its layers")))]
pub(crate) async fn list(
    state: RequestState,
    headers: HeaderMap,
    Query(query): Query<ListQuery>,
) -> Result<Response, Problem> {
    let listing = state.look_up(move |state| {
        let options = BuildOptions::new(&state.data);
        Ok(state.catalog.listing(query.filter.as_deref(), &options, MOST_LISTED)?)
    });
    Ok(reply(&headers, &listing.await?.json(), Freshness::Stored))
}

/// A request about a domain, by the text after its name in the address.
enum Asked<'a> {
    Domain(&'a str),
    Probe(&'a str),
    Equation(&'a str),
    Index(&'a str, &'a str),
    Random(&'a str),
    Histogram(&'a str),
    Value(&'a str),
    Values(&'a str),
}

impl Asked<'_> {
    /// Returns the methods that the resource takes.
    fn allowed(&self) -> &'static str {
        match self {
            Asked::Probe(_) => "GET,HEAD,POST",
            Asked::Values(_) => "POST",
            _ => "GET,HEAD",
        }
    }
}

/// Splits the name of a domain from the text after it.
fn asked(path: &str) -> Asked<'_> {
    let (name, last) = path.rsplit_once('/').unwrap_or((path, ""));
    match (last, name.rsplit_once('/')) {
        ("probe", _) => Asked::Probe(name),
        ("equation", _) => Asked::Equation(name),
        ("random", _) => Asked::Random(name),
        ("histogram", _) => Asked::Histogram(name),
        ("value", _) => Asked::Value(name),
        ("values", _) => Asked::Values(name),
        (index, Some((domain, "positions"))) => Asked::Index(domain, index),
        _ => Asked::Domain(path),
    }
}

fn query<T: DeserializeOwned>(text: Option<String>) -> Result<T, Problem> {
    let uri = Uri::builder().path_and_query(format!("/?{}", text.unwrap_or_default())).build();
    let uri = uri.map_err(|error| Problem::bad_request(error.to_string()))?;
    let query = axum::extract::Query::<T>::try_from_uri(&uri);
    query.map(|query| query.0).map_err(|error| Problem::bad_request(error.body_text()))
}

pub(crate) async fn get(
    state: RequestState,
    Path(path): Path<String>,
    RawQuery(text): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    state.short("address", &path)?;
    let document = match asked(&path) {
        Asked::Domain(name) => {
            let name = name.to_owned();
            query::<Nothing>(text)?;
            state.look_up(move |state| domain(state, &name)).await?
        }
        Asked::Probe(name) => {
            let (name, query) = (name.to_owned(), query(text)?);
            let answer = state.look_up(move |state| probe::one(state, &name, &query)).await?;
            return Ok(reply(&headers, &answer, Freshness::Stored));
        }
        Asked::Equation(name) => {
            let (name, query) = (name.to_owned(), query(text)?);
            state.look_up(move |state| equation::equation(state, &name, &query)).await?
        }
        Asked::Index(name, index) => {
            query::<Nothing>(text)?;
            let number = index.parse::<u64>();
            let number = number.map_err(|error| {
                Problem::bad_request(format!("`{index}` is no number of a position: {error}"))
            })?;
            let name = name.to_owned();
            state.look_up(move |state| by_index(state, &name, number)).await?
        }
        Asked::Random(name) => {
            let (name, query): (_, RandomQuery) = (name.to_owned(), query(text)?);
            let answer = match query.is_in_range() {
                true => state.work(move |state| random(state, &name, &query)).await?,
                false => state.look_up(move |state| random(state, &name, &query)).await?,
            };
            return Ok(reply(&headers, &answer, Freshness::Changing));
        }
        Asked::Value(name) => {
            let (name, query) = (name.to_owned(), query(text)?);
            state.look_up(move |state| values::one(state, &name, &query)).await?
        }
        values @ Asked::Values(_) => return Err(Problem::method(values.allowed())),
        Asked::Histogram(name) => {
            let name = name.to_owned();
            query::<Nothing>(text)?;
            state.look_up(move |state| histogram(state, &name)).await?
        }
    };
    Ok(reply(&headers, &document, Freshness::Stored))
}

pub(crate) async fn post(
    state: RequestState,
    Path(path): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Problem> {
    match asked(&path) {
        Asked::Probe(name) => probe::many(state, name.to_owned(), &body).await,
        Asked::Values(name) => values::many(state, name.to_owned(), headers, body).await,
        other => Err(Problem::method(other.allowed())),
    }
}

/// Refuses any other method.
pub(crate) async fn other(Path(path): Path<String>) -> Problem {
    Problem::method(asked(&path).allowed())
}

/// A query without parameters.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// The contents of a database's file, as in `shuban info --json`
#[utoipa::path(get, path = "/api/v1/domains/{domain}", tag = "domains",
    params(("domain" = String, Path, description = "A layer, such as `half-gammon/contact-1-1`")),
    responses(
        (status = 200, description = "The file: parts, facts, histogram, provenance"),
        (status = 404, description = "No such domain, or not built"),
    ))]
fn domain(state: &RequestState, name: &str) -> Result<Json, Problem> {
    let layer = state.catalog.layer(name)?;
    Ok(layer.family.info(layer.layer, &state.data)?.json())
}

/// Positions by class, where the domain has classes
#[utoipa::path(get, path = "/api/v1/domains/{domain}/histogram", tag = "domains",
    params(("domain" = String, Path, description = "A layer")),
    responses(
        (status = 200, description = "A list of classes, each with its `count`"),
        (status = 404, description = "No such domain, not built, or it has no classes"),
    ))]
fn histogram(state: &RequestState, name: &str) -> Result<Json, Problem> {
    let histogram = domain(state, name)?.get("histogram").cloned();
    histogram
        .filter(|rows| !rows.is_null())
        .ok_or_else(|| Problem::not_found(format!("positions of {name} are not counted by class")))
}

/// The position of a number, from 0, that runs through all parts of a layer
#[utoipa::path(get, path = "/api/v1/domains/{domain}/positions/{index}", tag = "domains",
    params(
        ("domain" = String, Path, description = "A layer"),
        ("index" = u64, Path, description = "The number, from 0"),
    ),
    responses(
        (status = 200, description = "The same as a probe of that position"),
        (status = 404, description = "No such position"),
    ))]
fn by_index(state: &RequestState, name: &str, number: u64) -> Result<Json, Problem> {
    let layer = state.catalog.layer(name)?;
    let session = state.sessions.layer(name)?;
    let Some(position) = position_of(&session, number)? else {
        let positions = count_of(&session)?;
        let detail = format!("{name} has {positions} positions, and none of number {number}");
        return Err(Problem::not_found(detail));
    };
    Ok(session.answer(&Question::new(layer.game, position, None)?)?.json())
}

/// Returns the position of a number in the layer of a session.
pub(crate) fn position_of(
    session: &Session<'_>,
    number: u64,
) -> Result<Option<AnyPosition>, Error> {
    session.layer().map_or(Ok(None), |(family, layer)| family.position(layer, number))
}

/// Returns the number of positions in the layer of a session, as built. A domain need not state it:
/// the first number without a position is found by bisection.
pub(crate) fn count_of(session: &Session<'_>) -> Result<u64, Error> {
    let has = |number| Ok::<_, Error>(position_of(session, number)?.is_some());
    let (mut some, mut none) = (0, 1);
    while has(none - 1)? {
        some = none;
        none *= 2;
    }
    while none - some > 1 {
        let middle = some + (none - some) / 2;
        match has(middle - 1)? {
            true => some = middle,
            false => none = middle,
        }
    }
    Ok(some)
}

/// Conditions on a random position.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RandomQuery {
    /// The same seed gives the same position.
    pub(crate) seed: Option<u64>,
    /// The least value, of the player to move.
    pub(crate) min: Option<f64>,
    /// The largest.
    pub(crate) max: Option<f64>,
}

impl RandomQuery {
    /// Returns true if values are asked for, which takes many draws.
    pub(crate) fn is_in_range(&self) -> bool {
        self.min.is_some() || self.max.is_some()
    }
}

/// Limit on the positions drawn in search of one with a requested value.
const MOST_DRAWN: u64 = 10_000;

/// A random position of a layer
#[utoipa::path(get, path = "/api/v1/domains/{domain}/random", tag = "domains",
    params(("domain" = String, Path, description = "A layer"), RandomQuery),
    responses(
        (status = 200, description = "The same as a probe of that position"),
        (status = 404, description = "None of 10,000 has such a value"),
    ))]
fn random(state: &RequestState, name: &str, query: &RandomQuery) -> Result<Json, Problem> {
    Ok(random_position(state, name, query)?.json())
}

/// Answers about a random position of a layer.
pub(crate) fn random_position(
    state: &RequestState,
    name: &str,
    query: &RandomQuery,
) -> Result<AnyAnswer, Problem> {
    let layer = state.catalog.layer(name)?;
    let RandomQuery { seed, min, max } = *query;
    let seed = seed.unwrap_or_else(fresh_seed);
    if [min, max].into_iter().flatten().any(|bound| !bound.is_finite()) {
        return Err(Problem::bad_request("a bound is no finite number"));
    }
    let is_asked =
        |value: f64| min.is_none_or(|min| value >= min) && max.is_none_or(|max| value <= max);
    let session = state.sessions.layer(name)?;
    let positions = count_of(&session)?;
    let most = if query.is_in_range() { MOST_DRAWN } else { 1 };
    for draw in 0..most.min(positions.max(1)) {
        state.budget.check()?;
        let number = Random::of_part(seed, draw).below(positions.max(1));
        let Some(position) = position_of(&session, number)? else { continue };
        let answer = session.answer(&Question::new(layer.game, position, None)?)?;
        let value = answer.value.as_ref().and_then(|value| value.get("value"));
        let is_found = match value {
            Some(Datum::Number(value)) => is_asked(*value),
            _ if most > 1 => {
                let detail = format!("values of {name} are no expected results");
                return Err(Problem::bad_request(detail));
            }
            _ => true,
        };
        if most == 1 || is_found {
            return Ok(answer);
        }
    }
    Err(Problem::not_found(format!("no position of {name} with such a value was drawn")))
}

/// Returns a seed that differs from one request to the next.
pub(crate) fn fresh_seed() -> u64 {
    use std::time::{SystemTime, UNIX_EPOCH};
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64
}
