//! Hands of cards as a picture, for a terminal or as an SVG document: the drawing of all games of
//! open hands.

use std::fmt::Display;

use shuban_core::Medium;
use shuban_core::drawing::Svg;

/// A row of cards for each player, from the one to lead or whose cards lie.
pub struct HandsPicture {
    /// The game's name.
    pub game: String,
    /// The text of the position.
    pub position: String,
    /// Hands of all players.
    pub rows: Vec<HandRow>,
    /// The lying cards, which stand to the right of the first row.
    pub lying: Vec<String>,
    /// True if the player to move may pass.
    pub may_pass: bool,
    /// The next action.
    pub status: String,
}

/// The part that is touched to pass.
pub const PASS: &str = "pass";

/// The part of the lying cards.
pub(crate) const TABLE: &str = "table";

/// The part that is touched to play a card: the player as pictures count them, from 1, and the
/// card. The player's number alone is the part of the whole hand.
pub fn card_part(player: usize, card: impl Display) -> String {
    format!("{player}:{card}")
}

/// A player's hand.
pub struct HandRow {
    /// The names of the cards, at most three characters each.
    pub cards: Vec<String>,
    /// The place at which the player has gone out.
    pub place: Option<usize>,
    /// True if the player has passed.
    pub has_passed: bool,
    /// True if it is this player's turn.
    pub is_turn: bool,
}

