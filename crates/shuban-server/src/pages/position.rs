//! The page of a position: its board, its value, its moves.

use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;
use shuban_catalog::chain::{Asked, Chain, Question, Reasons, Rules};
use shuban_catalog::{AnyGame, AnyPosition, Error, RulesError};
use shuban_core::present::{MovePart, ToolTarget};
use shuban_core::{Fields, Medium};

use super::board::{beside, board};
use super::common::{Lang, Site, shared_picture};
use super::find::mistaken;
use super::layout::{Head, Refusal, page_of};
use super::line::{Place, Replayed};
use super::missing::MissingLayer;
use super::moves::plays;
use super::parts::Parts;
use super::play::state_of_play;
use super::shown::Shown;
use super::texts::Texts;
use super::value::{described, value};
use crate::api::domains::{RandomQuery, position_of, random_position};
use crate::api::solve::{SolveQuery, solved};
use crate::oracles::{Estimating, SEARCH_TIME, STAKES_TIME, Searches, ShortSearch};
use crate::problem::Problem;
use crate::reply::{Freshness, of_bytes};
use crate::request::{Query, RequestState};

pub(super) async fn get(
    state: RequestState,
    Lang(texts): Lang,
    site: Site,
    Query(mut place): Query<Place>,
) -> Result<Response, Refusal> {
    place.lang = Some(texts.code.to_owned());
    let (catalog, asked) = (state.catalog, place.clone());
    let (again, is_searched) = (state.clone(), place.search.is_some());
    let look = move |state: &RequestState| looked_up(state, place);
    let looked = match is_searched {
        true => state.search(look).await,
        false => state.look_up(look).await,
    };
    let shown = match looked {
        Ok(Looked::Sum(found)) => {
            let (place, problem) = *found;
            let found = again.search(move |state| sum(state, place)).await;
            found.map_err(|other| if other.status == 400 { problem } else { other })
        }
        Ok(Looked::Shown(shown)) => Ok(*shown),
        Err(problem) => Err(problem),
    };
    let shown = match shown {
        Ok(shown) => shown,
        Err(problem) => return Ok(mistaken(texts, catalog, &asked, problem)?),
    };
    let title = format!("{} {}", shown.answer.game, shown.answer.position.text);
    let address = shown.place.address_in_any_language("/position");
    let answer = &shown.answer;
    let picture = || (&site, shared_picture(&answer.game, &answer.position.text));
    let head = Head {
        title: &title,
        address: &address,
        description: &described(texts, &shown),
        picture: (!shown.is_sum()).then(picture),
    };
    Ok(page_of(texts, &head, &content(texts, &shown)).into_response())
}

/// Draws the board within a turn, after some parts of a move.
pub(super) async fn under_way(
    state: RequestState,
    headers: HeaderMap,
    Query(place): Query<Place>,
    Query(MadeQuery { made }): Query<MadeQuery>,
) -> Result<Response, Refusal> {
    let drawing = state
        .look_up(move |state| {
            state.short("move", &made)?;
            let Replayed { game, position, .. } = place.replay(state)?;
            let question = Question::new(game, position, place.roll.as_deref())?;
            let made: Vec<MovePart> = made.split_whitespace().map(MovePart::parse).collect();
            Ok(game.under_way(&question.position, question.roll(), &made)?)
        })
        .await?;
    Ok(of_bytes(&headers, "image/svg+xml", drawing.into_bytes(), Freshness::Stored))
}

/// The parts of a move that are made, separated by spaces.
#[derive(Debug, Deserialize)]
pub(super) struct MadeQuery {
    made: String,
}

/// The content of a page, or the place of a sum, which a search has to find.
enum Looked {
    Shown(Box<Shown>),
    /// With the reason why it is no position.
    Sum(Box<(Place, Problem)>),
}

