//! Pictures of positions.

use shuban_core::{Game, Svg};

use crate::game::Amazons;
use crate::layout::region_of;
use crate::notation::character;
use crate::position::Position;
use crate::squares::Square;
use crate::subgame::Subgame;

// Everything in pixels.
const CELL: usize = 48;
const FRAME: usize = 36;
/// Between two boards.
const GAP: usize = 24;

/// Tints of regions, for light and dark squares.
const TINTS: [[&str; 2]; 6] = [
    ["#f3dfb4", "#e2c48c"],
    ["#cfe3c4", "#aecb9f"],
    ["#cbdcee", "#a6c0dc"],
    ["#ecd0d6", "#d9a9b4"],
    ["#ddd2ee", "#bdabd9"],
    ["#cfe8e6", "#a2cfcb"],
];

const STYLE: &str = "\
.number{fill:#e9d9bd}\
.black{fill:#3a2a26;stroke:#120b09;stroke-width:2}\
.white{fill:#fbf5e6;stroke:#5f4a30;stroke-width:2}\
.burnt{fill:#4a3d36}\
.arrow{fill:none;stroke:#b7a48f;stroke-width:3;stroke-linecap:round}";

/// Draws boards beside each other as an SVG document: the amazons as queens, burnt squares with the
/// arrow that burnt them, and each independent region of a board in a tint of its own (which repeat
/// after six).
pub(crate) fn draw_svg(boards: &[Position], text: &str, status: &str) -> String {
    let wide = |board: &Position| board.width() * CELL + 2 * FRAME;
    let high = |board: &Position| board.height() * CELL + 2 * FRAME;
    let gaps = boards.len().saturating_sub(1) * GAP;
    let all = boards.iter().map(wide).sum::<usize>() + gaps;
    let (width, height) = (all.max(Svg::LEAST_WIDTH), boards.iter().map(high).max().unwrap_or(0));
    let mut svg = Svg::new(width, height);
    svg.style(STYLE);
    let mut left = (width - all) / 2;
    for board in boards {
        draw_board(&mut svg, board, left, height - high(board));
        left += wide(board) + GAP;
    }
    svg.caption(&Amazons.name(), text, status);
    svg.finish()
}

/// Draws a board whose top left corner is at (left, top).
fn draw_board(svg: &mut Svg, board: &Position, left: usize, top: usize) {
    let (rows, columns) = (board.height(), board.width());
    let (width, height) = (columns * CELL + 2 * FRAME, rows * CELL + 2 * FRAME);
    svg.element(format_args!(
        r##"rect x="{left}" y="{top}" width="{width}" height="{height}" rx="10" fill="#5b3d2a""##
    ));
    let middle = |number: usize| FRAME + number * CELL + CELL / 2;
    for column in 0..columns {
        let file = char::from(b'a' + column as u8).to_string();
        svg.text("number", left + middle(column), top + height - FRAME / 2, &file);
    }
    let regions: Vec<Subgame> = board.subgame().regions().collect();
    for row in 0..rows {
        svg.text("number", left + FRAME / 2, top + middle(row), &(rows - row).to_string());
        for column in 0..columns {
            let region = Square::new(row, column).and_then(|square| region_of(&regions, square));
            let (x, y) = (left + FRAME + column * CELL, top + FRAME + row * CELL);
            draw_square(
                svg,
                character(board.subgame(), row, column),
                region,
                (row + column) % 2,
                x,
                y,
            );
        }
    }
}

/// A square whose top left corner is at (x, y), and what is on it.
fn draw_square(
    svg: &mut Svg,
    content: char,
    region: Option<usize>,
    shade: usize,
    x: usize,
    y: usize,
) {
    let mut rect = |attribute: &str| {
        svg.element(format_args!(
            r#"rect {attribute} x="{x}" y="{y}" width="{CELL}" height="{CELL}""#
        ));
    };
    match region {
        None => rect(r#"class="burnt""#),
        Some(region) => rect(&format!(r#"fill="{}""#, TINTS[region % TINTS.len()][shade])),
    }
    let (class, path) = match content {
        'X' => ("black", QUEEN),
        'O' => ("white", QUEEN),
        '#' => ("arrow", ARROW),
        _ => return,
    };
    svg.element(format_args!(r#"path class="{class}" transform="translate({x} {y})" d="{path}""#));
}

/// A crown on a base, within a square of 48 pixels.
const QUEEN: &str = "M8 14L14 28L19 10L24 26L29 10L34 28L40 14L36 34H12ZM12 36H36V41H12Z";
/// An arrow that points down to the left.
const ARROW: &str = "M34 14L15 33M15 24V33H24M29 13V19H35";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::status;
    use crate::notation::parse_position;

    fn drawn(text: &str) -> String {
        let position = parse_position(text).unwrap();
        draw_svg(&[position], text, &status(&position, "Black", "White"))
    }

    #[test]
    fn positions_are_drawn() {
        insta::assert_snapshot!("svg-cut", drawn("X..#../O..#.X/#####O/..####"));
    }

    #[test]
    fn a_picture_shows_every_square_once() {
        let svg = drawn("X..#../O..#.X/#####O/..#### white");
        assert_eq!(svg.matches(r#"<path class="black""#).count(), 2);
        assert_eq!(svg.matches(r#"<path class="white""#).count(), 2);
        assert_eq!(svg.matches(r#"<rect class="burnt""#).count(), 11);
        assert_eq!(svg.matches(r#"<path class="arrow""#).count(), 11);
        assert_eq!(svg.matches(r#"width="48" height="48""#).count(), 24);
        let tints =
            TINTS.iter().filter(|tints| tints.iter().any(|tint| svg.contains(tint))).count();
        assert_eq!(tints, 3, "one for each region");
        assert!(svg.contains("White to move"));
    }

    #[test]
    fn boards_of_a_sum_stand_beside_each_other() {
        let boards = ["X.O", "..X/O.."].map(|text| parse_position(text).unwrap());
        let svg = draw_svg(&boards, "X.O + ..X/O..", "Black to move");
        assert!(
            svg.contains(r#"width="456" height="224""#) && svg.contains("X.O + ..X/O.."),
            "{svg}"
        );
    }
}
