//! Ledger records of a position, and of the moves from it.

use maud::{Markup, html};
use shuban_catalog::proof::{LedgerRow, ProofQuestion, ProofStanding};
use shuban_core::text::grouped;

use super::shown::Shown;
use super::texts::Texts;

/// Returns a standing in words.
fn words(texts: &Texts, standing: ProofStanding) -> &'static str {
    match standing.name() {
        Some("first") => texts.first_wins,
        Some("first-or-draw") => texts.first_wins_or_draws,
        Some("draw") => texts.draw,
        Some("second-or-draw") => texts.second_wins_or_draws,
        Some("second") => texts.second_wins,
        _ => texts.unknown,
    }
}

/// Renders the records of the position, and their basis.
pub(super) fn recorded(texts: &Texts, shown: &Shown) -> Markup {
    let Some(recorded) = shown.answer.recorded.as_ref().filter(|_| !shown.is_hidden()) else {
        return html! {};
    };
    html! {
        section.recorded aria-label=(texts.recorded) {
            @if !recorded.rows.is_empty() {
                p.standing { strong { (words(texts, recorded.standing)) } " (" (texts.recorded) ")" }
                @for row in &recorded.rows { (answer(texts, row)) }
            }
            p.note { (texts.recorded_how) }
        }
    }
}

/// Renders one record, with the effort of its search.
fn answer(texts: &Texts, row: &LedgerRow) -> Markup {
    let question = match row.question {
        ProofQuestion::DrawOrBetter => texts.asked_draw,
        ProofQuestion::Win => texts.asked_win,
    };
    let result = if row.result.is_yes() { texts.yes } else { texts.no };
    let (nodes, seconds) = (grouped(row.nodes), format!("{:.1}", row.seconds));
    let effort = format!("{nodes} {} · {seconds} {}", texts.nodes, texts.seconds);
    html! {
        details.answer {
            summary {
                (question) " " strong { (result) } " · "
                // The last step alone says nothing of the effort.
                @if row.leaves > 0 { (texts.other_answers) " " (row.leaves) } @else { (effort) }
            }
            dl.facts {
                dt { (texts.resting) }
                dd {
                    @if row.leaves == 0 { (texts.own_search) }
                    @else { (texts.other_answers) " " (row.leaves) " (" (effort) ")" }
                }
                @if let Some(within) = &row.within {
                    dt { (texts.found_within) }
                    dd { (within) }
                }
                dt { (texts.command) }
                dd { code { (row.command) } }
                dt { (texts.program) }
                dd { (row.program) }
            }
        }
    }
}

/// Renders the record after a move, as a cell of the table of moves.
pub(super) fn cell(texts: &Texts, recorded: Option<ProofStanding>) -> Markup {
    html! {
        td.recorded {
            @if let Some(standing) = recorded {
                (words(texts, standing)) " (" (texts.recorded) ")"
            }
        }
    }
}