/// Looks up the content of the page.
fn looked_up(state: &RequestState, mut place: Place) -> Result<Looked, Problem> {
    let games = state.catalog.games_named(&place.game)?;
    let searchable = state.catalog.is_solved(games);
    let is_proven = state.catalog.is_proven(games);
    let replayed = match place.replay(state) {
        // A sum of positions can only be searched.
        Err(problem) if searchable && place.line.is_none() => {
            return Ok(Looked::Sum(Box::new((place, problem))));
        }
        replayed => replayed?,
    };
    let has_steps = replayed.steps()?.is_some_and(|(_, steps)| steps.len() > 1);
    let own_turns = replayed.own_turns(&place);
    place.settle(&replayed);
    let Replayed { game, position, .. } = replayed;
    let said = place.tried.take().and_then(|tried| put_one(game, &position, &tried).err());
    let question = Question::new(game, position, place.roll.as_deref())?;
    place.roll = place.roll.and_then(|_| question.roll().map(str::to_owned));
    let session = state.sessions.session(&game.name())?;
    let stakes = stakes(state, &place, &question);
    let search = place.search.is_some().then_some(Searches(state));
    // What the text tells of is answered already.
    let is_short = place.search.is_none() && stakes.is_none();
    let short = is_short.then_some(ShortSearch(state));
    let mut oracles = Chain::of(&*session).then_if(search).then_if(short).then(Estimating(state));
    let (is_known, mut answer, reasons) = match oracles.ask(&question)? {
        Asked::Known(answer, reasons) => (true, *answer, reasons),
        Asked::Unknown(reasons) => (false, Rules.answer(&question)?, Some(reasons)),
    };
    let missing = reasons.as_ref().and_then(|reasons| MissingLayer::of(state, &reasons.first));
    let refused =
        reasons.map_or_else(Vec::new, |reasons| refusals(reasons, place.search.is_some()));
    state.ledgers.tell(&mut answer)?;
    let position = &question.position;
    let start = place.position.as_deref().filter(|_| place.made() == 0);
    let is_left_aside = stakes.is_none() && start.is_some_and(|text| game.read(text).is_err());
    let drawing = match question.roll() {
        Some(roll) if answer.over.is_none() => game.under_way(position, Some(roll), &[])?,
        _ => game.draw(position, Medium::Svg)?,
    };
    let parts = Parts::of_position(state, &place, game, position, &answer.parts)?;
    let (tools, seats) = (game.tools(), game.seat_names());
    let preview = if place.edit.is_some() { game.preview(position)? } else { None };
    let is_advised = state.catalog.is_advised(state.catalog.games_named(&place.game)?);
    Ok(Looked::Shown(Box::new(Shown {
        place,
        seats,
        phrases: game.japanese().phrases,
        answer,
        stakes,
        is_left_aside,
        is_known,
        drawing,
        tools,
        preview,
        parts,
        has_steps,
        own_turns,
        refused,
        missing,
        said,
        searchable,
        is_advised,
        is_proven,
    })))
}

/// Looks for what a position is worth under the stakes that its text tells of: at once, or as long
/// as a search may take if one is asked for.
fn stakes(state: &RequestState, place: &Place, question: &Question<'_>) -> Option<Fields> {
    let text = place.position.as_deref().filter(|text| *text != question.position.text)?;
    if place.made() > 0 {
        return None;
    }
    // A page that is asked to search has a place already.
    let is_short = place.search.is_none();
    let _place = if is_short { Some(state.short_searches.try_take(state.client)?) } else { None };
    let time = if is_short { STAKES_TIME } else { SEARCH_TIME };
    state.catalog.under_stakes(&question.game.name(), text, &state.budget.within(time))
}

/// Returns what a reader is told of oracles that did not answer: a database that can be built, and
/// the reason of the search, if there was one.
fn refusals(reasons: Reasons, is_searched: bool) -> Vec<String> {
    let Reasons { first, others } = reasons;
    let search = others.first().filter(|_| is_searched);
    let built = Some(&first).filter(|first| matches!(first, Error::NotBuilt { .. }));
    built.into_iter().chain(search).map(Error::to_string).collect()
}

/// Looks up the content for a position that only search reads: a sum.
fn sum(state: &RequestState, place: Place) -> Result<Shown, Problem> {
    let text = place.position.clone().unwrap_or_default();
    state.short("position", &text)?;
    let query = SolveQuery {
        game: place.game.clone(),
        position: Some(text),
        side: None,
        seconds: Some(SEARCH_TIME.as_secs_f64()),
        memory: None,
    };
    let mut answer = solved(state, &query, &state.budget)?;
    let drawing = answer.drawing.take().unwrap_or_default();
    let place = Place { line: None, at: None, roll: None, ..place };
    let games = state.catalog.games_named(&place.game)?;
    let parts = Parts::looked_up(state, games, &answer.parts)?;
    Ok(Shown {
        place,
        seats: Vec::new(),
        phrases: games.japanese().phrases,
        answer,
        stakes: None,
        is_left_aside: false,
        is_known: true,
        drawing,
        tools: Vec::new(),
        preview: None,
        parts,
        has_steps: false,
        own_turns: None,
        refused: Vec::new(),
        missing: None,
        said: None,
        searchable: true,
        is_advised: false,
        is_proven: false,
    })
}

