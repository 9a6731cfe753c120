//! The page of a position: its board, its value, its moves.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Redirect;
use maud::{Markup, html};
use serde::Deserialize;
use shuban_catalog::{AnyAnswer, AnyEvent, AnyPlay, Error};
use shuban_core::{Datum, Field, Fields};

use super::encoded;
use super::layout::{Refusal, page};
use super::texts::{Language, Texts};
use crate::api::domains::{RandomQuery, random_position};
use crate::api::{Query, blocking};
use crate::server;

/// Which position.
#[derive(Debug, Deserialize)]
pub(super) struct PositionQuery {
    game: String,
    position: Option<String>,
    roll: Option<String>,
    lang: Option<String>,
}

pub(super) async fn get(
    State(state): State<Arc<server::State>>,
    headers: HeaderMap,
    Query(query): Query<PositionQuery>,
) -> Result<Markup, Refusal> {
    let texts = Language::of(query.lang.as_deref(), &headers).texts();
    let roll = query.roll.filter(|roll| !roll.is_empty());
    let (answer, is_known) = blocking(move || {
        let games = state.catalog.games_named(&query.game)?;
        let position = query.position.unwrap_or_else(|| games.start());
        state.short("position", &position)?;
        let (game, read) = games.read(&position)?;
        let session = state.shelves.session(&game.name())?;
        match session.probe(&position, roll.as_deref()) {
            Ok(answer) => Ok((answer, true)),
            Err(Error::NotBuilt(_)) => Ok((game.by_rules(&read)?, false)),
            Err(error) if error.kind() == "position-elsewhere" => {
                Ok((game.by_rules(&read)?, false))
            }
            Err(error) => Err(error.into()),
        }
    })
    .await?;
    let address = address(&answer.game, &answer.position.text, None);
    let title = format!("{} {}", answer.game, answer.position.text);
    Ok(page(texts, &title, &address, &content(texts, &answer, is_known)))
}

/// Which layer.
#[derive(Debug, Deserialize)]
pub(super) struct FromDomain {
    domain: String,
    lang: Option<String>,
}

pub(super) async fn random(
    State(state): State<Arc<server::State>>,
    Query(FromDomain { domain, lang }): Query<FromDomain>,
) -> Result<Redirect, Refusal> {
    let answer =
        blocking(move || random_position(&state, &domain, &RandomQuery::default())).await?;
    let lang = lang.filter(|lang| lang == "ja").map_or("en", |_| "ja");
    let address = address(&answer.game, &answer.position.text, None);
    Ok(Redirect::to(&format!("{address}&lang={lang}")))
}

fn address(game: &str, position: &str, roll: Option<&str>) -> String {
    let roll = roll.map_or(String::new(), |roll| format!("&roll={}", encoded(roll)));
    format!("/position?game={}&position={}{roll}", encoded(game), encoded(position))
}

fn content(texts: &Texts, answer: &AnyAnswer, is_known: bool) -> Markup {
    let (game, position) = (&answer.game, &answer.position.text);
    let picture = format!("/api/v1/draw?game={}&position={}", encoded(game), encoded(position));
    html! {
        div.position {
            section.board aria-label=(texts.board) {
                h1 { (game) }
                img src=(picture) alt={ (game) ": " (position) };
                form method="get" action="/position" {
                    input type="hidden" name="game" value=(game);
                    input type="hidden" name="lang" value=(texts.code);
                    label for="text" { (texts.position) }
                    input #text name="position" value=(position) spellcheck="false"
                        autocomplete="off";
                    button { (texts.look_up) }
                }
                p.links {
                    a href={ "/position?game=" (encoded(game)) "&lang=" (texts.code) } {
                        (texts.start)
                    }
                    @if let Some(domain) = &answer.domain {
                        " · "
                        a href={ "/random?domain=" (encoded(domain)) "&lang=" (texts.code) } {
                            (texts.random)
                        }
                        " · "
                        a href={
                            "/api/v1/domains/" (encoded(domain)) "/probe?position="
                            (encoded(position))
                        } { (texts.as_json) }
                    }
                }
            }
            section.known {
                (value(texts, answer, is_known))
                (plays(texts, answer))
            }
        }
    }
}

fn value(texts: &Texts, answer: &AnyAnswer, is_known: bool) -> Markup {
    let expected = expected(answer.value.as_ref());
    // What stands in the bar is not said once more.
    let is_new = |field: &&Field| expected.is_none() || field.name != "value";
    let said = answer.value.iter().flatten().filter(is_new).chain(&answer.facts);
    let said = said.filter_map(|field| Some((field, field.long.as_ref()?)));
    html! {
        section aria-label=(texts.value) {
            p.turn {
                @if answer.over.is_some() { (texts.over) } @else {
                    (answer.seat_name) " " (texts.to_move)
                }
            }
            @if !is_known && answer.over.is_none() { p.note { (texts.by_rules) } }
            @if let Some(expected) = expected { (bar(texts, expected)) }
            dl {
                @for (field, text) in said {
                    dt { (field.name.replace('_', " ")) }
                    dd { (text) }
                }
                @if let Some(source) = &answer.source {
                    dt { (texts.from) }
                    dd { (source) }
                }
            }
        }
    }
}

