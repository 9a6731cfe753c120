//! Exercises: the reader finds the one clearly best move, and is judged by the values.

use std::sync::PoisonError;

use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;
use shuban_catalog::chain::{Oracle, Question, Reply};
use shuban_catalog::{AnyAnswer, AnyEvent, Detail};
use shuban_core::{Medium, Phrase, Random};

use super::board::{Hand, by_hand, inlined};
use super::common::{Lang, encoded};
use super::database::built_layers;
use super::field_values::{expected, number};
use super::layout::{Refusal, page};
use super::line::Place;
use super::moves::{parts, table};
use super::texts::Texts;
use super::values::choice;
use crate::api::domains::{count_of, fresh_seed, position_of};
use crate::problem::Problem;
use crate::request::{Query, RequestState};
use crate::state::Exercise;

/// An exercise, and the answer to it.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct PracticeQuery {
    domain: Option<String>,
    level: Option<String>,
    position: Option<String>,
    roll: Option<String>,
    answer: Option<String>,
}

/// Difficulty of an exercise: the least and the largest loss of the second-best move if values are
/// expected results; else the least and the largest number of moves.
struct Difficulty {
    name: &'static str,
    label: fn(&Texts) -> &'static str,
    loss: [f64; 2],
    moves: [usize; 2],
}

const LEVELS: [Difficulty; 3] = [
    Difficulty { name: "easy", label: |texts| texts.easy, loss: [0.15, 2.0], moves: [2, 5] },
    Difficulty { name: "medium", label: |texts| texts.medium, loss: [0.05, 0.15], moves: [6, 12] },
    Difficulty {
        name: "hard",
        label: |texts| texts.hard,
        loss: [0.01, 0.05],
        moves: [13, usize::MAX],
    },
];

/// Limit on the positions drawn for an exercise.
const MOST_DRAWN: u64 = 400;

impl PracticeQuery {
    fn level(&self) -> &'static Difficulty {
        LEVELS.iter().find(|level| Some(level.name) == self.level.as_deref()).unwrap_or(&LEVELS[0])
    }

    fn address(&self, texts: &Texts) -> String {
        let plain = self.plain();
        let joint = if plain.contains('?') { '&' } else { '?' };
        format!("{plain}{joint}lang={}", texts.code)
    }

    /// Returns the address without a language.
    fn plain(&self) -> String {
        let mut address = "/practice".to_owned();
        let named = [
            ("domain", &self.domain),
            ("level", &self.level),
            ("position", &self.position),
            ("roll", &self.roll),
            ("answer", &self.answer),
        ];
        for (name, value) in named {
            if let Some(value) = value {
                let joint = if address.contains('?') { '&' } else { '?' };
                address.push_str(&format!("{joint}{name}={}", encoded(value)));
            }
        }
        address
    }
}

pub(super) async fn get(
    state: RequestState,
    Lang(texts): Lang,
    Query(query): Query<PracticeQuery>,
) -> Result<Response, Refusal> {
    let address = query.plain();
    let Some(domain) = query.domain.clone() else {
        let content = state.work(move |state| choices(state, texts)).await?;
        return Ok(page(texts, texts.practice_title, &address, &content).into_response());
    };
    if query.position.is_none() {
        let found = state.work(move |state| find(state, &domain, &query)).await?;
        let Some(found) = found else {
            let content = html! { h1 { (texts.practice_title) } p { (texts.none_clear) } };
            return Ok(page(texts, texts.practice_title, &address, &content).into_response());
        };
        return Ok(Redirect::to(&found.address(texts)).into_response());
    }
    let content = state.look_up(move |state| exercise(state, texts, &domain, &query)).await?;
    Ok(page(texts, texts.practice_title, &address, &content).into_response())
}

/// A database to practise with: its name, and what it is about.
type Choice = (String, String);

/// Returns an exercise of a layer, of any level; `None` if none was found among many positions.
fn some_exercise(state: &RequestState, domain: &str) -> Result<Option<Exercise>, Problem> {
    let known = || state.exercises.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known().get(domain) {
        return Ok(found.clone());
    }
    let found = drawn(state, domain, 0, |event| suits(event, None))?.0;
    known().insert(domain.to_owned(), found.clone());
    Ok(found)
}

