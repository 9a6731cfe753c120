//! The moves of a position, best first.

use maud::{Markup, html};
use shuban_catalog::{AnyEvent, AnyPlay};
use shuban_core::present::MovePart;
use shuban_core::text::grouped;
use shuban_core::{Datum, Field, Fields, Phrase};

use super::field_values::{expected, name, shade};
use super::line::Place;
use super::recorded;
use super::rolls::rolls;
use super::shown::Shown;
use super::texts::Texts;
use super::values::percent;

/// Limit on the moves that a page lists, unless it is asked for all.
const MOST_LISTED: usize = 100;

/// Renders the rolls, and the moves of the selected one.
pub(super) fn plays(texts: &Texts, shown: &Shown) -> Markup {
    let answer = &shown.answer;
    let one = |event: &&AnyEvent| !answer.has_chance || event.chance == answer.roll;
    let event = answer.events.iter().find(one);
    html! {
        @if answer.has_chance && !answer.events.is_empty() && event.is_none() {
            (rolls(texts, shown))
        }
        @if let Some(event) = event { (moves(texts, shown, event)) }
    }
}

/// Renders the moves of an event, each a link that makes it. Where they are very many, these are
/// the first, and a link leads to the page of all.
fn moves(texts: &Texts, shown: &Shown, event: &AnyEvent) -> Markup {
    let (answer, place) = (&shown.answer, &shown.place);
    let is_hidden = shown.is_hidden();
    let all_rolls = place.rolled(None).address("/position");
    let limit = if place.moves.is_some() { usize::MAX } else { MOST_LISTED };
    let all_moves =
        || Place { moves: Some("all".to_owned()), ..place.clone() }.address("/position");
    html! {
        section.plays aria-label=(texts.moves) {
            h2 {
                (texts.moves)
                @if let Some(dice) = &event.chance { " " span.dice { (dice) } }
                @if answer.has_chance && answer.roll.is_some() && place.play.is_none() {
                    " " a.button href=(all_rolls) { (texts.all_rolls) }
                }
            }
            (table(texts, shown.phrases, event, is_hidden, limit, |play| html! {
                a href=(shown.after(event.chance.as_deref(), play)) data-parts=[parts(play)] {
                    (play.action)
                }
            }))
            @if event.plays.len() > limit {
                @let others = &in_order(event, is_hidden)[limit..];
                @let Unlisted { before, behind, lines } = Unlisted::new(shown, event, others);
                p {
                    a.button.all-moves href=(all_moves())
                        data-before=(before) data-behind=(behind) data-unlisted=[lines] {
                        (texts.all_moves) " (" (grouped(event.plays.len() as u64)) ")"
                    }
                }
            }
        }
    }
}

/// Moves that a page does not list, for the script: pieces make them too.
struct Unlisted {
    /// The usual address of the page after a move, before the text of the move.
    before: String,
    /// The rest of it.
    behind: String,
    /// A line for each move that is made by hand: its text, the ways to make it, and its address
    /// unless that is the usual one, with tabs between.
    lines: Option<String>,
}

impl Unlisted {
    fn new(shown: &Shown, event: &AnyEvent, plays: &[&AnyPlay]) -> Self {
        let chance = event.chance.as_deref();
        let usual = shown.place.with(chance, "~").address("/position");
        let (before, behind) = usual.rsplit_once('~').unwrap_or_default();
        let line = |play: &&AnyPlay| {
            let (action, address) = (&play.action, shown.after(chance, play));
            let middle = address.strip_prefix(before).and_then(|rest| rest.strip_suffix(behind));
            let own = if middle == Some(action) { String::new() } else { format!("\t{address}") };
            Some(format!("{action}\t{}{own}", parts(play)?))
        };
        let lines: Vec<String> = plays.iter().filter_map(line).collect();
        let lines = (!lines.is_empty()).then(|| lines.join("\n"));
        Unlisted { before: before.to_owned(), behind: behind.to_owned(), lines }
    }
}

