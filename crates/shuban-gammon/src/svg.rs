//! A picture of a position.

use std::fmt::Write;

use crate::layout::{Layout, STACK, Side, borne_off, on_point, status};
use crate::notation::format_position;
use crate::position::Position;
use crate::variant::Variant;

// Everything in pixels, whole numbers only, so that the same position gives the same bytes.
const COLUMN: usize = 48;
const BAR: usize = 56;
const TRAY: usize = 60;
const FRAME: usize = 36;
const GAP: usize = 14;
const HALF: usize = 242;
const TRIANGLE: usize = 206;
const DIAMETER: usize = 42;
const SLAB: usize = 11;
const CAPTION: usize = 40;
/// Room for the caption under the smallest boards.
const LEAST_WIDTH: usize = 400;

const STYLE: &str = "\
text{font-family:'Helvetica Neue',Helvetica,Arial,sans-serif;text-anchor:middle}\
.number{font-size:14px;fill:#e9d9bd}\
.count{font-size:18px;font-weight:700}\
.caption{font-size:17px;fill:#33261a}\
.mover{fill:#fbf5e6;stroke:#a58f6c;stroke-width:2}\
.opponent{fill:#3a2a26;stroke:#120b09;stroke-width:2}\
.on-mover{fill:#5a4630}\
.on-opponent{fill:#f5e8d2}";

/// Draws a position as the mover sees it, as an SVG document: the mover's light checkers move to the
/// bottom right, the opponent's dark ones to the top right; a checker on the bar stands in the half
/// where it enters; at the right what has been borne off. Points are numbered as the mover counts.
pub fn draw_svg(variant: &Variant, position: &Position) -> String {
    let layout = Layout::new(variant);
    let picture = Picture { variant, position, layout, svg: String::new() };
    picture.draw()
}

struct Picture<'a> {
    variant: &'a Variant,
    position: &'a Position,
    layout: Layout,
    svg: String,
}

/// Appends formatted text; writing to a string cannot fail.
macro_rules! put {
    ($picture:expr, $($text:tt)*) => {
        writeln!($picture.svg, $($text)*).expect("a string takes everything")
    };
}

