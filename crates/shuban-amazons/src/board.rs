//! A board for the terminal.

use crate::layout::{region_of, region_text, status};
use crate::notation::character;
use crate::position::Position;
use crate::squares::Square;
use crate::subgame::Subgame;

/// Backgrounds that distinguish neighbouring regions, from the 256 colours of terminals.
const TINTS: [u8; 6] = [24, 58, 54, 22, 94, 23];

/// Draws a position, several lines of text: black amazons `X`, white ones `O`, burnt squares `#`,
/// then who is to move and the independent regions. With `colour`, ANSI colours distinguish sides
/// and regions too.
pub(crate) fn draw_board(position: &Position, colour: bool) -> String {
    let (mut lines, _) = draw_squares(position, colour);
    lines.extend([String::new(), format!("  {}", status(position, "X", "O"))]);
    for region in position.subgame().regions() {
        lines.push(format!("  {}", region_text(position, &region)));
    }
    lines.join("\n") + "\n"
}

/// The squares alone with the names of rows and columns: lines, and the number of characters that
/// each of them shows.
pub(crate) fn draw_squares(position: &Position, colour: bool) -> (Vec<String>, usize) {
    let regions: Vec<Subgame> = position.subgame().regions().collect();
    let row = |row: usize| {
        let cells =
            (0..position.width()).map(|column| cell(position, &regions, row, column, colour));
        format!(" {:>2} {}", position.height() - row, cells.collect::<String>())
    };
    let files = (0..position.width()).map(|c| format!(" {}", char::from(b'a' + c as u8)));
    let last = format!("    {}", files.collect::<String>());
    ((0..position.height()).map(row).chain([last]).collect(), 4 + 2 * position.width())
}

/// A square with the space before it.
fn cell(
    position: &Position,
    regions: &[Subgame],
    row: usize,
    column: usize,
    colour: bool,
) -> String {
    let c = character(position.subgame(), row, column);
    let region = Square::new(row, column).and_then(|square| region_of(regions, square));
    match region.filter(|_| colour) {
        None => format!(" {c}"),
        Some(region) => {
            let tint = TINTS[region % TINTS.len()];
            let side = match c {
                'X' => "1;33;",
                'O' => "1;36;",
                _ => "",
            };
            format!("\x1b[{side}48;5;{tint}m {c}\x1b[0m")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_position::parse_position;

    /// Three regions, one of them without amazons.
    const CUT: &str = "X..#../O..#.X/#####O/..####";

    #[test]
    fn boards_are_drawn() {
        insta::assert_snapshot!("board-start", draw_board(&Position::start(), false));
        insta::assert_snapshot!("board-cut", draw_board(&parse_position(CUT).unwrap(), false));
        insta::assert_snapshot!(
            "board-over",
            draw_board(&parse_position("X#.O white").unwrap(), false)
        );
        insta::assert_snapshot!("board-lost", draw_board(&parse_position("X#.O").unwrap(), false));
    }

    #[test]
    fn squares_are_as_wide_as_they_are_said_to_be() {
        for text in ["X.O", "X..#../O..#.X/#####O/..####"] {
            let (lines, width) = draw_squares(&parse_position(text).unwrap(), false);
            assert!(lines.iter().all(|line| line.chars().count() == width), "{lines:?}");
        }
    }

    #[test]
    fn a_coloured_board_is_the_plain_one_in_colour() {
        let position = parse_position(CUT).unwrap();
        let coloured = draw_board(&position, true);
        assert!(coloured.contains("\x1b[1;33;48;5;24m X\x1b[0m"), "X in the first region");
        assert!(coloured.contains("\x1b[1;33;48;5;58m X\x1b[0m"), "X in the second");
        assert!(coloured.contains("\x1b[1;36;48;5;24m O\x1b[0m"), "O in the first");
        let mut plain = String::new();
        let mut rest = coloured.as_str();
        while let Some((before, after)) = rest.split_once('\x1b') {
            plain += before;
            rest = after.split_once('m').unwrap().1;
        }
        assert_eq!(plain + rest, draw_board(&position, false));
    }
}
