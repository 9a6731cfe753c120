//! Value of a position for the reader.

use maud::{Markup, html};
use shuban_core::worth::Rating;
use shuban_core::{Field, Fields};

use super::build::build_button;
use super::decision::{bar, decisions, headline};
use super::field_values::{expected, name};
use super::line::Place;
use super::plot;
use super::recorded::recorded;
use super::shown::{Shown, probe_address};
use super::texts::{Language, Texts};
use super::values::{choice, percent};

/// Renders the player to move, and the value of the position.
pub(super) fn value(texts: &Texts, shown: &Shown) -> Markup {
    let Shown { answer, is_known, .. } = shown;
    html! {
        section.value aria-label=(texts.value) {
            (turn(texts, shown))
            @if !shown.is_hidden() {
                @if let Some(stakes) = &shown.stakes { (under_stakes(texts, shown, stakes)) }
                @if shown.is_left_aside { p.note { (texts.left_aside) } }
                @if *is_known {
                    (worth(texts, shown))
                } @else if answer.over.is_none() {
                    p.note {
                        @if answer.recorded.is_some() { (texts.by_records) }
                        @else { (texts.by_rules) }
                    }
                }
                @for reason in &shown.refused { p.note role="status" { (shown.say(texts, reason)) } }
                (build_button(texts, shown))
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
        let name = shown.say(texts, &answer.seat_name);
        return html! { p.turn { strong { (name) } " " (texts.to_move) } };
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

/// Describes the position in a sentence or two: who is to move, and what it is worth.
pub(super) fn described(texts: &Texts, shown: &Shown) -> String {
    let Shown { answer, stakes, .. } = shown;
    let say = |text: &str| shown.say(texts, text);
    let mut said = vec![format!("{}: {}", answer.game, answer.position.text)];
    if answer.over.is_some() {
        said.push(texts.over.to_owned());
    } else {
        let joint = if texts.language == Language::English { " " } else { "" };
        said.push([&say(&answer.seat_name), texts.to_move].join(joint));
    }
    let value = stakes.as_ref().or(answer.value.as_ref()).filter(|_| !shown.is_hidden());
    if let Some([value, ..]) = expected(value) {
        said.push(format!("{} {} ({value:+.4})", texts.wins, percent(value)));
    } else if let Some((field, rating)) = value.and_then(Fields::rated) {
        said.push(format!("{} {}", field.short_text().unwrap_or_default(), say(rating.unit)));
    } else {
        let first = value.and_then(|value| value.iter().find_map(Field::long_text));
        said.extend(first.map(|text| say(&text)));
    }
    said.join(" · ")
}

/// Renders what the position is worth under the stakes that its text tells of.
fn under_stakes(texts: &Texts, shown: &Shown, stakes: &Fields) -> Markup {
    let say = &|text: &str| shown.say(texts, text);
    html! {
        div.stakes {
            (headline(say, stakes))
            (decisions(texts, say, stakes))
            details {
                summary { (texts.in_full) }
                dl.facts {
                    @for field in stakes {
                        @if let Some(text) = field.long_text() { (told(texts, shown, field, &text)) }
                    }
                }
            }
        }
        @if shown.is_known { h2 { (texts.single_game) } }
    }
}

fn worth(texts: &Texts, shown: &Shown) -> Markup {
    let answer = &shown.answer;
    let expected = expected(answer.value.as_ref());
    // The content of the bar is not repeated.
    let is_new = |field: &&Field| expected.is_none() || field.name != "value";
    let said = answer.value.iter().flatten().filter(is_new);
    let said = said.filter_map(|field| Some((field, field.long_text()?)));
    let say = &|text: &str| shown.say(texts, text);
    let is_decided = answer.facts.iter().any(|field| !field.decisions().is_empty());
    let facts = answer.facts.iter().filter(|field| field.decisions().is_empty());
    let facts: Vec<(&Field, String)> =
        facts.filter_map(|field| Some((field, field.long_text()?))).collect();
    // Folded, so that moves stand higher on a phone.
    let is_estimate = answer.source.as_deref() == Some("estimate");
    let facts = html! { @for (field, text) in &facts { (told(texts, shown, field, text)) } };
    html! {
        @if let Some(expected) = expected { (chance(texts, expected)) }
        @else if let Some(value) = &answer.value { (headline(say, value)) }
        (decisions(texts, say, &answer.facts))
        @let worth = html! {
            dl.worth { @for (field, text) in said { (told(texts, shown, field, &text)) } }
        };
        @if !is_decided { (worth) }
        div.folds {
            dl.facts {
                @if !is_estimate { (facts) }
                @if let Some(source) = &answer.source {
                    dt { (texts.from) }
                    dd { (shown.say(texts, source)) }
                }
            }
            @if is_decided { details { summary { (texts.in_full) } (worth) } }
            @if expected.is_some() { (choice(texts)) }
            @if is_estimate { details { summary { (texts.how_found) } dl.facts { (facts) } } }
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
}

/// Renders a field with its text; a text of several lines keeps its columns.
fn told(texts: &Texts, shown: &Shown, field: &Field, text: &str) -> Markup {
    let text = shown.say(texts, text.trim_start_matches('\n'));
    let has_lines = text.contains('\n');
    html! {
        dt { (shown.say(texts, &name(field))) }
        dd.table[has_lines] tabindex=[has_lines.then_some("0")] { (text) }
        @if let Some(plot) = field.plot() {
            dd { (plot::plot(&|text| shown.say(texts, text), plot)) }
        }
    }
}

/// Renders the chance of winning as a bar, with its bounds in words.
fn chance(texts: &Texts, [value, lower, upper]: [f64; 3]) -> Markup {
    let number = |value: f64, text: String| html! { span data-value=(value) { (text) } };
    let wins = html! { span.as-percent { (texts.wins) } };
    html! {
        div.chance {
            @if texts.language == Language::Japanese { (wins) " " }
            strong data-value=(value) { (percent(value)) }
            @if texts.language == Language::English { " " (wins) }
            details.bounds {
                summary { (number(value, format!("{value:+.6}"))) }
                p {
                    (texts.bounds) " " (number(lower, format!("{lower:+.10}"))) " … "
                    (number(upper, format!("{upper:+.10}")))
                }
            }
        }
        (bar(Rating { number: value, range: [-1.0, 1.0], unit: "" }))
    }
}
