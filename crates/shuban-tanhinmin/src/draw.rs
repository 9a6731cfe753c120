//! Hands of cards as a picture.

use crate::notation::{format_table, player_list, rank_name, trick_name};
use crate::picture::{HandRow, HandsPicture, PASS, card_part};
use crate::rules::CardRules;
use crate::table::{Action, CardTable};

/// A row of cards for each player, from the one to lead or whose cards lie; these stand to the
/// right of the first row. Eights are marked with `*`, and so is the player to move.
pub(crate) fn picture(rules: &CardRules, table: &CardTable) -> HandsPicture {
    let players = rules.players();
    let table = table.rotated(table.first(), players);
    let turn = table.outcome(rules).is_none().then(|| table.turn(players));
    let row = |seat| HandRow {
        cards: table.hand(seat).iter().map(|&rank| rank_name(&table, rank)).collect(),
        place: table.place(seat),
        has_passed: table.trick().is_some_and(|trick| trick.passed.contains(seat)),
        is_turn: turn == Some(seat),
    };
    let lying = table.trick().map(|trick| vec![rank_name(&table, trick.rank); trick.size.into()]);
    HandsPicture {
        game: rules.name(),
        position: format_table(rules, &table),
        rows: (0..players).map(row).collect(),
        lying: lying.unwrap_or_default(),
        may_pass: may_pass(rules, &table),
        status: status(rules, &table),
    }
}

fn may_pass(rules: &CardRules, table: &CardTable) -> bool {
    let mut plays = Vec::new();
    table.plays(rules, &mut plays);
    plays.iter().any(|play| play.action == Action::Pass)
}

/// The parts that are touched to play: a card of the rank in the row of the player to move, once
/// for each.
pub(crate) fn touched(rules: &CardRules, table: &CardTable, action: Action) -> Vec<String> {
    let players = rules.players();
    let row = table.rotated(table.first(), players).turn(players);
    match action {
        Action::Cards { rank, size } => vec![card_part(row + 1, rank); size.into()],
        Action::Pass => vec![PASS.to_owned()],
    }
}

/// Status line: the next action; players are counted from the table's seat 0.
fn status(rules: &CardRules, table: &CardTable) -> String {
    let turn = table.turn(rules.players()) + 1;
    if table.outcome(rules).is_some() {
        let winner =
            (0..rules.players()).find(|&seat| table.place(seat) == Some(1)).unwrap_or_default();
        return format!("player {} was out first", winner + 1);
    }
    let revolution = if table.revolution { "; revolution" } else { "" };
    // Eights clear the table, and their player leads again.
    let Some(trick) = table.trick().filter(|_| !table.is_cut()) else {
        return format!("player {turn} to lead{revolution}");
    };
    let passed = match rules.has_sets() || trick.passed.is_empty() {
        true => String::new(),
        false => format!("; passed: {}", player_list(trick.passed, ", ")),
    };
    format!("player {turn} to answer {}{passed}{revolution}", trick_name(rules, table, &trick))
}
