//! Positions in which games on small boards start.

use crate::position::Position;
use crate::squares::{Square, Squares};
use crate::subgame::{Army, Subgame};

/// Columns and rows of the boards with names.
pub(super) const SIZES: [(usize, usize); 12] = [
    (4, 4),
    (4, 5),
    (4, 6),
    (4, 7),
    (5, 4),
    (5, 5),
    (5, 6),
    (6, 4),
    (6, 5),
    (6, 6),
    (8, 8),
    (10, 10),
];

/// Returns the name of the game on a board of some columns and rows, written as numbers; `None` if it has none.
pub(crate) fn name_of_size(width: &str, height: &str) -> Option<String> {
    let size = (width.trim().parse().ok()?, height.trim().parse().ok()?);
    SIZES.contains(&size).then(|| format!("amazons/{}x{}", size.0, size.1))
}

/// Returns the start of a board: each side has four amazons, two on its outer row and two at the edges, equally far
/// from its corners. White, at the bottom, begins. On 10 by 10 that is the start of the game, three squares from the
/// corners; on 8 by 8 it is the one of Botzone's contests between programs, two squares from them. Smaller boards
/// follow the one of 6 by 5 on Müller's page on that board (webdocs.cs.ualberta.ca/~mmueller/amazons): amazons stand
/// beside the corners. `None` if these squares are not eight different ones of a board, or it is too large.
pub(super) fn start(width: usize, height: usize) -> Option<Position> {
    if width < 4 || height < 4 {
        return None;
    }
    let [across, along] = [from_corner(width), from_corner(height)];
    let army = |outer: usize, inner: usize| -> Squares {
        let squares =
            [(inner, 0), (outer, across), (outer, width - 1 - across), (inner, width - 1)];
        squares.into_iter().filter_map(|(row, column)| Square::new(row, column)).collect()
    };
    let [black, white] = [army(0, along), army(height - 1, height - 1 - along)];
    let subgame = Subgame::new(Squares::rectangle(height, width), black, white)?;
    Position::new(height, width, subgame, Army::White)
}

/// Returns how far amazons stand from a corner on a side of this length.
fn from_corner(side: usize) -> usize {
    if side < 8 { 1 } else { (side - 3) / 2 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::format_position;

    #[test]
    fn starts_are_as_published_and_stand_on_the_board() {
        let text = |width, height| start(width, height).map(|start| format_position(&start));
        assert_eq!(text(6, 5).unwrap(), ".X..X./X....X/....../O....O/.O..O. white");
        assert_eq!(text(4, 4).unwrap(), ".XX./X..X/O..O/.OO. white");
        assert_eq!(start(10, 10), Some(Position::start()));
        let eight = "..X..X../......../X......X/......../......../O......O/......../..O..O.. white";
        assert_eq!(text(8, 8).unwrap(), eight);
        for (width, height) in [(3, 4), (4, 3), (0, 0), (4, 11)] {
            assert_eq!(text(width, height), None, "{width} by {height}");
        }
    }
}
