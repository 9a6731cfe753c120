//! The most remarkable positions of a database.

use std::sync::{Arc, PoisonError};

use axum::extract::State;
use maud::{Markup, html};
use serde_json::Value as Json;
use shuban_catalog::{AnyAnswer, AnyEvent, Detail, Printable, Session};
use shuban_core::{Datum, Fields, Random, grouped};

use super::database::DatabaseQuery;
use super::layout::{Refusal, page};
use super::line::Place;
use super::texts::Texts;
use super::value::expected;
use super::{Lang, encoded};
use crate::api::domains::{count_of, position_of};
use crate::api::{Query, blocking};
use crate::problem::Problem;
use crate::server;

/// Of larger layers this many positions are looked at.
const SAMPLE: u64 = 3_000;

/// A position that holds a record: how much, and where.
#[derive(Clone, Debug)]
struct Holder {
    merit: f64,
    game: String,
    position: String,
    said: String,
}

/// What a record is called, from the table of texts.
type Name = fn(&Texts) -> &'static str;

/// The records of a layer.
pub(crate) struct Records {
    all: Vec<(Name, Option<Holder>)>,
    /// Whether all positions were looked at.
    is_whole: bool,
}

pub(super) async fn get(
    State(state): State<Arc<server::State>>,
    Lang(texts): Lang,
    Query(DatabaseQuery { domain }): Query<DatabaseQuery>,
) -> Result<Markup, Refusal> {
    let address = format!("/records?domain={}", encoded(&domain));
    let name = domain.clone();
    let content = blocking(move || content(&state, texts, &domain)).await?;
    Ok(page(texts, &name, &address, &content))
}

/// The records of a layer, found once for each file.
fn records(state: &server::State, domain: &str) -> Result<Arc<Records>, Problem> {
    let layer = state.catalog.layer(domain)?;
    let info = layer.family.info(layer.layer, &state.data)?.json();
    let hash = info.get("content_hash").and_then(Json::as_str).unwrap_or_default().to_owned();
    let known = || state.records.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(records) = known().get(&hash) {
        return Ok(Arc::clone(records));
    }
    let _place = state.place()?;
    let session = state.shelves.layer(domain)?;
    let positions = count_of(&session)?;
    let mut records = Records::new(positions <= SAMPLE);
    for draw in 0..positions.min(SAMPLE) {
        let number =
            if records.is_whole { draw } else { Random::of_part(1, draw).below(positions) };
        if let Some(answer) = asked(&session, layer.game, number)? {
            records.see(&answer);
        }
    }
    let records = Arc::new(records);
    known().insert(hash, Arc::clone(&records));
    Ok(records)
}

fn content(state: &server::State, texts: &Texts, domain: &str) -> Result<Markup, Problem> {
    let records = records(state, domain)?;
    let is_whole = records.is_whole;
    Ok(html! {
        section.records aria-label=(texts.records) {
            h2 { (texts.records) }
            p.note {
                @if is_whole { (texts.records_of_all) } @else { (texts.records_of) " " }
                @if !is_whole { span.number { (grouped(SAMPLE)) } }
            }
            table {
                @for (name, holder) in &records.all {
                    @if let Some(Holder { game, position, said, .. }) = holder {
                        @let lang = Some(texts.code.to_owned());
                        @let place = Place { lang, ..Place::of(game, position) };
                        tr {
                            th scope="row" { (name(texts)) }
                            td.number { (said) }
                            td { a href=(place.address("/position")) { (position) } }
                        }
                    }
                }
            }
        }
    })
}

fn asked(
    session: &Session<'static>,
    game: &dyn shuban_catalog::AnyGame,
    number: u64,
) -> Result<Option<AnyAnswer>, Problem> {
    let Some(position) = position_of(session, number)? else { return Ok(None) };
    match session.ask(game, &position, &Detail::All) {
        Ok(answer) => Ok(Some(answer)),
        // What needs a layer that is not built has no records.
        Err(error) if error.kind() == "not-built" => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// A whole number that a value has under one of these names: how far the end is.
fn distance(value: &Fields) -> Option<f64> {
    ["distance", "plies", "depth", "moves"].iter().find_map(|name| match value.get(name)? {
        Datum::Integer(Some(number)) => Some(*number as f64),
        _ => None,
    })
}

/// The expected result, where that is what a value is: other numbers may not count for the player
/// to move, or not the more the better.
pub(super) fn number(value: &Fields) -> Option<f64> {
    expected(Some(value)).map(|[value, ..]| value)
}

/// How much the best move of an event is better than the second best.
fn stake(event: &AnyEvent) -> Option<f64> {
    let mut values = event.plays.iter().map(|play| number(play.value.as_ref()?));
    Some((values.next()?? - values.next()??).abs())
}

/// Whether one move alone is best.
fn is_single(event: &AnyEvent) -> bool {
    matches!(&event.plays[..], [best, second, ..] if best.value.is_some() && second.rank > 0)
}

impl Records {
    fn new(is_whole: bool) -> Self {
        let all: Vec<(Name, Option<Holder>)> = vec![
            (|texts| texts.best_for_mover, None),
            (|texts| texts.worst_for_mover, None),
            (|texts| texts.closest, None),
            (|texts| texts.most_at_stake, None),
            (|texts| texts.longest, None),
            (|texts| texts.most_moves, None),
            (|texts| texts.surprising, None),
        ];
        Records { all, is_whole }
    }

    fn see(&mut self, answer: &AnyAnswer) {
        let value = answer.value.as_ref();
        let worth = value.and_then(number);
        let most = answer.events.iter().max_by_key(|event| event.plays.len());
        let at_stake = answer.events.iter().filter_map(stake).max_by(f64::total_cmp);
        let single = answer.events.iter().filter(|event| is_single(event));
        let single = single.map(|event| event.plays.len()).max().filter(|&count| count > 1);
        let moves = most.map(|event| event.plays.len() as f64);
        let signed = |number: f64| format!("{number:+.4}");
        let short = |number: f64| format!("{number}");
        self.offer(0, answer, worth, signed);
        self.offer(1, answer, worth.map(|worth| -worth), |worth| signed(-worth));
        self.offer(2, answer, worth.map(|worth| -worth.abs()), |_| {
            worth.map(signed).unwrap_or_default()
        });
        self.offer(3, answer, at_stake.filter(|&at| at > 0.0), signed);
        self.offer(4, answer, value.and_then(distance), short);
        self.offer(5, answer, moves, short);
        self.offer(6, answer, single.map(|count| count as f64), short);
    }

    /// Keeps the first of the positions with the largest merit.
    fn offer(
        &mut self,
        which: usize,
        answer: &AnyAnswer,
        merit: Option<f64>,
        said: impl Fn(f64) -> String,
    ) {
        let Some(merit) = merit else { return };
        let holder = &mut self.all[which].1;
        if holder.as_ref().is_none_or(|holder| merit > holder.merit) {
            let (game, position) = (answer.game.clone(), answer.position.text.clone());
            *holder = Some(Holder { merit, game, position, said: said(merit) });
        }
    }
}
