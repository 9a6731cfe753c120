//! `/domains/{domain}/probe`: the value of a position and its best moves.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::vec::IntoIter;

use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::stream::unfold;
use serde::Deserialize;
use serde_json::json;
use shuban_catalog::chain::{Chain, Question};
use shuban_catalog::{AnyAnswer, Session};
use shuban_core::{Datum, Field, Progress};
use tokio::task::spawn_blocking;
use utoipa::{IntoParams, ToSchema};

use crate::ledgers::Telling;
use crate::oracles::{Estimating, STAKES_TIME, ShortSearch};
use crate::places::Place;
use crate::problem::Problem;
use crate::request::RequestState;

/// A position of a database, and what is asked of it.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ProbeQuery {
    /// The position, as `/draw` and the command line write it.
    position: String,
    /// List all moves of this roll, best first.
    roll: Option<String>,
}

/// The exact value of a position and its best moves
///
/// The same members as `shuban probe --json`. A game's name instead of a domain's asks whatever
/// database of that game holds the position.
///
/// Of a game with proof search, `recorded` has what ledgers keep of the position, a row for each
/// question; `recorded_value` what follows from them, here and of each move: `first`, `draw` or
/// `second`, `first-or-draw` or `second-or-draw`. Then there is an answer without a database too.
///
/// A text that tells of a score or of raised stakes is answered as a single game; `stakes` has what
/// the position is worth under those, or is null if that takes too long, or the service is busy.
///
/// Where none of them knows a position that is asked alone, a search of a second at most is tried
/// (`source` is `search`), then a game with an evaluation function is estimated: `source` is
/// `estimate`, `proven` is false, and `missing` names the layer that would know, with the cost of its
/// build. `/solve` searches longer.
#[utoipa::path(get, path = "/api/v1/domains/{domain}/probe", tag = "probe",
    params(("domain" = String, Path, description = "A layer or a game"), ProbeQuery),
    responses(
        (status = 200, description = "What is known of the position"),
        (status = 400, description = "Not a position of that domain"),
        (status = 404, description = "No such domain, or not built"),
    ))]
pub(crate) fn one(
    state: &RequestState,
    name: &str,
    query: &ProbeQuery,
) -> Result<AnyAnswer, Problem> {
    state.short("position", &query.position)?;
    let session = state.sessions.session(name)?;
    let roll = query.roll.as_deref();
    let text = query.position.as_str();
    match session.question(text, roll) {
        Err(error) if session.layer().is_none() => {
            of_stakes(state, name, &session, text, roll)?.ok_or_else(|| error.into())
        }
        question => probed(Some(state), &mut state.ledgers.telling(), &session, &question?),
    }
}

/// Answers a position whose text tells of a score or of raised stakes: what it is worth so is
/// `stakes`, the rest is of a single game. `None` if the text is no such position.
fn of_stakes(
    state: &RequestState,
    name: &str,
    session: &Session<'_>,
    text: &str,
    roll: Option<&str>,
) -> Result<Option<AnyAnswer>, Problem> {
    let Ok((game, position)) = state.catalog.games_named(name)?.read_state(text) else {
        return Ok(None);
    };
    // Values are of the position without its state.
    let question = session.question(&position.text, roll.or(position.chance.as_deref()))?;
    let mut answer = probed(Some(state), &mut state.ledgers.telling(), session, &question)?;
    let place = state.short_searches.try_take(state.client);
    let until = state.budget.within(STAKES_TIME);
    let stakes = place.and_then(|_place| state.catalog.under_stakes(&game.name(), text, &until));
    let stakes = stakes.map_or(Datum::Null, |facts| {
        let members = facts.iter().map(|field| (field.name.to_owned(), field.datum.clone()));
        Datum::Object(members.collect())
    });
    answer.facts = answer.facts.with(Field::silent("stakes", stakes));
    Ok(Some(answer))
}

/// Asks the databases, then the ledgers, then a short search and for an estimate, if `beyond` is
/// given. A question about a layer asks its file alone. The answer also gets the records.
fn probed(
    beyond: Option<&RequestState>,
    recorded: &mut Telling<'_>,
    session: &Session<'_>,
    question: &Question<'_>,
) -> Result<AnyAnswer, Problem> {
    let is_of_game = session.layer().is_none();
    let ledgers = is_of_game.then_some(&mut *recorded);
    let beyond = beyond.filter(|_| is_of_game);
    let chain = Chain::of(session).then_if(ledgers).then_if(beyond.map(ShortSearch));
    let asked = chain.then_if(beyond.map(Estimating)).ask(question)?.known();
    let mut answer = asked.map_err(|error| session.explained(error))?;
    if answer.recorded.is_none() {
        recorded.tell(&mut answer)?;
    }
    Ok(answer)
}

