//! Value of a position for the reader.

use maud::{Markup, html};
use shuban_core::Field;

use super::field_values::{expected, name};
use super::line::Place;
use super::recorded::recorded;
use super::shown::{Shown, probe_address};
use super::texts::{Language, Texts};

/// Renders the player to move, and the value of the position.
pub(super) fn value(texts: &Texts, shown: &Shown) -> Markup {
    let Shown { answer, is_known, .. } = shown;
    html! {
        section.value aria-label=(texts.value) {
            (turn(texts, shown))
            @if !shown.is_hidden() {
                @if *is_known {
                    (worth(texts, shown))
                } @else if answer.over.is_none() {
                    p.note {
                        @if answer.recorded.is_some() { (texts.by_records) }
                        @else { (texts.by_rules) }
                    }
                }
                @for reason in &shown.refused { p.note role="status" { (shown.say(texts, reason)) } }
                @if shown.may_be_searched() {
                    @let search = Some("1".to_owned());
                    @let place = Place { search, ..shown.place.clone() };
                    p {
                        a.button.search href=(place.address("/position"))
                            title=(texts.search_stops) { (texts.search) }
                    }
                }
                (recorded(texts, shown))
                @if shown.is_proven {
                    p.links { a href={ "/proofs?lang=" (texts.code) } { (texts.proofs) } }
                }
            }
        }
    }
}

/// Renders the player to move, or the end of the game.
fn turn(texts: &Texts, shown: &Shown) -> Markup {
    let answer = &shown.answer;
    let Some(over) = &answer.over else {
        return html! { p.turn { strong { (shown.say(texts, &answer.seat_name)) } " " (texts.to_move) } };
    };
    if let Some((seat, winner)) = shown.place.play.zip(over.winner) {
        let outcome = if seat == winner { texts.you_won } else { texts.you_lost };
        return html! {
            p.turn {
                strong { (outcome) }
                @if let Some(reason) = &over.reason { " (" (shown.say(texts, reason)) ")" }
            }
        };
    }
    let outcome = match over.outcome {
        "won" => texts.won,
        "lost" => texts.lost,
        "draw" => texts.draw,
        _ => texts.finished,
    };
    html! {
        p.turn {
            strong { (texts.over) } ": " (outcome)
            @if let Some(reason) = &over.reason { " (" (shown.say(texts, reason)) ")" }
        }
    }
}

fn worth(texts: &Texts, shown: &Shown) -> Markup {
    let answer = &shown.answer;
    let expected = expected(answer.value.as_ref());
    // The content of the bar is not repeated.
    let is_new = |field: &&Field| expected.is_none() || field.name != "value";
    let said = answer.value.iter().flatten().filter(is_new);
    let said = said.filter_map(|field| Some((field, field.long_text()?)));
    let facts = answer.facts.iter().filter_map(|field| Some((field, field.long_text()?)));
    html! {
        @if let Some(expected) = expected { (bar(texts, expected)) }
        dl.worth {
            @for (field, text) in said { (told(texts, shown, field, &text)) }
        }
        dl.facts {
            @for (field, text) in facts { (told(texts, shown, field, &text)) }
            @if let Some(source) = &answer.source {
                dt { (texts.from) }
                dd { (shown.say(texts, source)) }
            }
        }
        @if answer.domain.is_some() && answer.over.is_none() {
            details.check {
                summary { (texts.check) }
                div.equation data-check=(probe_address(answer, "equation"))
                    data-texts=(texts.equation) {
                    p.note { (texts.check_how) }
                    button type="button" { (texts.check_again) }
                }
            }
        }
    }
}

/// Renders a field with its text; a text of several lines keeps its columns.
fn told(texts: &Texts, shown: &Shown, field: &Field, text: &str) -> Markup {
    let text = shown.say(texts, text.trim_start_matches('\n'));
    let has_lines = text.contains('\n');
    html! {
        dt { (shown.say(texts, &name(field))) }
        dd.table[has_lines] tabindex=[has_lines.then_some("0")] { (text) }
    }
}

/// Renders the chance of winning as a bar, with its bounds in words.
fn bar(texts: &Texts, [value, lower, upper]: [f64; 3]) -> Markup {
    let percent = 50.0 * (1.0 + value);
    html! {
        div.chance {
            @if texts.language == Language::Japanese { (texts.wins) " " }
            strong { (format!("{percent:.2} %")) }
            @if texts.language == Language::English { " " (texts.wins) }
            details.bounds {
                summary { (format!("{value:+.6}")) }
                p { (texts.bounds) " " (format!("{lower:+.10} … {upper:+.10}")) }
            }
        }
        div.bar aria-hidden="true" {
            span style=(format!("inline-size:{percent:.3}%")) {}
        }
    }
}
