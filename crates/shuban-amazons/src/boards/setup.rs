//! Positions in which games on small boards start.

use crate::position::Position;
use crate::squares::{Square, Squares};
use crate::subgame::{Army, Subgame};

/// Returns the start of a board. It follows the one of 6 by 5 on Müller's page on that board
/// (webdocs.cs.ualberta.ca/~mmueller/amazons): each side has four amazons, two on its outer row beside the corners
/// and two on its second row at the edges. White, at the bottom, begins. `None` if these squares are not eight
/// different ones of a board, or it is too large.
pub(super) fn start(width: usize, height: usize) -> Option<Position> {
    if width < 4 || height < 4 {
        return None;
    }
    let army = |outer: usize, second: usize| -> Squares {
        let squares = [(second, 0), (outer, 1), (outer, width - 2), (second, width - 1)];
        squares.into_iter().filter_map(|(row, column)| Square::new(row, column)).collect()
    };
    let [black, white] = [army(0, 1), army(height - 1, height - 2)];
    let subgame = Subgame::new(Squares::rectangle(height, width), black, white)?;
    Position::new(height, width, subgame, Army::White)
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
        for (width, height) in [(3, 4), (4, 3), (0, 0), (4, 11)] {
            assert_eq!(text(width, height), None, "{width} by {height}");
        }
    }
}
