//! Hands of single cards as a picture.

use super::notation::format_table;
use super::rules::CardRules;
use super::table::{Action, CardTable};
use crate::picture::{HandRow, HandsPicture, PASS, card_part};

/// A row of cards for each player, from the one to lead or whose card lies; that card stands to the
/// right of the first row. Whoever is to move is marked.
pub(crate) fn picture(rules: &CardRules, table: &CardTable) -> HandsPicture {
    let players = rules.players();
    let table = table.rotated(table.first(), players);
    let turn = table.outcome(rules).is_none().then(|| table.turn(players));
    let row = |seat| HandRow {
        cards: table.hand(seat).iter().map(u8::to_string).collect(),
        place: table.place(seat),
        has_passed: table.trick().is_some_and(|trick| trick.passed.contains(seat)),
        is_turn: turn == Some(seat),
    };
    HandsPicture {
        game: rules.name(),
        position: format_table(rules, &table),
        rows: (0..players).map(row).collect(),
        lying: table.trick().map(|trick| trick.card.to_string()).into_iter().collect(),
        may_pass: may_pass(rules, &table),
        status: status(rules, &table),
    }
}

fn may_pass(rules: &CardRules, table: &CardTable) -> bool {
    let mut plays = Vec::new();
    table.plays(rules, &mut plays);
    plays.iter().any(|play| play.action == Action::Pass)
}

/// What is touched to play: the card in the row of whoever is to move.
pub(crate) fn touched(rules: &CardRules, table: &CardTable, action: Action) -> Vec<String> {
    let players = rules.players();
    let row = table.rotated(table.first(), players).turn(players);
    vec![match action {
        Action::Card(card) => card_part(row + 1, card),
        Action::Pass => PASS.to_owned(),
    }]
}

/// What is to happen next; players are counted from the table's seat 0.
fn status(rules: &CardRules, table: &CardTable) -> String {
    let turn = table.turn(rules.players()) + 1;
    if table.outcome(rules).is_some() {
        let winner =
            (0..rules.players()).find(|&seat| table.place(seat) == Some(1)).unwrap_or_default();
        return format!("player {} was out first", winner + 1);
    }
    let Some(trick) = table.trick() else { return format!("player {turn} to lead") };
    let passed: Vec<String> = trick.passed.iter().map(|seat| (seat + 1).to_string()).collect();
    let passed =
        if passed.is_empty() { String::new() } else { format!("; passed: {}", passed.join(", ")) };
    format!("player {turn} to answer {}{passed}", trick.card)
}
