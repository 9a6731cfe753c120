//! Hands of cards as a picture, for a terminal or as an SVG document: all games of open hands are
//! drawn so.

use shuban_core::{Medium, Svg};

/// A row of cards for each player, from the one to lead or whose cards lie.
pub(crate) struct HandsPicture {
    /// The game's name.
    pub(crate) game: String,
    /// The text of the position.
    pub(crate) position: String,
    /// Everybody's hand.
    pub(crate) rows: Vec<HandRow>,
    /// The cards that lie, which stand to the right of the first row.
    pub(crate) lying: Vec<String>,
    /// What is to happen next.
    pub(crate) status: String,
}

/// A player's hand.
pub(crate) struct HandRow {
    /// The names of the cards, at most three characters each.
    pub(crate) cards: Vec<String>,
    /// The place at which the player has gone out.
    pub(crate) place: Option<usize>,
    /// Whether the player has passed.
    pub(crate) has_passed: bool,
    /// Whether it is this player's turn.
    pub(crate) is_turn: bool,
}

impl HandsPicture {
    pub(crate) fn drawn(&self, medium: Medium) -> String {
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

    /// Whoever is to move is marked.
    fn svg(&self) -> String {
        let widest = self.rows.iter().map(|row| row.cards.len()).max().unwrap_or_default();
        let cards = NAME + widest.max(1) * STEP + CARD - STEP;
        let lying = CARD + self.lying.len().saturating_sub(1) * STEP;
        let width = (2 * MARGIN + cards + GAP + lying).max(420);
        let felt = 2 * MARGIN + self.rows.len() * ROW - (ROW - HEIGHT);
        let mut svg = Svg::new(width, felt);
        svg.style(STYLE);
        svg.element(format_args!(
            r##"rect width="{width}" height="{felt}" rx="10" fill="#3d6b4f""##
        ));
        for (seat, row) in self.rows.iter().enumerate() {
            let y = MARGIN + seat * ROW;
            let class = if row.is_turn { "name turn" } else { "name" };
            let middle = y + HEIGHT / 2;
            svg.text(class, MARGIN, middle, &format!("Player {}", seat + 1));
            match (row.place, row.has_passed) {
                (Some(place), _) => svg.text("name", MARGIN, middle + 20, &format!("out: {place}")),
                (None, true) => svg.text("name", MARGIN, middle + 20, "passed"),
                (None, false) => {}
            }
            for (place, name) in row.cards.iter().enumerate() {
                card(&mut svg, MARGIN + NAME + place * STEP, y, name, "card");
            }
        }
        for (place, name) in self.lying.iter().enumerate() {
            card(&mut svg, width - MARGIN - lying + place * STEP, MARGIN, name, "card lying");
        }
        svg.caption(&self.game, &self.position, &self.status);
        svg.finish()
    }
}

// Everything in pixels.
const CARD: usize = 54;
const HEIGHT: usize = 76;
/// From one card of a hand to the next.
const STEP: usize = 46;
const ROW: usize = HEIGHT + 22;
const MARGIN: usize = 20;
const NAME: usize = 96;
const GAP: usize = 44;

const STYLE: &str = "\
.card{fill:#fdfaf2;stroke:#8d8371;stroke-width:1.5}\
.lying{stroke:#c9503a;stroke-width:3}\
.strength{font-size:26px;font-weight:700;fill:#26324a}\
.corner{font-size:12px;fill:#26324a;text-anchor:start}\
.name{font-size:16px;fill:#f3efe2;text-anchor:start}\
.turn{font-weight:700;fill:#ffd98a}";

fn card(svg: &mut Svg, x: usize, y: usize, name: &str, class: &str) {
    svg.element(format_args!(
        r#"rect class="{class}" x="{x}" y="{y}" width="{CARD}" height="{HEIGHT}" rx="6""#
    ));
    svg.text("corner", x + 6, y + 11, name);
    svg.text("strength", x + CARD / 2, y + HEIGHT / 2, name);
}
