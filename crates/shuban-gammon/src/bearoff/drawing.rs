//! A home board by itself, drawn.

use std::fmt::Write;

use shuban_core::Checkers;

use crate::variant::Variant;

const CHECKER: usize = 42;
const COLUMN: usize = 48;
const EDGE: usize = 36;

/// Draws a side at home for a terminal: the points, the highest at the left, and the checkers above
/// them.
pub fn draw_side(variant: &Variant, side: Checkers, colour: bool) -> String {
    let points = || (1..=variant.home()).rev();
    let checker = if colour { "\x1b[1;33m X \x1b[0m" } else { " X " };
    let mut lines: Vec<String> = Vec::new();
    for row in (1..=highest_stack(side)).rev() {
        let cells = points().map(|point| if side.on(point) >= row { checker } else { "   " });
        lines.push(format!(" |{}|", cells.collect::<String>()));
    }
    lines.push(format!(" +{}+", "---".repeat(variant.home())));
    let numbers = points().map(|point| format!("{point:>2} ")).collect::<String>();
    lines.push(format!("  {numbers}").trim_end().to_owned());
    lines.push(format!("  {}", status(variant, side)));
    lines.join("\n")
}

/// Draws a side at home as an SVG document, as [`draw_side`] does.
pub fn draw_side_svg(variant: &Variant, side: Checkers) -> String {
    let (width, board) = ((variant.home() * COLUMN).max(320), (highest_stack(side) + 1) * CHECKER);
    let height = board + 2 * EDGE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" font-family=\"sans-serif\" font-size=\"16\" text-anchor=\"middle\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#e6d3ae\"/>\n"
    );
    for point in 1..=variant.home() {
        let x = (variant.home() - point) * COLUMN + COLUMN / 2;
        for row in 0..side.on(point) {
            let (y, radius) = (board - CHECKER / 2 - row * CHECKER, CHECKER / 2);
            put(
                &mut svg,
                format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#fbf5e6\" stroke=\"#a58f6c\"/>"
                ),
            );
        }
        let y = board + EDGE / 2;
        put(&mut svg, format_args!("<text x=\"{x}\" y=\"{y}\" dy=\".35em\">{point}</text>"));
    }
    let (x, y) = (width / 2, board + EDGE + EDGE / 2);
    put(&mut svg, format_args!("<text x=\"{x}\" y=\"{y}\" dy=\".35em\">{}</text>", status(variant, side)));
    svg + "</svg>\n"
}

fn put(svg: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(svg, "{text}").expect("a string takes everything");
}

fn highest_stack(side: Checkers) -> usize {
    side.iter().map(|(_, count)| count).max().unwrap_or(0)
}

fn status(variant: &Variant, side: Checkers) -> String {
    format!("{} pips, {} borne off", side.pips(), variant.checkers().saturating_sub(side.count()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkers_stand_above_their_points() {
        let variant = Variant::by_name("half-gammon").unwrap();
        let drawn = draw_side(&variant, Checkers::from_places([1, 3, 3]), false);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(
            lines,
            [" | X       |", " | X     X |", " +---------+", "   3  2  1", "  7 pips, 5 borne off"]
        );
        let plain = draw_side(&variant, Checkers::from_places([1, 3, 3]), true);
        assert_eq!(plain.replace("\x1b[1;33m", "").replace("\x1b[0m", ""), drawn);
    }

    #[test]
    fn a_picture_has_every_checker() {
        let variant = Variant::by_name("half-gammon").unwrap();
        for places in [&[][..], &[2], &[1, 1, 3], &[3; 8]] {
            let svg = draw_side_svg(&variant, Checkers::from_places(places.iter().copied()));
            assert_eq!(svg.matches("<circle").count(), places.len());
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        }
    }
}
