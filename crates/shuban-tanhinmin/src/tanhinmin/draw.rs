//! Hands of cards drawn for a terminal, and as a picture.

use super::notation::format_table;
use super::rules::Rules;
use super::table::Table;
use crate::picture::{Picture, Row};

/// Draws a position: a row of cards for each player, from the one to lead or whose card lies, and what is to
/// happen.
///
/// ```
/// use shuban_core::Game;
/// use shuban_tanhinmin::{Rules, Tanhinmin, draw_table};
///
/// let game = Tanhinmin::new(Rules::new(3)?);
/// let table = game.parse("1,10|2|4,6,8 on 3").unwrap();
/// let drawn = draw_table(&game.rules, &table);
/// let lines: Vec<&str> = drawn.lines().collect();
/// assert_eq!(lines[1], " 1 │ 1│10│      │ 3│");
/// assert_eq!(lines[9], "player 2 to answer 3");
/// # Ok::<_, shuban_tanhinmin::RulesError>(())
/// ```
pub fn draw_table(rules: &Rules, table: &Table) -> String {
    picture(rules, table).text()
}

/// Draws a position as an SVG document: a row of cards for each player, from the one to lead or whose card lies;
/// that card stands to the right of the first row. Whoever is to move is marked.
pub fn draw_svg(rules: &Rules, table: &Table) -> String {
    picture(rules, table).svg()
}

fn picture(rules: &Rules, table: &Table) -> Picture {
    let players = rules.players();
    let table = table.rotated(table.first(), players);
    let turn = table.outcome(rules).is_none().then(|| table.turn(players));
    let row = |seat| Row {
        cards: table.hand(seat).iter().map(u8::to_string).collect(),
        place: table.place(seat),
        has_passed: table.trick().is_some_and(|trick| trick.passed.contains(seat)),
        is_turn: turn == Some(seat),
    };
    Picture {
        title: format!("{} {}", rules.name(), format_table(rules, &table)),
        rows: (0..players).map(row).collect(),
        lying: table.trick().map(|trick| trick.card.to_string()).into_iter().collect(),
        status: status(rules, &table),
    }
}

/// What is to happen next; players are counted from the table's seat 0.
fn status(rules: &Rules, table: &Table) -> String {
    let turn = table.turn(rules.players()) + 1;
    if table.outcome(rules).is_some() {
        let winner = (0..rules.players()).find(|&seat| table.place(seat) == Some(1)).unwrap_or_default();
        return format!("player {} was out first", winner + 1);
    }
    let Some(trick) = table.trick() else { return format!("player {turn} to lead") };
    let passed: Vec<String> = trick.passed.iter().map(|seat| (seat + 1).to_string()).collect();
    let passed = if passed.is_empty() { String::new() } else { format!("; passed: {}", passed.join(", ")) };
    format!("player {turn} to answer {}{passed}", trick.card)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tanhinmin::parse_table;

    fn drawn(rules: &Rules, text: &str) -> String {
        let table = parse_table(rules, text).unwrap();
        draw_table(rules, &table) + &draw_svg(rules, &table)
    }

    #[test]
    fn positions_are_drawn() {
        let four = Rules::new(4).unwrap().distinct();
        insta::assert_snapshot!("deal", drawn(&four, "1,3,10|2|4,6,8|5,7,9"));
        let places = Rules::new(3).unwrap().with_points(&[2, 1, 0]).unwrap();
        insta::assert_snapshot!("trick", drawn(&places, "4,4,12|#1|5,7 on 6"));
        insta::assert_snapshot!("over", drawn(&Rules::new(3).unwrap(), "#1|2|3,3 on 2 passed 2"));
    }

    #[test]
    fn a_picture_shows_every_card_once() {
        let three = Rules::new(3).unwrap();
        let table = parse_table(&three, "1,3,5,5,5|2,4|2,2,6 on 1 passed 3").unwrap();
        let svg = draw_svg(&three, &table);
        assert_eq!(svg.matches("class=\"card\"").count(), 10);
        assert_eq!(svg.matches("class=\"card lying\"").count(), 1);
        assert!(svg.contains(">passed<"));
    }
}