/// Renders the first moves of an event, up to `limit`, each written by `written`, with their values
/// unless these are hidden. The game's own words are `phrases`.
pub(super) fn table(
    texts: &Texts,
    phrases: &[Phrase],
    event: &AnyEvent,
    is_hidden: bool,
    limit: usize,
    written: impl Fn(&AnyPlay) -> Markup,
) -> Markup {
    let first = event.plays.first().and_then(|play| play.value.as_ref());
    let first = first.filter(|_| !is_hidden);
    let best = expected(first);
    let score = |value: Option<&Fields>| value?.rating().map(|score| score.number);
    let best_score = score(first);
    let has_records = !is_hidden && event.plays.iter().any(|play| play.recorded.is_some());
    html! {
        div.scroll tabindex="0" role="region" aria-label=(texts.moves) {
            table.moves {
                thead { tr {
                    th scope="col" { (texts.play) }
                    @if best.is_some() {
                        th.number.as-percent scope="col" { (texts.chance_of_winning) }
                        th.number.as-points scope="col" { (texts.value) }
                        th.number scope="col" { (texts.loss) }
                    } @else {
                        @for field in listed(first) {
                            th.number[is_number(field)] scope="col" {
                                (texts.say(phrases, &name(field)))
                            }
                        }
                        @if best_score.is_some() { th.number scope="col" { (texts.loss) } }
                    }
                    @if has_records { th scope="col" { (texts.recorded_status) } }
                } }
                tbody {
                    @for play in in_order(event, is_hidden).into_iter().take(limit) {
                        @let value = play.value.as_ref().filter(|_| !is_hidden);
                        @let is_best = value.is_some() && play.rank == 0;
                        tr class=[is_best.then_some("best")] style=[shade(value)] {
                            td { (written(play)) }
                            (cells(best, first, value, |text| texts.say(phrases, text)))
                            @if let (None, Some(most)) = (best, best_score) {
                                td.number { (loss(most, score(value))) }
                            }
                            @if has_records { (recorded::cell(texts, play.recorded)) }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the moves best first, or in an order that does not reveal values.
fn in_order(event: &AnyEvent, is_hidden: bool) -> Vec<&AnyPlay> {
    let mut plays: Vec<&AnyPlay> = event.plays.iter().collect();
    if is_hidden {
        plays.sort_by(|one, other| one.action.cmp(&other.action));
    }
    plays
}

/// Returns the ways to make a move by hand, each with its parts, for the script.
pub(super) fn parts(play: &AnyPlay) -> Option<String> {
    let way =
        |way: &Vec<MovePart>| way.iter().map(MovePart::to_string).collect::<Vec<_>>().join(" ");
    (!play.ways.is_empty()).then(|| play.ways.iter().map(way).collect::<Vec<_>>().join("|"))
}

fn listed(value: Option<&Fields>) -> impl Iterator<Item = &Field> {
    value.into_iter().flatten().filter(|field| field.is_in_lists())
}

/// Returns true if a column of this field has numbers.
fn is_number(field: &Field) -> bool {
    matches!(field.datum, Datum::Number(_) | Datum::Integer(_))
}

/// Formats what a value loses beside the best one.
fn loss(best: f64, value: Option<f64>) -> String {
    match value {
        Some(value) if value < best => format!("{:.4}", best - value),
        Some(_) => "–".to_owned(),
        None => "?".to_owned(),
    }
}

/// Renders the value of a move: as a chance of winning if values are expected results.
fn cells(
    best: Option<[f64; 3]>,
    first: Option<&Fields>,
    value: Option<&Fields>,
    said: impl Fn(&str) -> String,
) -> Markup {
    html! {
        @match (best, expected(value)) {
            (Some([best, ..]), Some([value, lower, upper])) => {
                td.number.as-percent { (percent(value)) }
                td.number.as-points title=(format!("{lower:+.10} … {upper:+.10}")) {
                    (format!("{value:+.4}"))
                }
                td.number data-loss=[(value < best).then_some(best - value)] {
                    (loss(best, Some(value)))
                }
            }
            (Some(_), None) => {
                td.number.as-percent { "?" } td.number.as-points { "?" } td.number { "?" }
            }
            (None, _) => {
                @for field in listed(value) {
                    td.number[is_number(field)] {
                        (said(&field.short_text().unwrap_or_default()))
                    }
                }
                // Missing values leave empty cells, so that later columns stay aligned.
                @if value.is_none() { @for _ in listed(first) { td {} } }
            }
        }
    }
}