/// Renders the choice of databases that have exercises, by games.
fn choices(state: &RequestState, texts: &Texts) -> Result<Markup, Problem> {
    let built = built_layers(state)?;
    let mut games: Vec<(String, Vec<Choice>)> = Vec::new();
    for layer in &built {
        if some_exercise(state, &layer.name)?.is_none() {
            continue;
        }
        let placed = state.catalog.layer(&layer.name)?;
        let about = texts.say(placed.game.japanese().phrases, &placed.family.about(placed.layer));
        let (game, choice) = (placed.game.name(), (layer.name.clone(), about));
        match games.iter_mut().find(|(name, _)| *name == game) {
            Some((_, choices)) => choices.push(choice),
            None => games.push((game, vec![choice])),
        }
    }
    Ok(html! {
        h1 { (texts.practice_title) }
        p.about { (texts.practice_how) }
        @if built.is_empty() { p.note { (texts.none_built) } }
        @for (game, choices) in &games {
            h2 { (game) }
            table.choices {
                @for (name, about) in choices {
                    tr {
                        th scope="row" title=(name) { (about) }
                        @for level in &LEVELS {
                            td {
                                a href={
                                    "/practice?domain=" (encoded(name))
                                    "&level=" (level.name) "&lang=" (texts.code)
                                } { ((level.label)(texts)) }
                            }
                        }
                    }
                }
            }
        }
        section.mistakes data-mistakes aria-label=(texts.mistakes) {
            h2 { (texts.mistakes) }
            p.note { (texts.no_mistakes) }
            ol {}
            button type="button" hidden { (texts.forget) }
        }
    })
}

/// Returns true if a position with these moves is an exercise of the level, with one best move.
fn suits(event: &AnyEvent, level: Option<&Difficulty>) -> bool {
    let values = || event.plays.iter().map(|play| play.value.as_ref());
    let (Some(Some(best)), Some(Some(second))) = (values().next(), values().nth(1)) else {
        return false;
    };
    if event.plays[1].rank == 0 || values().any(|value| value.is_none()) {
        return false;
    }
    let Some(level) = level else { return true };
    match (expected(Some(best)), expected(Some(second))) {
        (Some([best, ..]), Some([second, ..])) => {
            (level.loss[0]..level.loss[1]).contains(&(best - second))
        }
        _ => (level.moves[0]..=level.moves[1]).contains(&event.plays.len()),
    }
}

/// Finds an exercise of the requested level, or of any level if there is none.
fn find(
    state: &RequestState,
    domain: &str,
    query: &PracticeQuery,
) -> Result<Option<PracticeQuery>, Problem> {
    let level = query.level();
    let (found, other) = drawn(state, domain, fresh_seed(), |event| suits(event, Some(level)))?;
    let found = match found.or(other) {
        Some(found) => Some(found),
        None => some_exercise(state, domain)?,
    };
    let exercise = |(position, roll)| PracticeQuery {
        position: Some(position),
        roll,
        answer: None,
        ..query.clone()
    };
    Ok(found.map(exercise))
}

/// Draws positions of a layer until one suits: returns that exercise, or else another one.
fn drawn(
    state: &RequestState,
    domain: &str,
    seed: u64,
    is_wanted: impl Fn(&AnyEvent) -> bool,
) -> Result<(Option<Exercise>, Option<Exercise>), Problem> {
    let layer = state.catalog.layer(domain)?;
    let session = state.sessions.layer(domain)?;
    let positions = count_of(&session)?.max(1);
    let mut other = None;
    for draw in 0..MOST_DRAWN {
        state.budget.check()?;
        let mut random = Random::of_part(seed, draw);
        let Some(position) = position_of(&session, random.below(positions))? else { continue };
        let question = Question::of_all(layer.game, position);
        let Reply::Known(answer) = Oracle::ask(&mut &*session, &question)? else { continue };
        if answer.events.is_empty() {
            continue;
        }
        let event = &answer.events[random.below(answer.events.len() as u64) as usize];
        let found = || (question.position.text.clone(), event.chance.clone());
        if is_wanted(event) {
            return Ok((Some(found()), other));
        }
        if other.is_none() && suits(event, None) {
            other = Some(found());
        }
    }
    Ok((None, other))
}