impl Picture<'_> {
    fn draw(mut self) -> String {
        let board = self.layout.columns * COLUMN + BAR;
        let width = (FRAME + board + GAP + TRAY + GAP).max(LEAST_WIDTH);
        let height = 2 * FRAME + 2 * HALF + CAPTION;
        let title =
            escape(&format!("{} {}", self.variant.name(), format_position(self.variant, self.position)));
        put!(
            self,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">"#
        );
        put!(self, "<title>{title}</title>\n<style>{STYLE}</style>");
        let frame = 2 * FRAME + 2 * HALF;
        put!(self, r##"<rect width="{width}" height="{height}" fill="#f7f1e5"/>"##);
        put!(self, r##"<rect width="{width}" height="{frame}" rx="10" fill="#5b3d2a"/>"##);
        let inside = 2 * HALF;
        put!(self, r##"<rect x="{FRAME}" y="{FRAME}" width="{board}" height="{inside}" fill="#e6d3ae"/>"##);
        for column in 1..=self.layout.columns {
            if let Some(point) = self.layout.top(column) {
                self.point(column, point, true);
            }
            self.point(column, column, false);
        }
        self.bar();
        self.tray(FRAME + board + GAP);
        let status = status(self.variant, self.position, "Light", "Dark");
        let (light, dark) = (self.position.mover.pips(), self.position.opponent.pips());
        let caption = escape(&format!("{status} \u{2014} pips: light {light}, dark {dark}"));
        let (x, y) = (width / 2, frame + CAPTION / 2);
        put!(self, r#"<text class="caption" x="{x}" y="{y}" dy=".35em">{caption}</text>"#);
        self.svg.push_str("</svg>\n");
        self.svg
    }

    /// The middle of a column.
    fn x(&self, column: usize) -> usize {
        let bar = if column <= self.layout.home { BAR } else { 0 };
        FRAME + bar + (self.layout.columns - column) * COLUMN + COLUMN / 2
    }

    /// A triangle, its number, and the checkers on it.
    fn point(&mut self, column: usize, point: usize, top: bool) {
        let x = self.x(column);
        let (left, right) = (x - COLUMN / 2, x + COLUMN / 2);
        let edge = if top { FRAME } else { FRAME + 2 * HALF };
        let tip = inward(edge, TRIANGLE, top);
        let colour = if point.is_multiple_of(2) { "#b4553a" } else { "#6f7f63" };
        put!(self, r#"<path d="M{left} {edge}L{right} {edge}L{x} {tip}Z" fill="{colour}"/>"#);
        let y = if top { FRAME / 2 } else { FRAME + 2 * HALF + FRAME / 2 };
        put!(self, r#"<text class="number" x="{x}" y="{y}" dy=".35em">{point}</text>"#);
        if let Some((side, count)) = on_point(self.variant, self.position, point) {
            self.stack(side, count, x, edge, top);
        }
    }

    /// A stack of checkers growing away from `edge`, down if `down`; a high one shows its number.
    fn stack(&mut self, side: Side, count: usize, x: usize, edge: usize, down: bool) {
        let class = class(side);
        let radius = DIAMETER / 2;
        for i in 0..count.min(STACK) {
            let y = inward(edge, radius + 1 + i * DIAMETER, down);
            put!(self, r#"<circle class="{class}" cx="{x}" cy="{y}" r="{}"/>"#, radius - 1);
        }
        if count > STACK {
            let y = inward(edge, radius + 1 + (STACK - 1) * DIAMETER, down);
            put!(self, r#"<text class="count on-{class}" x="{x}" y="{y}" dy=".35em">{count}</text>"#);
        }
    }

    fn bar(&mut self) {
        let left = FRAME + (self.layout.columns - self.layout.home) * COLUMN;
        let (x, middle) = (left + BAR / 2, FRAME + HALF);
        put!(self, r##"<rect x="{left}" y="{FRAME}" width="{BAR}" height="{}" fill="#6e4a33"/>"##, 2 * HALF);
        let bar = self.variant.bar();
        self.stack(Side::Mover, self.position.mover.on(bar), x, middle - GAP, false);
        self.stack(Side::Opponent, self.position.opponent.on(bar), x, middle + GAP, true);
    }

    /// What has been borne off, as slabs seen from the side: the opponent's at the top.
    fn tray(&mut self, left: usize) {
        for (side, checkers, top) in
            [(Side::Opponent, self.position.opponent, true), (Side::Mover, self.position.mover, false)]
        {
            let y = if top { FRAME } else { FRAME + HALF + GAP / 2 };
            let height = HALF - GAP / 2;
            put!(
                self,
                r##"<rect x="{left}" y="{y}" width="{TRAY}" height="{height}" rx="4" fill="#80604a"/>"##
            );
            let off = borne_off(self.variant, checkers);
            let edge = if top { FRAME + 5 } else { FRAME + 2 * HALF - 5 };
            for i in 0..off {
                let y = if top { edge + i * (SLAB + 1) } else { edge - SLAB - i * (SLAB + 1) };
                let (x, width) = (left + 6, TRAY - 12);
                let class = class(side);
                put!(
                    self,
                    r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{SLAB}" rx="3"/>"#
                );
            }
            if off > 0 {
                let (x, y) = (left + TRAY / 2, inward(edge, 15 * (SLAB + 1) + 16, top));
                put!(self, r#"<text class="number" x="{x}" y="{y}" dy=".35em">{off} off</text>"#);
            }
        }
    }
}

fn class(side: Side) -> &'static str {
    match side {
        Side::Mover => "mover",
        Side::Opponent => "opponent",
    }
}

/// So far from an edge towards the inside of the board, which is below it if `down`.
fn inward(edge: usize, distance: usize, down: bool) -> usize {
    if down { edge + distance } else { edge - distance }
}

/// Text as XML has to have it.
fn escape(text: &str) -> String {
    text.chars().fold(String::new(), |mut escaped, c| {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // Characters that XML has no way to write.
            c if c.is_control() => escaped.push('\u{FFFD}'),
            c => escaped.push(c),
        }
        escaped
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_position;

    #[test]
    fn positions_are_drawn() {
        let half_gammon = Variant::by_name("half-gammon").unwrap();
        let position = parse_position(&half_gammon, "1,1,1,1,1,1,bar|2,8,bar").unwrap();
        insta::assert_snapshot!("svg-half-gammon", draw_svg(&half_gammon, &position));
        let backgammon = Variant::by_name("backgammon").unwrap();
        let start = Position::new(backgammon.start(), backgammon.start());
        insta::assert_snapshot!("svg-backgammon", draw_svg(&backgammon, &start));
    }

    #[test]
    fn a_picture_shows_every_checker_once() {
        let mini_gammon = Variant::by_name("mini-gammon").unwrap();
        let position = parse_position(&mini_gammon, "1,1,4,16,bar|2,3,3,bar,bar,bar").unwrap();
        let svg = draw_svg(&mini_gammon, &position);
        assert_eq!(svg.matches(r#"<circle class="mover""#).count(), 5);
        assert_eq!(svg.matches(r#"<circle class="opponent""#).count(), 6);
        assert_eq!(svg.matches(r#"<rect class="mover""#).count(), 5);
        assert_eq!(svg.matches(r#"<rect class="opponent""#).count(), 4);
        assert_eq!(svg.matches("<path").count(), 16);
    }

    #[test]
    fn names_cannot_break_out_of_the_text() {
        let variant = Variant::new("<a href=\"x\">&\u{0}", 7, 3, 3, &[(5, 4)]).unwrap();
        let svg = draw_svg(&variant, &Position::new(variant.start(), variant.start()));
        assert!(svg.contains("<title>&lt;a href=&quot;x&quot;&gt;&amp;\u{FFFD} 5,5,5,5|5,5,5,5</title>"));
    }
}
