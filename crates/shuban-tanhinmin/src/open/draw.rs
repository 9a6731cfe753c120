//! Hands of ranks as a picture.

use super::notation::format_open;
use super::rules::OpenRules;
use super::table::OpenTable;
use crate::picture::{HandRow, HandsPicture};

/// A row of cards for each player, from the one to lead or whose cards lie; these stand to the
/// right of the first row. Eights are marked with `*`, and whoever is to move is marked.
pub(crate) fn picture(rules: &OpenRules, table: &OpenTable) -> HandsPicture {
    let players = rules.players();
    let table = table.rotated(table.first(), players);
    let winner = table.winner(players);
    let turn = table.turn(players);
    let name = |rank: u8| format!("{rank}{}", if table.eights() == Some(rank) { "*" } else { "" });
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
    let revolution = if table.is_revolution() { "; revolution" } else { "" };
    let status = match (winner, table.trick()) {
        (Some(winner), _) => format!("player {} was out first", winner + 1),
        // Eights clear the table, and who played them leads again.
        (None, Some(trick)) if table.eights() != Some(trick.rank) => {
            format!("player {} to answer {}x{}{revolution}", turn + 1, name(trick.rank), trick.size)
        }
        (None, _) => format!("player {} to lead{revolution}", turn + 1),
    };
    HandsPicture {
        game: rules.name(),
        position: format_open(rules, &table),
        rows: (0..players).map(row).collect(),
        lying: lying.unwrap_or_default(),
        status,
    }
}

#[cfg(test)]
mod tests {
    use shuban_core::{Game, Medium};

    use super::*;
    use crate::open::OpenDaihinmin;

    #[test]
    fn sets_are_drawn_card_by_card() {
        let rules = OpenRules::new(3).unwrap();
        let game = OpenDaihinmin { rules };
        let table = game.parse("1,3*|2,4|3*,4 on 1x2 passed 2").unwrap();
        let text =
            |table: &OpenTable| picture(&rules, table).drawn(Medium::Terminal { colour: false });
        let drawn = text(&table);
        assert!(drawn.contains(" 1 │ 1│3*│      │ 1│ 1│"), "{drawn}");
        assert!(drawn.ends_with("player 3 to answer 1x2"), "{drawn}");
        let svg = picture(&rules, &table).drawn(Medium::Svg);
        assert_eq!(svg.matches("class=\"card\"").count(), 6);
        assert_eq!(svg.matches("class=\"card lying\"").count(), 2);
        assert_eq!(svg.matches(">passed<").count(), 1);
        let led = game.parse("1,3*|2,4|3*,4 on 3*x1 revolution").unwrap();
        assert!(text(&led).ends_with("player 1 to lead; revolution"));
        let over = game.parse("|2,4|3*,4 on 1x1").unwrap();
        assert!(text(&over).ends_with("player 1 was out first"));
    }
}
