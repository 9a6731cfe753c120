//! Hands of cards drawn for a terminal, and as a picture.

use super::notation::format_open;
use super::rules::OpenRules;
use super::table::OpenTable;
use crate::picture::{Picture, Row};

/// Draws a position: a row of cards for each player, from the one to lead or whose cards lie, and what is to
/// happen. Eights are marked with `*`.
pub fn draw_open(rules: &OpenRules, table: &OpenTable) -> String {
    picture(rules, table).text()
}

/// Draws a position as an SVG document; what lies stands to the right of the first row. Whoever is to move is
/// marked.
pub fn draw_open_svg(rules: &OpenRules, table: &OpenTable) -> String {
    picture(rules, table).svg()
}

fn picture(rules: &OpenRules, table: &OpenTable) -> Picture {
    let players = rules.players();
    let table = table.rotated(table.first(), players);
    let winner = table.winner(players);
    let turn = table.turn(players);
    let name = |rank: u8| format!("{rank}{}", if table.eights() == Some(rank) { "*" } else { "" });
    let row = |seat: usize| Row {
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
    Picture {
        title: format!("{} {}", rules.name(), format_open(rules, &table)),
        rows: (0..players).map(row).collect(),
        lying: lying.unwrap_or_default(),
        status,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open::parse_open;

    #[test]
    fn sets_are_drawn_card_by_card() {
        let rules = OpenRules::new(3).unwrap();
        let table = parse_open(&rules, "1,3*|2,4|3*,4 on 1x2 passed 2").unwrap();
        let drawn = draw_open(&rules, &table);
        assert!(drawn.contains(" 1 │ 1│3*│      │ 1│ 1│"), "{drawn}");
        assert!(drawn.ends_with("player 3 to answer 1x2\n"), "{drawn}");
        let svg = draw_open_svg(&rules, &table);
        assert_eq!(svg.matches("class=\"card\"").count(), 6);
        assert_eq!(svg.matches("class=\"card lying\"").count(), 2);
        assert_eq!(svg.matches(">passed<").count(), 1);
        let led = parse_open(&rules, "1,3*|2,4|3*,4 on 3*x1 revolution").unwrap();
        assert!(draw_open(&rules, &led).ends_with("player 1 to lead; revolution\n"));
        let over = parse_open(&rules, "|2,4|3*,4 on 1x1").unwrap();
        assert!(draw_open(&rules, &over).ends_with("player 1 was out first\n"));
    }
}
