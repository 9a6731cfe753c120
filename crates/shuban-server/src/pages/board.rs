//! The board of a position: drawn, walked through, set up by hand.

use maud::{Markup, PreEscaped, html};
use shuban_core::present::ToolTarget;

use super::common::{encoded, picture};
use super::field_values::{expected, name};
use super::line::Place;
use super::part_list::{add, parts};
use super::play::beginnings;
use super::set_up::{preview_text, tools};
use super::shown::{Shown, probe_address};
use super::texts::Texts;
use crate::line::Step;

/// Renders the board, with what is done on it.
pub(super) fn board(texts: &Texts, shown: &Shown) -> Markup {
    let Shown { place, answer, drawing, .. } = shown;
    let hand = match &place.edit {
        Some(_) => Hand::Puts(place.address("/put"), shown.preview.as_ref().map(preview_text)),
        None => Hand::Moves(place.address("/under-way")),
    };
    let stops = |made: usize| shown.own_turns.as_ref().is_none_or(|own| own.contains(&made));
    let address = |place: &Place| place.address("/position");
    html! {
        section.board aria-label=(texts.board) {
            h1 { (answer.game) }
            (inlined(drawing, &hand))
            @if place.edit.is_some() { (tools(texts, shown)) }
            (walk(texts, &shown.place, address, stops, &more_of(texts, shown)))
        }
    }
}

/// Renders what stands below the board: its parts, other ways to a position, ways to share it.
pub(super) fn beside(texts: &Texts, shown: &Shown) -> Markup {
    html! {
        div.beside {
            (parts(texts, shown))
            details.more open[shown.place.edit.is_some()] {
                summary { (texts.more) }
                (finders(texts, shown))
            }
        }
    }
}

/// The use of a hand on a drawing.
pub(super) enum Hand {
    /// Moves are made: the address of the drawing within a turn, up to the parts made.
    Moves(String),
    /// The position is set up: the address of the position after uses of tools, up to these, and
    /// the preview for the script.
    Puts(String, Option<String>),
    /// Nothing is done.
    Rests,
}

/// Embeds a drawing in the page, so that its parts can be used.
pub(super) fn inlined(drawing: &str, hand: &Hand) -> Markup {
    let (puts, preview, moves) = match hand {
        Hand::Puts(address, preview) => (Some(address), preview.as_ref(), None),
        Hand::Moves(address) => (None, None, Some(address)),
        Hand::Rests => (None, None, None),
    };
    html! {
        div.drawing data-put=[puts] data-preview=[preview] data-under-way=[moves] {
            (PreEscaped(drawing))
        }
    }
}

/// Renders the buttons for a move that is made part by part, which its script shows.
pub(super) fn by_hand(texts: &Texts) -> Markup {
    html! {
        button.take-back type="button" hidden { (texts.take_back) }
        button.end-move type="button" hidden data-label=(texts.end_move) {}
    }
}

/// Number of moves listed before and after the position.
const NEAR: usize = 20;

/// Returns the moves around a place, with their numbers.
fn near(steps: &[Step], made: usize) -> impl Iterator<Item = (usize, &Step)> {
    steps.iter().enumerate().filter(move |(number, _)| number.abs_diff(made) <= NEAR)
}

/// Renders links back and forth through the line of a place, to pages of the given addresses.
pub(super) fn walk(
    texts: &Texts,
    place: &Place,
    address: impl Fn(&Place) -> String,
    stops: impl Fn(usize) -> bool,
    more: &Markup,
) -> Markup {
    let (steps, made) = (place.steps(), place.made());
    let (before, after) = (0..made, made + 1..=steps.len());
    // A move of the list leads on to the next stop.
    let next = |made: usize| (made..=steps.len()).find(|&made| stops(made)).unwrap_or(made);
    let link = |class: &str, name: &str, sign: &str, to: Option<usize>| {
        let address = to.map(|to| address(&place.walked(to)));
        html! {
            @if let Some(address) = address {
                a.button.(class) href=(address) title=(name) aria-label=(name) { (sign) }
            } @else {
                span.button.(class) aria-hidden="true" { (sign) }
            }
        }
    };
    html! {
        nav.walk aria-label=(texts.line) {
            (link("first", texts.first, "«", before.clone().find(|&to| stops(to))))
            (link("back", texts.back, "‹", before.rev().find(|&to| stops(to))))
            (link("forward", texts.forward, "›", after.clone().find(|&to| stops(to))))
            (link("last", texts.last, "»", after.last()))
            (more)
            @if !steps.is_empty() {
                ol.line {
                    @for (number, step) in near(&steps, made) {
                        @let is_here = number + 1 == made;
                        li value=(number + 1) {
                            a href=(address(&place.walked(next(number + 1))))
                                aria-current=[is_here.then_some("step")] { (written(step)) }
                        }
                    }
                }
            }
        }
    }
}