/// Renders an exercise, with the value of the answer.
fn exercise(
    state: &RequestState,
    texts: &Texts,
    domain: &str,
    query: &PracticeQuery,
) -> Result<Markup, Problem> {
    let text = query.position.as_deref().unwrap_or_default();
    state.short("position", text)?;
    let layer = state.catalog.layer(domain)?;
    let session = state.sessions.layer(domain)?;
    let position = layer.game.read(text)?;
    let roll = query.roll.as_deref().map(|roll| layer.game.chance(&position, roll)).transpose()?;
    let detail = roll.clone().map_or(Detail::All, Detail::Roll);
    let question = Question { game: layer.game, position, detail };
    let answer = session.answer(&question)?;
    let event = answer.events.iter().find(|event| event.chance == roll);
    let event = event.ok_or_else(|| Problem::bad_request("nothing can be played there"))?;
    let drawing = match &roll {
        Some(roll) => layer.game.under_way(&question.position, Some(roll), &[])?,
        None => layer.game.draw(&question.position, Medium::Svg)?,
    };
    let place = Place::of(&layer.game.name(), &question.position.text).rolled(roll.as_deref());
    let hand = Hand::Moves(place.address("/under-way"));
    let next = PracticeQuery { position: None, roll: None, answer: None, ..query.clone() };
    Ok(html! {
        div.position.practice {
            section.board aria-label=(texts.board) {
                h1 { (texts.practice_title) " · " (domain) }
                (inlined(&drawing, &hand))
                p { (by_hand(texts)) }
                p.turn {
                    strong { (texts.say(layer.game.japanese().phrases, &answer.seat_name)) } " " (texts.to_move)
                    @if let Some(roll) = &roll { " " span.dice { (roll) } }
                }
            }
            div.known {
                @match &query.answer {
                    None => {
                        p.about { (texts.practice_how) }
                        (to_choose(texts, layer.game.japanese().phrases, query, event))
                    }
                    Some(given) => (judged(texts, layer.game.japanese().phrases, query, (&answer, event), given)?)
                }
                p.links {
                    a.button.next href=(next.address(texts)) { (texts.next) }
                    a href={ "/practice?lang=" (texts.code) } { (texts.mistakes) }
                }
            }
        }
    })
}

/// Renders the moves, without their values.
fn to_choose(texts: &Texts, phrases: &[Phrase], query: &PracticeQuery, event: &AnyEvent) -> Markup {
    table(texts, phrases, event, true, usize::MAX, |play| {
        let answer = Some(play.action.clone());
        html! {
            a href=(PracticeQuery { answer, ..query.clone() }.address(texts))
                data-parts=[parts(play)] { (play.action) }
        }
    })
}

/// Renders the value of the answer, among all moves.
fn judged(
    texts: &Texts,
    phrases: &[Phrase],
    query: &PracticeQuery,
    (answer, event): (&AnyAnswer, &AnyEvent),
    given: &str,
) -> Result<Markup, Problem> {
    let play = event.plays.iter().find(|play| play.action == given);
    let play = play.ok_or_else(|| Problem::bad_request("the answer is no legal move"))?;
    let first = event.plays.first().and_then(|play| play.value.as_ref());
    let is_right = play.rank == 0;
    let loss = |value| number(value);
    let loss = first.and_then(loss).zip(play.value.as_ref().and_then(loss));
    let exercise = PracticeQuery { answer: None, ..query.clone() }.plain();
    let lang = Some(texts.code.to_owned());
    let place = Place { lang, ..Place::of(&answer.game, &answer.position.text) };
    let place = place.rolled(event.chance.as_deref()).address("/position");
    Ok(html! {
        p.verdict.right[is_right].wrong[!is_right] role="status"
            data-mistake=[(!is_right).then_some(&exercise)]
            data-solved=[is_right.then_some(&exercise)]
            data-label={
                (answer.position.text) " " (query.roll.as_deref().unwrap_or_default())
            }
        {
            strong { @if is_right { (texts.right) } @else { (texts.wrong) } }
            @if let (false, Some((best, value))) = (is_right, loss) {
                " " (texts.loses) " " span.number data-loss=((best - value).abs()) {
                    (format!("{:.4}", (best - value).abs()))
                }
            }
        }
        @if loss.is_some() { (choice(texts)) }
        (table(texts, phrases, event, false, usize::MAX, |play| html! {
            @if play.action == given {
                mark data-parts=[parts(play)] { (play.action) }
            } @else {
                span data-parts=[parts(play)] { (play.action) }
            }
        }))
        p.links { a href=(place) { (texts.explore) } }
    })
}
