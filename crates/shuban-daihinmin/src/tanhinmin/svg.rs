//! Hands of cards drawn as a picture.

use std::fmt::Write;

use super::draw::{put, status};
use super::notation::format_table;
use super::rules::Rules;
use super::table::Table;

// Everything in pixels, whole numbers only, so that the same position gives the same bytes.
const CARD: usize = 54;
const HEIGHT: usize = 76;
/// From one card of a hand to the next.
const STEP: usize = 46;
const ROW: usize = HEIGHT + 22;
const MARGIN: usize = 20;
const NAME: usize = 96;
const GAP: usize = 44;
const CAPTION: usize = 40;

const STYLE: &str = "\
text{font-family:'Helvetica Neue',Helvetica,Arial,sans-serif}\
.card{fill:#fdfaf2;stroke:#8d8371;stroke-width:1.5}\
.lying{stroke:#c9503a;stroke-width:3}\
.strength{font-size:26px;font-weight:700;fill:#26324a;text-anchor:middle}\
.corner{font-size:12px;fill:#26324a}\
.name{font-size:16px;fill:#f3efe2}\
.turn{font-weight:700;fill:#ffd98a}\
.caption{font-size:17px;fill:#2b3327;text-anchor:middle}";

/// Draws a position as an SVG document: a row of cards for each player, from the one to lead or whose card lies;
/// that card stands to the right of the first row. Whoever is to move is marked.
pub fn draw_svg(rules: &Rules, table: &Table) -> String {
    let table = table.rotated(table.first(), rules.players());
    let players = rules.players();
    let widest = (0..players).map(|seat| table.hand(seat).len()).max().unwrap_or_default();
    let cards = NAME + widest.max(1) * STEP + CARD - STEP;
    let width = (2 * MARGIN + cards + GAP + CARD).max(420);
    let felt = 2 * MARGIN + players * ROW - (ROW - HEIGHT);
    let height = felt + CAPTION;
    let mut svg = String::new();
    put!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n"
    );
    // Names and positions are made of letters, digits and marks that XML leaves alone.
    put!(svg, "<title>{} {}</title>\n<style>{STYLE}</style>\n", rules.name(), format_table(rules, &table));
    put!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"#f4f1e6\"/>\n");
    put!(svg, "<rect width=\"{width}\" height=\"{felt}\" rx=\"10\" fill=\"#3d6b4f\"/>\n");
    let turn = table.outcome(rules).is_none().then(|| table.turn(players));
    for seat in 0..players {
        let y = MARGIN + seat * ROW;
        let class = if turn == Some(seat) { "name turn" } else { "name" };
        let middle = y + HEIGHT / 2;
        put!(svg, "<text class=\"{class}\" x=\"{MARGIN}\" y=\"{middle}\">Player {}</text>\n", seat + 1);
        let passed = table.trick().is_some_and(|trick| trick.passed.contains(seat));
        let note = match (table.place(seat), passed) {
            (Some(place), _) => format!("out: {place}"),
            (None, true) => "passed".to_owned(),
            (None, false) => String::new(),
        };
        if !note.is_empty() {
            put!(svg, "<text class=\"name\" x=\"{MARGIN}\" y=\"{}\">{note}</text>\n", middle + 20);
        }
        for (place, &strength) in table.hand(seat).iter().enumerate() {
            card(&mut svg, MARGIN + NAME + place * STEP, y, strength, "card");
        }
    }
    if let Some(trick) = table.trick() {
        card(&mut svg, width - MARGIN - CARD, MARGIN, trick.card, "card lying");
    }
    let (x, y) = (width / 2, felt + CAPTION / 2);
    put!(
        svg,
        "<text class=\"caption\" x=\"{x}\" y=\"{y}\" dy=\".35em\">{}</text>\n</svg>\n",
        status(rules, &table)
    );
    svg
}

fn card(svg: &mut String, x: usize, y: usize, strength: u8, class: &str) {
    put!(
        svg,
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{CARD}\" height=\"{HEIGHT}\" rx=\"6\"/>\n"
    );
    put!(svg, "<text class=\"corner\" x=\"{}\" y=\"{}\">{strength}</text>\n", x + 6, y + 15);
    let (x, y) = (x + CARD / 2, y + HEIGHT / 2);
    put!(svg, "<text class=\"strength\" x=\"{x}\" y=\"{y}\" dy=\".35em\">{strength}</text>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tanhinmin::{draw_table, parse_table};

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