/// Positions of a batch.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Batch {
    /// The positions, at most 10,000.
    positions: Vec<String>,
    /// List all moves of this roll.
    #[serde(default)]
    roll: Option<String>,
}

/// Size in bytes of the pieces in which answers are sent.
const PIECE: usize = 64 << 10;

/// The values of many positions
///
/// One JSON document a line, in the order of the positions: the answer, or `error`, `kind` and
/// `position`.
#[utoipa::path(post, path = "/api/v1/domains/{domain}/probe", tag = "probe",
    params(("domain" = String, Path, description = "A layer or a game")),
    request_body = Batch,
    responses(
        (status = 200, description = "A line for each position",
         content_type = "application/x-ndjson"),
        (status = 413, description = "Too many positions"),
    ))]
pub(crate) async fn many(
    state: RequestState,
    name: String,
    body: &Bytes,
) -> Result<Response, Problem> {
    let batch: Batch = serde_json::from_slice(body)
        .map_err(|error| Problem::bad_request(format!("the body: {error}")))?;
    let (count, most) = (batch.positions.len(), state.limits.batch);
    if count > most {
        let detail = format!("{count} positions, and at most {most} are answered at a time");
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-many", detail));
    }
    let session = state.sessions.session(&name)?;
    let budget = state.budget.clone();
    let left = batch.positions.into_iter();
    let work = BatchWork { state, session, roll: batch.roll, left, spent: Duration::ZERO };
    // The head is sent with the first piece: before that, a busy service may refuse.
    let place = work.state.pieces.take(work.state.client).await?;
    let (first, work) = work.next(place).await?;
    // Computed as it is read: a client that does not read holds no thread, and no place.
    let begun = (Some(first), Some(work), budget.leaving());
    let pieces = unfold(begun, async |(first, work, leaving)| {
        if let Some(first) = first {
            return Some((Ok(first), (None, work, leaving)));
        }
        let work = work.filter(|work| work.left.len() > 0)?;
        let next = async {
            let place = work.state.pieces.take_again(work.state.client).await?;
            work.next(place).await
        };
        let (piece, rest) = match next.await {
            Ok((piece, rest)) => (Ok(piece), Some(rest)),
            // A fault of the program: the answer breaks off, since its head has been sent.
            Err(Problem { detail, .. }) => (Err(io::Error::other(detail)), None),
        };
        Some((piece, (None, rest, leaving)))
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    // Compression asks once more at the end.
    Ok((kind, Body::from_stream(pieces.fuse())).into_response())
}

/// The part of a batch that is left to do.
struct BatchWork {
    state: RequestState,
    session: Arc<Session<'static>>,
    roll: Option<String>,
    left: IntoIter<String>,
    /// Time that the answers so far took.
    spent: Duration,
}

impl BatchWork {
    /// Computes the next piece in a place for it.
    async fn next(self, place: Place) -> Result<(Vec<u8>, Self), Problem> {
        let piece = spawn_blocking(move || {
            let _place = place;
            self.piece()
        });
        piece.await.map_err(|error| Problem::failed(error.to_string()))
    }

    /// Answers the next positions, as many as make a piece. Once the time of a batch is spent, the
    /// others are not looked at.
    fn piece(mut self) -> (Vec<u8>, Self) {
        let begun = Instant::now();
        let left = self.state.limits.batch_time.saturating_sub(self.spent);
        let budget = self.state.budget.renewed(left);
        let mut piece = Vec::with_capacity(PIECE + 4096);
        let mut recorded = self.state.ledgers.telling();
        while piece.len() < PIECE
            && let Some(position) = self.left.next()
        {
            let asked = match budget.interrupted() {
                true => Err(late()),
                false => self.state.short("position", &position).and_then(|()| {
                    let question = self.session.question(&position, self.roll.as_deref())?;
                    probed(None, &mut recorded, &self.session, &question)
                }),
            };
            // Writing to memory does not fail.
            let _ = match asked {
                Ok(answer) => serde_json::to_writer(&mut piece, &answer),
                Err(Problem { detail, kind, .. }) => {
                    let position: String = position.chars().take(200).collect();
                    let line = json!({ "position": position, "error": detail, "kind": kind });
                    serde_json::to_writer(&mut piece, &line)
                }
            };
            piece.push(b'\n');
        }
        self.spent += begun.elapsed();
        drop(recorded);
        (piece, self)
    }
}

fn late() -> Problem {
    let detail = "the time for a batch is over: ask for fewer positions at a time";
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "time", detail)
}
