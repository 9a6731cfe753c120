//! Tic-tac-toe: all positions that play can reach.

use std::collections::BTreeSet;

/// The eight lines of three cells.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// A board row by row: 0 for an empty cell, 1 and 2 for the players.
type Board = [u8; 9];

/// Returns the number of positions that play can reach, also up to rotation and reflection. The
/// player to move follows from the board.
pub(super) fn positions() -> [u64; 2] {
    let mut seen: BTreeSet<Board> = BTreeSet::from([[0; 9]]);
    let mut layer: Vec<Board> = vec![[0; 9]];
    for ply in 0..9 {
        let player = 1 + ply % 2;
        let going_on = layer.iter().filter(|board| !is_won(board));
        let after = going_on.flat_map(|board| {
            (0..9).filter(|&cell| board[cell] == 0).map(|cell| {
                let mut after = *board;
                after[cell] = player;
                after
            })
        });
        layer = after.collect::<BTreeSet<Board>>().into_iter().collect();
        seen.extend(&layer);
    }
    let classes: BTreeSet<Board> = seen.iter().map(least_image).collect();
    [seen.len() as u64, classes.len() as u64]
}

fn is_won(board: &Board) -> bool {
    LINES.iter().any(|&[a, b, c]| board[a] != 0 && board[a] == board[b] && board[b] == board[c])
}

fn least_image(board: &Board) -> Board {
    let turned = |board: Board| -> Board { std::array::from_fn(|i| board[6 - i % 3 * 3 + i / 3]) };
    let mirrored: Board = std::array::from_fn(|i| board[i / 3 * 3 + 2 - i % 3]);
    let images = [*board, mirrored]
        .into_iter()
        .flat_map(|board| std::iter::successors(Some(board), |&board| Some(turned(board))).take(4));
    images.min().unwrap_or(*board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_known() {
        assert_eq!(positions(), [5_478, 765]);
    }
}