/// The expected result and its bounds, where that is what a value is.
fn expected(value: Option<&Fields>) -> Option<[f64; 3]> {
    let number = |name: &str| match value?.get(name)? {
        Datum::Number(number) => Some(*number),
        _ => None,
    };
    let numbers = [number("value")?, number("lower")?, number("upper")?];
    numbers.iter().all(|number| (-1.0..=1.0).contains(number)).then_some(numbers)
}

/// The chance of winning as a bar, with its bounds in words.
fn bar(texts: &Texts, [value, lower, upper]: [f64; 3]) -> Markup {
    let percent = 50.0 * (1.0 + value);
    html! {
        p.chance {
            strong { (format!("{percent:.2} %")) } " " (texts.wins)
        }
        div.bar role="img" aria-label=(format!("{percent:.2} %")) {
            span style=(format!("inline-size:{percent:.3}%")) {}
        }
        details {
            summary { (format!("{value:+.6}")) }
            p { (texts.bounds) " " (format!("{lower:+.10} … {upper:+.10}")) }
        }
    }
}

fn plays(texts: &Texts, answer: &AnyAnswer) -> Markup {
    let one = |event: &&AnyEvent| !answer.has_chance || event.chance == answer.roll;
    let event = answer.events.iter().find(one);
    html! {
        @if answer.has_chance { (rolls(texts, answer)) }
        @if let Some(event) = event { (moves(texts, answer, event)) }
    }
}

/// All rolls, coloured by their values, each a link to its moves.
fn rolls(texts: &Texts, answer: &AnyAnswer) -> Markup {
    let (game, position) = (&answer.game, &answer.position.text);
    html! {
        section aria-label=(texts.rolls) {
            h2 { (texts.rolls) }
            ol.rolls {
                @for event in &answer.events {
                    @let dice = event.chance.as_deref().unwrap_or_default();
                    @let is_open = answer.roll.as_deref() == Some(dice);
                    @let best = event.plays.first().filter(|_| event.value.is_some());
                    li style=[shade(event.value.as_ref())] {
                        a href={ (address(game, position, Some(dice))) "&lang=" (texts.code) }
                            aria-current=[is_open.then_some("true")] {
                            span.dice { (dice) }
                            @if let Some(number) = first_number(event.value.as_ref()) {
                                span.number { (format!("{number:+.3}")) }
                            }
                            @if let Some(best) = best { span.best { (best.action) } }
                        }
                    }
                }
            }
            @if answer.roll.is_some() {
                a href={ (address(game, position, None)) "&lang=" (texts.code) } {
                    (texts.all_rolls)
                }
            }
        }
    }
}

fn moves(texts: &Texts, answer: &AnyAnswer, event: &AnyEvent) -> Markup {
    let first = event.plays.first().and_then(|play| play.value.as_ref());
    let listed = |value: Option<&Fields>| -> Vec<Field> {
        value.into_iter().flatten().filter(|field| field.short.is_some()).cloned().collect()
    };
    html! {
        section aria-label=(texts.moves) {
            h2 { (texts.moves) @if let Some(dice) = &event.chance { " " (dice) } }
            div.scroll {
                table.moves {
                    thead {
                        tr {
                            th scope="col" { (texts.play) }
                            @for field in listed(first) {
                                th scope="col" { (field.name.replace('_', " ")) }
                            }
                        }
                    }
                    tbody {
                        @for AnyPlay { action, after, value, .. } in &event.plays {
                            tr style=[shade(value.as_ref())] {
                                td {
                                    a href={
                                        (address(&answer.game, &after.text, None))
                                        "&lang=" (texts.code)
                                    } { (action) }
                                }
                                @for field in listed(value.as_ref()) {
                                    td.number { (field.short.unwrap_or_default()) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn first_number(value: Option<&Fields>) -> Option<f64> {
    match value?.iter().next()?.datum {
        Datum::Number(number) => Some(number),
        _ => None,
    }
}

/// Where a value lies between a loss and a win, for the colour of its place.
fn shade(value: Option<&Fields>) -> Option<String> {
    let number = first_number(value)?;
    (-1.0..=1.0).contains(&number).then(|| format!("--value:{:.3}", f64::midpoint(number, 1.0)))
}