/// Renders other links through the line.
fn more_of(texts: &Texts, shown: &Shown) -> Markup {
    let place = &shown.place;
    let made = place.made();
    html! {
        @if place.edit.is_none() && !shown.is_theirs() { (by_hand(texts)) }
        @if made > 0 && shown.has_steps {
            a.button href=(place.address("/steps")) { (texts.step_by_step) }
        }
        @if shown.is_known && !shown.is_hidden() && !shown.is_sum() && !shown.answer.has_chance
            && shown.answer.over.is_none() && made == place.steps().len() {
            a.button.best href=(place.address("/best")) { (texts.best_line) }
        }
        @if !shown.is_hidden() && !shown.is_sum() && !shown.answer.has_chance
            && shown.answer.over.is_none() {
            a.button.tree href=(place.address("/tree")) { (texts.tree) }
        }
        @if shown.is_advised && !shown.is_hidden() && shown.answer.over.is_none() {
            a.button href=(place.address("/advice")) { (texts.advice) }
        }
    }
}

fn written(Step { chance, action }: &Step) -> String {
    chance.as_ref().map_or_else(|| action.clone(), |chance| format!("{chance}: {action}"))
}

/// Renders other ways to a position, and ways to share it.
fn finders(texts: &Texts, shown: &Shown) -> Markup {
    let Shown { place, answer, .. } = shown;
    let game = &answer.game;
    let is_played = place.play.is_some() || shown.is_sum();
    let first_tool = shown.tools.iter().find(|tool| tool.on != ToolTarget::Board);
    html! {
        form.find method="get" action="/position" {
            input type="hidden" name="game" value=(place.game);
            input type="hidden" name="lang" value=(texts.code);
            label for="text" { (texts.position) }
            input #text name="position" value=(answer.position.text) spellcheck="false"
                autocomplete="off" autocapitalize="off";
            button { (texts.look_up) }
        }
        @if let Some(domain) = &answer.domain {
            form.find method="get" action="/random" {
                input type="hidden" name="domain" value=(domain);
                input type="hidden" name="lang" value=(texts.code);
                label for="number" { (texts.number) }
                input #number name="number" type="number" min="0" required;
                button { (texts.go) }
            }
            @let is_expected = expected(answer.value.as_ref()).is_some();
            @if is_expected { form.find method="get" action="/random" {
                input type="hidden" name="domain" value=(domain);
                input type="hidden" name="lang" value=(texts.code);
                label for="least" { (texts.least) }
                input #least name="min" type="number" step="any";
                label for="most" { (texts.most) }
                input #most name="max" type="number" step="any";
                button { (texts.random) }
            } }
        }
        dl.facts {
            @for fact in answer.facts.iter().filter(|fact| fact.long_text().is_none()) {
                @if let Some(text) = fact.in_full().long_text() {
                    dt { (shown.say(texts, &name(fact))) }
                    dd { code { (shown.say(texts, &text)) } }
                }
            }
        }
        @if !is_played { (beginnings(texts, shown)) }
        p.links {
            @if let (Some(tool), None) = (first_tool, &place.edit) {
                @let edit = Some(tool.name.to_owned());
                a href=(Place { edit, ..place.clone() }.address("/position")) { (texts.set_up) }
            }
            (add(texts, shown))
            a href={ "/position?game=" (encoded(game)) "&lang=" (texts.code) } { (texts.start) }
            @if let Some(domain) = &answer.domain {
                a href={ "/database?domain=" (encoded(domain)) "&lang=" (texts.code) } { (domain) }
                a href=(probe_address(answer, "probe")) { (texts.as_json) }
            }
            a href=(picture(game, &answer.position.text)) { (texts.picture) }
        }
    }
}
