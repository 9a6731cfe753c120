//! Hands of cards as a picture, for a terminal or as an SVG document: all games of open hands are drawn so.

use std::fmt::Write;

/// Appends formatted text; writing to a string cannot fail.
macro_rules! put {
    ($text:expr, $($format:tt)*) => {
        write!($text, $($format)*).expect("a string takes everything")
    };
}

/// A row of cards for each player, from the one to lead or whose cards lie.
pub(crate) struct Picture {
    /// The game and the position, made of letters, digits and marks that XML leaves alone.
    pub(crate) title: String,
    /// Everybody's hand.
    pub(crate) rows: Vec<Row>,
    /// The cards that lie, which stand to the right of the first row.
    pub(crate) lying: Vec<String>,
    /// What is to happen next.
    pub(crate) status: String,
}

/// A player's hand.
pub(crate) struct Row {
    /// The names of the cards, at most three characters each.
    pub(crate) cards: Vec<String>,
    /// The place at which the player has gone out.
    pub(crate) place: Option<usize>,
    /// Whether the player has passed.
    pub(crate) has_passed: bool,
    /// Whether it is this player's turn.
    pub(crate) is_turn: bool,
}

impl Picture {
    /// For a terminal.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let wide = |cards: &[String]| cards.iter().map(|card| card.chars().count()).max().unwrap_or(0).max(2);
        let width = wide(&self.lying).max(self.rows.iter().map(|row| wide(&row.cards)).max().unwrap_or(0));
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
            put!(text, "{}\n", format!("   {}", line(&|_| format!("┌{edge}"), "┐")).trim_end());
            put!(text, "{}\n", format!(" {} {middle}", seat + 1).trim_end());
            put!(text, "{}\n", format!("   {}", line(&|_| format!("└{edge}"), "┘")).trim_end());
        }
        put!(text, "{}\n", self.status);
        text
    }

    /// As an SVG document. Whoever is to move is marked.
    pub(crate) fn svg(&self) -> String {
        let widest = self.rows.iter().map(|row| row.cards.len()).max().unwrap_or_default();
        let cards = NAME + widest.max(1) * STEP + CARD - STEP;
        let lying = CARD + self.lying.len().saturating_sub(1) * STEP;
        let width = (2 * MARGIN + cards + GAP + lying).max(420);
        let felt = 2 * MARGIN + self.rows.len() * ROW - (ROW - HEIGHT);
        let height = felt + CAPTION;
        let mut svg = String::new();
        put!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n"
        );
        put!(svg, "<title>{}</title>\n<style>{STYLE}</style>\n", self.title);
        put!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"#f4f1e6\"/>\n");
        put!(svg, "<rect width=\"{width}\" height=\"{felt}\" rx=\"10\" fill=\"#3d6b4f\"/>\n");
        for (seat, row) in self.rows.iter().enumerate() {
            let y = MARGIN + seat * ROW;
            let class = if row.is_turn { "name turn" } else { "name" };
            let middle = y + HEIGHT / 2;
            put!(svg, "<text class=\"{class}\" x=\"{MARGIN}\" y=\"{middle}\">Player {}</text>\n", seat + 1);
            let note = match (row.place, row.has_passed) {
                (Some(place), _) => format!("out: {place}"),
                (None, true) => "passed".to_owned(),
                (None, false) => String::new(),
            };
            if !note.is_empty() {
                put!(svg, "<text class=\"name\" x=\"{MARGIN}\" y=\"{}\">{note}</text>\n", middle + 20);
            }
            for (place, name) in row.cards.iter().enumerate() {
                card(&mut svg, MARGIN + NAME + place * STEP, y, name, "card");
            }
        }
        for (place, name) in self.lying.iter().enumerate() {
            card(&mut svg, width - MARGIN - lying + place * STEP, MARGIN, name, "card lying");
        }
        let (x, y) = (width / 2, felt + CAPTION / 2);
        put!(
            svg,
            "<text class=\"caption\" x=\"{x}\" y=\"{y}\" dy=\".35em\">{}</text>\n</svg>\n",
            self.status
        );
        svg
    }
}

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

fn card(svg: &mut String, x: usize, y: usize, name: &str, class: &str) {
    put!(
        svg,
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{CARD}\" height=\"{HEIGHT}\" rx=\"6\"/>\n"
    );
    put!(svg, "<text class=\"corner\" x=\"{}\" y=\"{}\">{name}</text>\n", x + 6, y + 15);
    let (x, y) = (x + CARD / 2, y + HEIGHT / 2);
    put!(svg, "<text class=\"strength\" x=\"{x}\" y=\"{y}\" dy=\".35em\">{name}</text>\n");
}
