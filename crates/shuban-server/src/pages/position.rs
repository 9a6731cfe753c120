//! The page of a position: its board, its value, its moves.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Redirect;
use maud::{Markup, html};
use serde::Deserialize;
use shuban_catalog::{AnyAnswer, AnyGame, AnyPlay, Detail, Error};
use shuban_core::{Medium, Phrase, Silent, Tool};
use shuban_play::is_unheld;

use super::board::board;
use super::layout::{Refusal, page};
use super::line::{Place, Replayed};
use super::moves::plays;
use super::parts::Parts;
use super::play::state_of_play;
use super::texts::Texts;
use super::value::value;
use super::{Lang, encoded};
use crate::api::domains::{RandomQuery, position_of, random_position};
use crate::api::solve::{SolveQuery, solved};
use crate::api::{Query, blocking};
use crate::problem::Problem;
use crate::server;

/// What stands on the page.
pub(super) struct Shown {
    /// Where it is, with the language.
    pub(super) place: Place,
    /// The names of the seats.
    pub(super) seats: Vec<String>,
    /// What the game says, in Japanese.
    pub(super) phrases: &'static [Phrase],
    /// What is known of it.
    pub(super) answer: AnyAnswer,
    /// Whether a database or a search says so.
    pub(super) is_known: bool,
    /// The board, as an SVG document.
    pub(super) drawing: String,
    /// What can be put on it by hand.
    pub(super) tools: Vec<Tool>,
    /// The parts into which it falls, or what stands beside it in a sum.
    pub(super) parts: Parts,
    /// Whether the last move is drawn step by step.
    pub(super) has_steps: bool,
    /// Why a search found nothing.
    pub(super) refused: Option<String>,
    /// Whether a search may find the value.
    pub(super) searchable: bool,
    /// Whether players of the game say what they would do.
    pub(super) is_advised: bool,
    /// Whether that is proof search.
    pub(super) is_proven: bool,
}

impl Shown {
    /// Whether it is a sum, which only search reads: lines are not replayed there.
    pub(super) fn is_sum(&self) -> bool {
        self.seats.is_empty()
    }

    /// A text of the game in the reader's language.
    pub(super) fn say(&self, texts: &Texts, text: &str) -> String {
        texts.say(self.phrases, text)
    }

    /// The address of the page after a move.
    pub(super) fn after(&self, chance: Option<&str>, play: &AnyPlay) -> String {
        let after = match self.is_sum() {
            true => Place {
                lang: self.place.lang.clone(),
                ..Place::of(&self.place.game, &play.after.text)
            },
            false => self.place.with(chance, &play.action),
        };
        after.address("/position")
    }

    /// Whether values are hidden, because the reader plays.
    pub(super) fn is_hidden(&self) -> bool {
        self.place.play.is_some() && self.place.hint.is_none() && self.answer.over.is_none()
    }
}

pub(super) async fn get(
    State(state): State<Arc<server::State>>,
    Lang(texts): Lang,
    Query(mut place): Query<Place>,
) -> Result<Markup, Refusal> {
    place.lang = Some(texts.code.to_owned());
    let shown = blocking(move || shown(&state, place)).await?;
    let title = format!("{} {}", shown.answer.game, shown.answer.position.text);
    let address = Place { lang: None, ..shown.place.clone() }.address("/position");
    Ok(page(texts, &title, &address, &content(texts, &shown)))
}

/// Looks up what is to be shown.
fn shown(state: &server::State, mut place: Place) -> Result<Shown, Problem> {
    let games = state.catalog.games_named(&place.game)?;
    let searchable = state.catalog.is_solved(games);
    let is_proven = state.catalog.is_proven(games);
    let replayed = match place.replay(state) {
        // A sum of positions is one for search alone.
        Err(problem) if searchable && place.line.is_none() => {
            return sum(state, place).map_err(|other| match other.status {
                400 => problem,
                _ => other,
            });
        }
        replayed => replayed?,
    };
    let has_steps = replayed.steps()?.is_some_and(|(_, steps)| steps.len() > 1);
    let Replayed { game, position, .. } = replayed;
    let roll = place.roll.as_deref().map(|roll| game.chance(&position, roll)).transpose()?;
    place.roll.clone_from(&roll);
    let detail = roll.or_else(|| position.chance.clone()).map_or(Detail::Best, Detail::Roll);
    let session = state.shelves.session(&game.name())?;
    let (mut answer, mut is_known) = match session.ask(game, &position, &detail) {
        Ok(answer) => (answer, true),
        Err(error) if is_unheld(&error) => (by_rules(game, &position, &detail)?, false),
        Err(error) => return Err(error.into()),
    };
    let mut refused = None;
    if place.search.is_some() && !is_known {
        let text = position.text.clone();
        match searched(state, &place.game, text) {
            Ok(found) => (answer, is_known) = (found, true),
            Err(problem) => refused = Some(problem.detail),
        }
    }
    state.ledgers.tell(&mut answer)?;
    let drawing = game.draw(&position, Medium::Svg)?;
    let parts = Parts::of_position(state, &place, game, &position, &answer.parts)?;
    let (tools, seats) = (game.tools(), game.seat_names());
    place.game = game.name();
    let is_advised = state.catalog.is_advised(state.catalog.games_named(&place.game)?);
    Ok(Shown {
        place,
        seats,
        phrases: game.phrases_ja(),
        answer,
        is_known,
        drawing,
        tools,
        parts,
        has_steps,
        refused,
        searchable,
        is_advised,
        is_proven,
    })
}

