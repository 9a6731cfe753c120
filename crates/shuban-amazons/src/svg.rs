//! Pictures of positions.

use shuban_core::Game;
use shuban_core::drawing::Svg;
use shuban_core::present::{Preview, PreviewBoard, PreviewPiece, PreviewPlace, PreviewStack};

use crate::game::Amazons;
use crate::layout::region_of;
use crate::notation::{character, format_square};
use crate::placement::MAX_AMAZONS;
use crate::position::Position;
use crate::squares::Square;
use crate::subgame::Subgame;

// Lengths in pixels.
const CELL: usize = 48;
const FRAME: usize = 30;
/// Distance between two boards.
const GAP: usize = 24;

/// Tints of regions, for light and dark squares.
const TINTS: [[&str; 2]; 6] = [
    ["#f3e3bf", "#e3ca98"],
    ["#d3e5c9", "#b3cfa5"],
    ["#d0deee", "#acc4e0"],
    ["#eed6db", "#dcb1bb"],
    ["#e0d6ef", "#c2b1db"],
    ["#d2e9e7", "#a9d1cd"],
];

const STYLE: &str = "\
.number{fill:#e3d2b4}\
.frame{fill:#4f3526}\
.black{fill:#372c29;stroke:#14100e;stroke-width:1.5;stroke-linejoin:round}\
.white{fill:#fffaf0;stroke:#5f4a30;stroke-width:1.5;stroke-linejoin:round}\
.burnt{fill:#413631}\
.ash{fill:#544740}\
.arrow{fill:none;stroke:#b09c88;stroke-width:3;stroke-linecap:round;stroke-linejoin:round}";

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
    for (number, board) in boards.iter().enumerate() {
        let sum = if boards.len() > 1 { format!("{}:", number + 1) } else { String::new() };
        draw_board(&mut svg, board, &sum, left, height - high(board));
        left += wide(board) + GAP;
    }
    svg.caption(&Amazons.name(), text, status);
    svg.finish()
}

/// Draws a board whose top left corner is at (left, top); names of its parts begin with `sum`.
fn draw_board(svg: &mut Svg, board: &Position, sum: &str, left: usize, top: usize) {
    let (rows, columns) = (board.height(), board.width());
    let (width, height) = (columns * CELL + 2 * FRAME, rows * CELL + 2 * FRAME);
    svg.element(format_args!(
        r#"rect class="frame" x="{left}" y="{top}" width="{width}" height="{height}" rx="10""#
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
            let Some(square) = Square::new(row, column) else { continue };
            let (x, y) = (left + FRAME + column * CELL, top + FRAME + row * CELL);
            let content = character(board.subgame(), row, column);
            let tint = region_of(&regions, square)
                .map(|region| TINTS[region % TINTS.len()][(row + column) % 2]);
            let name = format!("{sum}{}", format_square(rows, square));
            let label = format!("{name}: {}", in_words(content));
            svg.part(&name, &label, |svg| draw_square(svg, content, tint, x, y));
        }
    }
}

/// The contents of a square, for screen readers.
fn in_words(content: char) -> &'static str {
    match content {
        'X' => "black amazon",
        'O' => "white amazon",
        '#' => "burnt",
        _ => "empty",
    }
}

/// A square whose top left corner is at (x, y), in the tint of its region, and its contents.
fn draw_square(svg: &mut Svg, content: char, tint: Option<&str>, x: usize, y: usize) {
    let tint = tint.unwrap_or(TINTS[0][0]);
    svg.element(format_args!(
        r#"rect fill="{tint}" x="{x}" y="{y}" width="{CELL}" height="{CELL}""#
    ));
    if content == '.' {
        return;
    }
    let draw = |svg: &mut Svg| looks(content, x, y).iter().for_each(|part| svg.element(part));
    let class = if content == '#' { "stack" } else { "stack piece" };
    svg.group(format_args!(r#"class="{class}""#), draw);
}

/// The elements that show the contents of a square whose top left corner is at (x, y).
fn looks(content: char, x: usize, y: usize) -> Vec<String> {
    let path = |class: &str, path: &str| {
        format!(r#"path class="{class}" transform="translate({x} {y})" d="{path}""#)
    };
    let rect = |class: &str, edge: usize, round: usize| {
        let (x, y, side) = (x + edge, y + edge, CELL - 2 * edge);
        format!(
            r#"rect class="{class}" x="{x}" y="{y}" width="{side}" height="{side}" rx="{round}""#
        )
    };
    match content {
        'X' => vec![path("black", QUEEN)],
        'O' => vec![path("white", QUEEN)],
        _ => vec![rect("burnt", 0, 0), rect("ash", 3, 6), path("arrow", ARROW)],
    }
}

/// Returns what lets a page show squares as they are set up. The tints of regions follow when the
/// board is drawn anew.
pub(crate) fn preview(board: &Position) -> Preview {
    let piece = |(tool, content, most)| {
        let look = looks(content, 0, 0).iter().map(|part| format!("<{part}/>")).collect();
        PreviewPiece { tool, look, count_class: "", most, rest: None }
    };
    let kinds = [
        ("black", 'X', MAX_AMAZONS),
        ("white", 'O', MAX_AMAZONS),
        ("burn", '#', board.width() * board.height()),
    ];
    let wide = board.width() * CELL + 2 * FRAME;
    let left = (wide.max(Svg::LEAST_WIDTH) - wide) / 2;
    let place = |row: usize, column: usize| {
        let at = (left + FRAME + column * CELL, FRAME + row * CELL);
        let content = character(board.subgame(), row, column);
        let kind = kinds.iter().position(|(_, own, _)| *own == content);
        let part = format_square(board.height(), Square::new(row, column)?);
        let stack = PreviewStack { part, at, step: 0, most_drawn: 1 };
        Some(PreviewPlace { stack, only: None, holds: kind.map(|kind| (kind, 1)) })
    };
    let squares = (0..board.height()).flat_map(|row| (0..board.width()).map(move |at| (row, at)));
    Preview {
        places: squares.filter_map(|(row, column)| place(row, column)).collect(),
        pieces: kinds.map(piece).to_vec(),
        remove: "empty",
        boards: vec![("clear", PreviewBoard::Leaves(Vec::new())), ("turn", PreviewBoard::Stays)],
        ..Preview::default()
    }
}

/// A crown with a ball on each point, on a base, within a square of 48 pixels.
const QUEEN: &str = "\
M12 34L9 17L17 26L24 12L31 26L39 17L36 34ZM12 37H36V41H12Z\
M24 7a2.6 2.6 0 1 1-.1 0ZM8.5 12a2.4 2.4 0 1 1-.1 0ZM39.5 12a2.4 2.4 0 1 1-.1 0Z";
/// An arrow that points down to the left.
const ARROW: &str = "M33 15L16 32M16 24V32H24M29 13V19H35";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::status;
    use crate::read_position::parse_position;

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
        assert_eq!(svg.matches("<rect fill=").count(), 24);
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
            svg.contains(r#"width="432" height="212""#) && svg.contains("X.O + ..X/O.."),
            "{svg}"
        );
    }
}
