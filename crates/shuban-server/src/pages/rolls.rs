//! The best move of every roll.

use maud::{Markup, html};
use shuban_catalog::AnyEvent;
use shuban_core::Fields;

use super::field_values::{number, shade};
use super::shown::Shown;
use super::texts::Texts;

/// Most faces of dice that are drawn.
const MOST_FACES: u8 = 6;

/// Renders all rolls, coloured by their values, each a link to its moves and to the best of them.
/// Rolls of two dice form a triangle, coloured from the worst roll of the position to the best.
pub(super) fn rolls(texts: &Texts, shown: &Shown) -> Markup {
    let (answer, place) = (&shown.answer, &shown.place);
    let drawn = |event: &AnyEvent| event.dice.is_some_and(|dice| dice.high() <= MOST_FACES);
    let is_triangle = answer.events.iter().all(drawn);
    html! {
        section.chances aria-label=(texts.rolls) {
            h2 {
                (texts.rolls) " "
                a.button.roll href=(place.address("/roll")) { (texts.roll_dice) }
            }
            @if !shown.is_hidden() {
                @if is_triangle { (triangle(shown)) } @else {
                    ol.rolls {
                        @for event in &answer.events {
                            li style=[shade(event.value.as_ref())] { (roll(shown, event)) }
                        }
                    }
                }
            }
        }
    }
}

fn triangle(shown: &Shown) -> Markup {
    let events = &shown.answer.events;
    let number = |event: &AnyEvent| Some(event.value.as_ref()?.rating()?.number);
    let numbers = || events.iter().filter_map(number);
    let (worst, best) =
        (numbers().fold(f64::INFINITY, f64::min), numbers().fold(f64::NEG_INFINITY, f64::max));
    let style = |event: &AnyEvent| {
        let place = event
            .dice
            .map_or(String::new(), |dice| format!("grid-area:{}/{}", dice.low(), dice.high()));
        match number(event) {
            Some(number) if best > worst => {
                format!("{place};--value:{:.3}", (number - worst) / (best - worst))
            }
            _ => place,
        }
    };
    html! {
        ol.rolls.triangle {
            @for event in events { li style=(style(event)) { (roll(shown, event)) } }
        }
    }
}

/// Renders a roll: its dice and its value, which lead to its moves, and the best of these.
fn roll(shown: &Shown, event: &AnyEvent) -> Markup {
    let best = event.plays.first().filter(|_| event.value.is_some());
    let dice = event.chance.as_deref().unwrap_or_default();
    html! {
        a href=(shown.place.rolled(event.chance.as_deref()).address("/position")) {
            @match event.dice {
                Some(pair) => {
                    span.dice aria-label=(dice) role="img" {
                        @for die in [pair.high(), pair.low()] { i class={ "die d" (die) } {} }
                    }
                }
                None => { span.dice { (dice) } }
            }
            @if let Some(rating) = event.value.as_ref().and_then(Fields::rating) {
                @let value = event.value.as_ref().and_then(number);
                " " span.number data-value=[value] { (format!("{:+.3}", rating.number)) }
            }
        }
        @if let Some(best) = best {
            a.best href=(shown.after(event.chance.as_deref(), best)) { (best.action) }
        }
    }
}
