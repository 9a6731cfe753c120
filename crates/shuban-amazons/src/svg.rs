//! A picture of a position.

use std::fmt::Write;

use crate::layout::{region_of, status};
use crate::notation::{character, format_position};
use crate::position::Position;
use crate::squares::Square;
use crate::subgame::Subgame;

// Everything in pixels, whole numbers only, so that the same position gives the same bytes.
const CELL: usize = 48;
const FRAME: usize = 36;
const CAPTION: usize = 40;
/// Room for the caption under the smallest boards.
const LEAST_WIDTH: usize = 320;

/// Tints of regions, for light and dark squares.
const TINTS: [(&str, &str); 6] = [
    ("#f3dfb4", "#e2c48c"),
    ("#cfe3c4", "#aecb9f"),
    ("#cbdcee", "#a6c0dc"),
    ("#ecd0d6", "#d9a9b4"),
    ("#ddd2ee", "#bdabd9"),
    ("#cfe8e6", "#a2cfcb"),
];

const STYLE: &str = "\
text{font-family:'Helvetica Neue',Helvetica,Arial,sans-serif;text-anchor:middle}\
.number{font-size:14px;fill:#e9d9bd}\
.caption{font-size:17px;fill:#33261a}\
.black{fill:#3a2a26;stroke:#120b09;stroke-width:2}\
.white{fill:#fbf5e6;stroke:#5f4a30;stroke-width:2}\
.burnt{fill:#4a3d36}\
.arrow{fill:none;stroke:#b7a48f;stroke-width:3;stroke-linecap:round}";

/// Draws a position as an SVG document: the amazons as queens, burnt squares with the arrow that burnt
/// them, and each independent region in a tint of its own (which repeat after six).
pub fn draw_svg(position: &Position) -> String {
    let picture = Picture { position, regions: position.subgame().regions().collect(), svg: String::new() };
    picture.draw()
}

struct Picture<'a> {
    position: &'a Position,
    regions: Vec<Subgame>,
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
        let (rows, columns) = (self.position.height(), self.position.width());
        let (board_width, board_height) = (columns * CELL + 2 * FRAME, rows * CELL + 2 * FRAME);
        let (width, height) = (board_width.max(LEAST_WIDTH), board_height + CAPTION);
        // The notation has no characters that XML could misread.
        let title = format_position(self.position);
        put!(
            self,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">"#
        );
        put!(self, "<title>amazons {title}</title>\n<style>{STYLE}</style>");
        put!(self, r##"<rect width="{width}" height="{height}" fill="#f7f1e5"/>"##);
        let left = (width - board_width) / 2;
        put!(
            self,
            r##"<rect x="{left}" width="{board_width}" height="{board_height}" rx="10" fill="#5b3d2a"/>"##
        );
        for column in 0..columns {
            let (x, y) = (left + FRAME + column * CELL + CELL / 2, board_height - FRAME / 2);
            let file = char::from(b'a' + column as u8);
            put!(self, r#"<text class="number" x="{x}" y="{y}" dy=".35em">{file}</text>"#);
        }
        for row in 0..rows {
            let (x, y) = (left + FRAME / 2, FRAME + row * CELL + CELL / 2);
            put!(self, r#"<text class="number" x="{x}" y="{y}" dy=".35em">{}</text>"#, rows - row);
            for column in 0..columns {
                self.square(row, column, left + FRAME + column * CELL, FRAME + row * CELL);
            }
        }
        let caption = status(self.position, "Black", "White");
        let (x, y) = (width / 2, board_height + CAPTION / 2);
        put!(self, r#"<text class="caption" x="{x}" y="{y}" dy=".35em">{caption}</text>"#);
        self.svg.push_str("</svg>\n");
        self.svg
    }

    /// A square whose top left corner is at (x, y), and what is on it.
    fn square(&mut self, row: usize, column: usize, x: usize, y: usize) {
        let region = Square::new(row, column).and_then(|square| region_of(&self.regions, square));
        let Some(region) = region else {
            put!(self, r#"<rect class="burnt" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>"#);
            put!(self, r#"<path class="arrow" transform="translate({x} {y})" d="{ARROW}"/>"#);
            return;
        };
        let (light, dark) = TINTS[region % TINTS.len()];
        let fill = if (row + column).is_multiple_of(2) { light } else { dark };
        put!(self, r#"<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}"/>"#);
        let class = match character(self.position.subgame(), row, column) {
            'X' => "black",
            'O' => "white",
            _ => return,
        };
        put!(self, r#"<path class="{class}" transform="translate({x} {y})" d="{QUEEN}"/>"#);
    }
}

/// A crown on a base, within a square of 48 pixels.
const QUEEN: &str = "M8 14L14 28L19 10L24 26L29 10L34 28L40 14L36 34H12ZM12 36H36V41H12Z";
/// An arrow that points down to the left.
const ARROW: &str = "M34 14L15 33M15 24V33H24M29 13V19H35";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_position;

    #[test]
    fn positions_are_drawn() {
        insta::assert_snapshot!("svg-cut", draw_svg(&parse_position("X..#../O..#.X/#####O/..####").unwrap()));
    }

    #[test]
    fn a_picture_shows_every_square_once() {
        let svg = draw_svg(&parse_position("X..#../O..#.X/#####O/..#### white").unwrap());
        assert_eq!(svg.matches(r#"<path class="black""#).count(), 2);
        assert_eq!(svg.matches(r#"<path class="white""#).count(), 2);
        assert_eq!(svg.matches(r#"<rect class="burnt""#).count(), 11);
        assert_eq!(svg.matches(r#"<path class="arrow""#).count(), 11);
        assert_eq!(svg.matches(r#"width="48" height="48""#).count(), 24);
        let tints = TINTS.iter().filter(|(light, dark)| svg.contains(light) || svg.contains(dark)).count();
        assert_eq!(tints, 3, "one for each region");
        assert!(svg.contains("White to move"));
    }
}