impl HandsPicture {
    /// The picture in a medium.
    pub fn drawn(&self, medium: Medium) -> String {
        match medium {
            Medium::Terminal { .. } => self.text(),
            Medium::Svg => self.svg(),
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let wide = |cards: &[String]| {
            cards.iter().map(|card| card.chars().count()).max().unwrap_or(0).max(2)
        };
        let width =
            wide(&self.lying).max(self.rows.iter().map(|row| wide(&row.cards)).max().unwrap_or(0));
        for (seat, row) in self.rows.iter().enumerate() {
            let lying: &[String] = if seat == 0 { &self.lying } else { &[] };
            let gap = if lying.is_empty() || row.cards.is_empty() { "" } else { "      " };
            let line = |card: &dyn Fn(&str) -> String, end: &str| {
                let cards = |cards: &[String]| match cards.is_empty() {
                    true => String::new(),
                    false => cards.iter().map(|name| card(name)).collect::<String>() + end,
                };
                format!("{}{gap}{}", cards(&row.cards), cards(lying))
            };
            let mark = row.place.map(|place| format!("(out: {place})")).unwrap_or_default();
            let middle = format!("{}{mark}", line(&|name| format!("│{name:>width$}"), "│"));
            let edge = "─".repeat(width);
            for line in [
                format!("   {}", line(&|_| format!("┌{edge}"), "┐")),
                format!(" {} {middle}", seat + 1),
                format!("   {}", line(&|_| format!("└{edge}"), "┘")),
            ] {
                text += line.trim_end();
                text.push('\n');
            }
        }
        text + &self.status
    }

    /// The player to move is marked. Hands and their cards are parts, cards that are alike with one
    /// name; so are the table, and the pass where it can be chosen.
    fn svg(&self) -> String {
        let widest = self.rows.iter().map(|row| row.cards.len()).max().unwrap_or_default();
        let cards = NAME + widest.max(1) * STEP + CARD - STEP;
        let lying = CARD + self.lying.len().saturating_sub(1) * STEP;
        let width = (2 * MARGIN + cards + GAP + lying.max(BUTTON)).max(420);
        let felt = 2 * MARGIN + self.rows.len() * ROW - (ROW - HEIGHT);
        let mut svg = Svg::new(width, felt);
        svg.style(STYLE);
        svg.element(format_args!(r#"rect class="felt" width="{width}" height="{felt}" rx="12""#));
        let lying_at = width - MARGIN - lying;
        svg.part(TABLE, TABLE, |svg| {
            let left = cards + 2 * MARGIN;
            svg.area(left, 0, width - left, felt);
        });
        for (seat, row) in self.rows.iter().enumerate() {
            let y = MARGIN + seat * ROW;
            if row.is_turn {
                let (top, wide, high) = (y - 8, cards + 2 * (MARGIN - 8), HEIGHT + 16);
                let place = format!(r#"x="8" y="{top}" width="{wide}" height="{high}""#);
                svg.element(format_args!(r#"rect class="turn-row" {place} rx="10""#));
            }
            let player = seat + 1;
            svg.part(&player.to_string(), &format!("player {player}"), |svg| {
                svg.area(MARGIN, y, cards, HEIGHT);
            });
            draw_row(&mut svg, player, row, y);
        }
        for (place, name) in self.lying.iter().enumerate() {
            card(&mut svg, lying_at + place * STEP, MARGIN, name, "card lying");
        }
        if self.may_pass {
            // Beside the hand, unless cards lie there.
            let turn = self.rows.iter().position(|row| row.is_turn).unwrap_or_default();
            let y = MARGIN + turn.max(1) * ROW + (HEIGHT - BUTTON / 2) / 2;
            let (x, high) = (width - MARGIN - BUTTON, BUTTON / 2);
            svg.part(PASS, PASS, |svg| {
                let place = format!(r#"x="{x}" y="{y}" width="{BUTTON}" height="{high}""#);
                svg.element(format_args!(r#"rect class="button" {place} rx="10""#));
                svg.text("pass", x + BUTTON / 2, y + high / 2, PASS);
            });
        }
        svg.caption(&self.game, &self.position, &self.status);
        svg.finish()
    }
}

/// A player's name and cards.
fn draw_row(svg: &mut Svg, player: usize, row: &HandRow, y: usize) {
    let class = if row.is_turn { "name turn" } else { "name" };
    let middle = y + HEIGHT / 2;
    let note = match (row.place, row.has_passed) {
        (Some(place), _) => Some(format!("out: {place}")),
        (None, true) => Some("passed".to_owned()),
        (None, false) => None,
    };
    let name_at = if note.is_some() { middle - 10 } else { middle };
    svg.text(class, MARGIN, name_at, &format!("Player {player}"));
    if let Some(note) = note {
        svg.text("name note", MARGIN, middle + 12, &note);
    }
    for (place, name) in row.cards.iter().enumerate() {
        let part = card_part(player, name.trim_end_matches('*'));
        svg.part(&part, &format!("player {player}: {name}"), |svg| {
            card(svg, MARGIN + NAME + place * STEP, y, name, "card");
        });
    }
}

// Lengths in pixels.
const CARD: usize = 54;
const HEIGHT: usize = 76;
/// Distance from one card of a hand to the next.
const STEP: usize = 46;
const ROW: usize = HEIGHT + 22;
const MARGIN: usize = 20;
const NAME: usize = 96;
const GAP: usize = 44;
/// The width of the button that passes.
const BUTTON: usize = 76;

const STYLE: &str = "\
.felt{fill:#3c664d}\
.turn-row{fill:#487659}\
.card{fill:#fdfaf2;stroke:#8d8371;stroke-width:1.5}\
.lying{stroke:#d98a3d;stroke-width:3}\
.button{fill:#2f5340;stroke:#a9c2b0;stroke-width:1.5}\
.pass{font-size:16px;fill:#f3efe2}\
.strength{font-size:26px;font-weight:700;fill:#26324a}\
.corner{font-size:12px;fill:#26324a;text-anchor:start}\
.red{fill:#a3212b}\
.name{font-size:16px;fill:#f3efe2;text-anchor:start}\
.note{font-size:14px;fill:#c6d5c8}\
.turn{font-weight:700;fill:#ffd98a}";

fn card(svg: &mut Svg, x: usize, y: usize, name: &str, class: &str) {
    svg.element(format_args!(
        r#"rect class="{class}" x="{x}" y="{y}" width="{CARD}" height="{HEIGHT}" rx="6""#
    ));
    let suit = if name.starts_with(['♥', '♦']) { " red" } else { "" };
    svg.text(&format!("corner{suit}"), x + 6, y + 11, name);
    svg.text(&format!("strength{suit}"), x + CARD / 2, y + HEIGHT / 2, name);
}