fn content(texts: &Texts, shown: &Shown) -> Markup {
    html! {
        div.position data-position=(shown.answer.position.text) {
            (board(texts, shown))
            div.known {
                (state_of_play(texts, shown))
                (value(texts, shown))
                @if !shown.is_theirs() { (plays(texts, shown)) }
            }
            (beside(texts, shown))
        }
    }
}

/// The domain of a random position, or of one by its number.
#[derive(Debug, Deserialize)]
pub(super) struct FromDomain {
    domain: String,
    number: Option<u64>,
    min: Option<String>,
    max: Option<String>,
}

/// Redirects to the page of a random position of a layer, or of one by its number.
pub(super) async fn random(
    state: RequestState,
    Lang(texts): Lang,
    Query(from): Query<FromDomain>,
) -> Result<Redirect, Refusal> {
    let bound = |text: &Option<String>| -> Result<Option<f64>, Problem> {
        let text = text.as_deref().map(str::trim).filter(|text| !text.is_empty());
        text.map(str::parse).transpose().map_err(|_| Problem::bad_request("a bound is no number"))
    };
    let query = RandomQuery { seed: None, min: bound(&from.min)?, max: bound(&from.max)? };
    let is_in_range = query.is_in_range();
    let found = move |state: &RequestState| {
        if let Some(number) = from.number {
            let layer = state.catalog.layer(&from.domain)?;
            let session = state.sessions.layer(&from.domain)?;
            let position = position_of(&session, number)?.ok_or_else(|| {
                let detail = format!("{} has no position of number {number}", from.domain);
                Problem::not_found(detail)
            })?;
            return Ok((layer.game.name(), position.text));
        }
        let answer = random_position(state, &from.domain, &query)?;
        Ok((answer.game, answer.position.text))
    };
    let (game, position) = match is_in_range {
        true => state.work(found).await?,
        false => state.look_up(found).await?,
    };
    let lang = Some(texts.code.to_owned());
    let place = Place { lang, ..Place::of(&game, &position) };
    Ok(Redirect::to(&place.address("/position")))
}

/// Uses of tools, separated by semicolons: each a tool, a colon, and the part on which it is used.
#[derive(Debug, Deserialize)]
pub(super) struct PutQuery {
    #[serde(rename = "use")]
    uses: String,
}

/// Limit on the uses in one address.
const MOST_USES: usize = 200;

/// Uses tools on the board: redirects to the page of the position after them. What the game refuses
/// is left out, and the page says why.
pub(super) async fn put(
    state: RequestState,
    Query(place): Query<Place>,
    Query(PutQuery { uses }): Query<PutQuery>,
) -> Result<Redirect, Refusal> {
    let address = state
        .look_up(move |state| {
            state.short("use", &uses)?;
            let Replayed { game, mut position, .. } = place.replay(state)?;
            let Place { mut edit, beside, lang, roll, .. } = place;
            let mut tried = None;
            for one in uses.split(';').take(MOST_USES) {
                let tool = one.split(':').next().unwrap_or_default();
                let tool = game.tools().into_iter().find(|own| own.name == tool);
                let tool = tool.ok_or_else(|| Problem::bad_request("no such tool"))?;
                if tool.on != ToolTarget::Board {
                    edit = Some(tool.name.to_owned());
                }
                match put_one(game, &position, one) {
                    Ok(after) => position = after,
                    Err(_) => tried = Some(one.to_owned()),
                }
            }
            let kept = Place { edit, beside, lang, tried, roll, ..Place::default() };
            let place = Place { position: Some(position.text), game: game.name(), ..kept };
            Ok(place.address("/position"))
        })
        .await?;
    Ok(Redirect::to(&address))
}

/// Uses one tool, or returns the reason why the game refuses it.
fn put_one(game: &dyn AnyGame, position: &AnyPosition, one: &str) -> Result<AnyPosition, String> {
    let (tool, part) = one.split_once(':').unwrap_or((one, ""));
    game.put(position, part, tool).map_err(|error| match error {
        RulesError::Notation { error, .. } => error.reason,
        other => other.to_string(),
    })
}
