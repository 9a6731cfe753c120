//! Hands of ranks as a picture.

use super::notation::format_open;
use super::rules::OpenRules;
use super::table::{OpenAction, OpenTable};
use crate::picture::{HandRow, HandsPicture, PASS, card_part};

/// A row of cards for each player, from the one to lead or whose cards lie; these stand to the
/// right of the first row. Eights are marked with `*`, and whoever is to move is marked.
pub(crate) fn picture(rules: &OpenRules, table: &OpenTable) -> HandsPicture {
    let players = rules.players();
    let table = table.rotated(table.first(), players);
    let winner = table.winner(players);
    let turn = table.turn(players);
    let name = |rank: u8| format!("{rank}{}", if table.eights == rank { "*" } else { "" });
    let row = |seat: usize| HandRow {
        cards: (1u8..)
            .zip(&table.ranks)
            .flat_map(|(rank, counts)| vec![name(rank); usize::from(counts[seat])])
            .collect(),
        place: (winner == Some(seat)).then_some(1),
        has_passed: table.trick().is_some_and(|trick| trick.passed.contains(seat)),
        is_turn: winner.is_none() && turn == seat,
    };
    let lying = table.trick().map(|trick| vec![name(trick.rank); usize::from(trick.size)]);
    let revolution = if table.revolution { "; revolution" } else { "" };
    let status = match (winner, table.trick()) {
        (Some(winner), _) => format!("player {} was out first", winner + 1),
        // Eights clear the table, and who played them leads again.
        (None, Some(trick)) if table.eights != trick.rank => {
            format!("player {} to answer {}x{}{revolution}", turn + 1, name(trick.rank), trick.size)
        }
        (None, _) => format!("player {} to lead{revolution}", turn + 1),
    };
    HandsPicture {
        game: rules.name(),
        position: format_open(rules, &table),
        rows: (0..players).map(row).collect(),
        lying: lying.unwrap_or_default(),
        may_pass: winner.is_none() && table.trick().is_some_and(|_| !table.is_cut()),
        status,
    }
}

/// What is touched to play: a card of the rank in the row of whoever is to move, once for each.
pub(crate) fn touched(rules: &OpenRules, table: &OpenTable, action: OpenAction) -> Vec<String> {
    let players = rules.players();
    let row = table.rotated(table.first(), players).turn(players);
    match action {
        OpenAction::Set { rank, size } => vec![card_part(row + 1, rank); usize::from(size)],
        OpenAction::Pass => vec![PASS.to_owned()],
    }
}