/// What the rules say, of one roll if it is open.
fn by_rules(
    game: &dyn AnyGame,
    position: &shuban_catalog::AnyPosition,
    detail: &Detail,
) -> Result<AnyAnswer, Error> {
    let roll = match detail {
        Detail::Roll(roll) => Some(roll.clone()),
        _ => None,
    };
    Ok(AnyAnswer { roll, ..game.by_rules(position)? })
}

/// How long a page may search.
const SEARCH_SECONDS: f64 = 10.0;

/// What search finds of a position.
fn searched(state: &server::State, game: &str, position: String) -> Result<AnyAnswer, Problem> {
    let _place = state.searches.try_acquire().map_err(|_| Problem::busy())?;
    let query = SolveQuery {
        game: game.to_owned(),
        position: Some(position),
        side: None,
        seconds: Some(SEARCH_SECONDS),
        memory: None,
    };
    solved(state, &query, &Silent)
}

/// A position that only search reads: a sum.
fn sum(state: &server::State, place: Place) -> Result<Shown, Problem> {
    let text = place.position.clone().unwrap_or_default();
    state.short("position", &text)?;
    let mut answer = searched(state, &place.game, text)?;
    let drawing = answer.drawing.take().unwrap_or_default();
    let place = Place { line: None, at: None, roll: None, ..place };
    let games = state.catalog.games_named(&place.game)?;
    let parts = Parts::looked_up(state, games, &answer.parts)?;
    Ok(Shown {
        place,
        seats: Vec::new(),
        phrases: games.phrases_ja(),
        answer,
        is_known: true,
        drawing,
        tools: Vec::new(),
        parts,
        has_steps: false,
        refused: None,
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
                (plays(texts, shown))
            }
        }
    }
}

/// Which random position, or which one by its number.
#[derive(Debug, Deserialize)]
pub(super) struct FromDomain {
    domain: String,
    number: Option<u64>,
    min: Option<String>,
    max: Option<String>,
}

/// Leads to the page of a random position of a layer, or of that of a number.
pub(super) async fn random(
    State(state): State<Arc<server::State>>,
    Lang(texts): Lang,
    Query(from): Query<FromDomain>,
) -> Result<Redirect, Refusal> {
    let bound = |text: &Option<String>| -> Result<Option<f64>, Problem> {
        let text = text.as_deref().map(str::trim).filter(|text| !text.is_empty());
        text.map(str::parse).transpose().map_err(|_| Problem::bad_request("a bound is no number"))
    };
    let (min, max) = (bound(&from.min)?, bound(&from.max)?);
    let (game, position) = blocking(move || {
        if let Some(number) = from.number {
            let layer = state.catalog.layer(&from.domain)?;
            let session = state.shelves.layer(&from.domain)?;
            let position = position_of(&session, number)?.ok_or_else(|| {
                let detail = format!("{} has no position of number {number}", from.domain);
                Problem::not_found(detail)
            })?;
            return Ok((layer.game.name(), position.text));
        }
        let query = RandomQuery { seed: None, min, max };
        let answer = random_position(&state, &from.domain, &query)?;
        Ok((answer.game, answer.position.text))
    })
    .await?;
    let lang = Some(texts.code.to_owned());
    let place = Place { lang, ..Place::of(&game, &position) };
    Ok(Redirect::to(&place.address("/position")))
}

/// What is put on the board, and where.
#[derive(Debug, Deserialize)]
pub(super) struct PutQuery {
    tool: String,
    part: Option<String>,
}

/// Puts something on the board: leads to the page of the position after it.
pub(super) async fn put(
    State(state): State<Arc<server::State>>,
    Query(place): Query<Place>,
    Query(PutQuery { tool, part }): Query<PutQuery>,
) -> Result<Redirect, Refusal> {
    let address = blocking(move || {
        let Replayed { game, position, .. } = place.replay(&state)?;
        let after = game.put(&position, part.as_deref().unwrap_or_default(), &tool)?;
        let Place { edit, beside, lang, .. } = place;
        let kept = Place { edit, beside, lang, ..Place::default() };
        let place = Place { position: Some(after.text), game: game.name(), ..kept };
        Ok(place.address("/position"))
    })
    .await?;
    Ok(Redirect::to(&address))
}

/// The address of the API's answer about a position.
pub(super) fn probe_address(answer: &AnyAnswer, last: &str) -> String {
    let asked = answer.domain.as_deref().unwrap_or(&answer.game);
    format!("/api/v1/domains/{asked}/{last}?position={}", encoded(&answer.position.text))
}
