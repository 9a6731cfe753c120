//! Positions drawn for a terminal.

use crate::board::Board;
use crate::play::Turn;
use crate::rules::{Position, Trax};
use crate::tile::Tile;

/// The three lines of a tile: double for white, single for red.
const fn picture(tile: Option<Tile>) -> [&'static str; 3] {
    match tile {
        None => ["       ", "   ·   ", "       "],
        Some(Tile::NorthSouth) => ["   ║   ", "───║───", "   ║   "],
        Some(Tile::EastWest) => ["   │   ", "═══│═══", "   │   "],
        Some(Tile::NorthWest) => ["  ╔╝   ", "══╝ ╭──", "   ╭╯  "],
        Some(Tile::SouthEast) => ["  ╭╯   ", "──╯ ╔══", "   ╔╝  "],
        Some(Tile::NorthEast) => ["   ╚╗  ", "──╮ ╚══", "  ╰╮   "],
        Some(Tile::SouthWest) => ["   ╰╮  ", "══╗ ╰──", "  ╚╗   "],
    }
}

/// Draws a position for a terminal: white tracks double, red ones single, with the columns' letters and
/// the rows' numbers of the move notation. Of the last turn, the tile that was put is marked `*`, those it
/// forced `+`.
///
/// ```
/// use shuban_trax::{Lines, Trax, draw_board, parse_moves};
///
/// let trax = Trax::new(8, Lines::Full)?;
/// let played = parse_moves(&trax, r"@0/ B1\")?;
/// let drawn = draw_board(&trax, &played.position, &played.last);
/// assert_eq!(drawn.lines().nth(2), Some("1  ══╝ ╭────╮ ╚══"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw_board(trax: &Trax, position: &Position, last: &Turn) -> String {
    let board: &Board = position.board();
    let (rows, columns) = board.size();
    let mut lines = Vec::new();
    let letters: String =
        (0..columns).map(|column| format!("   {}   ", char::from(b'A' + column as u8))).collect();
    lines.push(format!("   {letters}"));
    for row in 0..rows {
        for line in 0..3 {
            let number = if line == 1 { format!("{:<3}", row + 1) } else { "   ".to_owned() };
            let tiles = (0..columns).map(|column| {
                let text = picture(board.tile(row, column))[line];
                let cell = 1u64 << (8 * row + column);
                let mark = match line {
                    0 if last.put & cell != 0 => "*",
                    0 if last.forced & cell != 0 => "+",
                    _ => return text.to_owned(),
                };
                // The first place of a tile's first line is free in all of them.
                format!("{mark}{}", text.chars().skip(1).collect::<String>())
            });
            lines.push(format!("{number}{}", tiles.collect::<String>()));
        }
    }
    lines.push(status(trax, position));
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Whose turn it is, or how the game has ended.
pub(crate) fn status(trax: &Trax, position: &Position) -> String {
    match trax.ending(position) {
        None => format!("{} to move", position.to_move()),
        Some(outcome) => match outcome.winner {
            Some(winner) => format!("{winner} has won ({})", outcome.reason),
            None => format!("a draw ({})", outcome.reason),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_moves;
    use crate::rules::Lines;

    #[test]
    fn positions_are_drawn() {
        let trax = Trax::new(8, Lines::Full).unwrap();
        for (name, moves) in [("start", "start"), ("chain", r"@0/ A0\ @1/"), ("shapes", r"@0+ B1+ C1\ A0/")] {
            let played = parse_moves(&trax, moves).unwrap_or_else(|error| panic!("{error}"));
            insta::assert_snapshot!(
                format!("terminal-{name}"),
                draw_board(&trax, &played.position, &played.last)
            );
        }
    }

    #[test]
    fn tracks_meet_at_the_middle_of_every_side() {
        for tile in Tile::ALL {
            let lines = picture(Some(tile)).map(|line| line.chars().collect::<Vec<char>>());
            assert!(lines.iter().all(|line| line.len() == 7));
            let is_white = |symbol: char| "║═╔╗╚╝".contains(symbol);
            use crate::tile::{Colour, Side};
            for (side, symbol) in [
                (Side::North, lines[0][3]),
                (Side::East, lines[1][6]),
                (Side::South, lines[2][3]),
                (Side::West, lines[1][0]),
            ] {
                assert_ne!(symbol, ' ');
                assert_eq!(is_white(symbol), tile.colour(side) == Colour::White, "{tile:?} {side:?}");
            }
        }
    }
}
