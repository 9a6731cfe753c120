//! The plain reference implementation of the rules: everything on a board of characters, step by
//! step. It shares nothing with [`Subgame`] but the types of its arguments: tests and the `check`
//! command hold the two together.

use crate::squares::{BOX, Square};
use crate::subgame::{Move, Side, Subgame};

/// What stands on each square of the box; burnt and outside are the same.
type Board = [[char; BOX]; BOX];

/// Every move of a side, ascending, by walking along the eight directions.
pub fn moves(subgame: &Subgame, side: Side) -> Vec<Move> {
    let own = match side {
        Side::Black => 'X',
        Side::White => 'O',
    };
    let board = board(subgame);
    let mut moves = Vec::new();
    for from in squares_with(&board, own) {
        for to in walks(&board, from) {
            let mut moved = board;
            moved[from.0][from.1] = '.';
            moved[to.0][to.1] = own;
            for shot in walks(&moved, to) {
                let square =
                    |(row, column)| Square::new(row, column).expect("walks stay in the box");
                moves.push(Move { from: square(from), to: square(to), shot: square(shot) });
            }
        }
    }
    moves.sort_unstable();
    moves
}

/// The squares that are not burnt, with what stands on them, after a move.
pub fn after(subgame: &Subgame, action: Move) -> Vec<(Square, char)> {
    let mut board = board(subgame);
    let Move { from, to, shot } = action;
    let amazon = std::mem::replace(&mut board[from.row()][from.column()], '.');
    board[to.row()][to.column()] = amazon;
    board[shot.row()][shot.column()] = '#';
    contents(&board)
}

/// The squares that are not burnt, with what stands on them.
pub fn squares(subgame: &Subgame) -> Vec<(Square, char)> {
    contents(&board(subgame))
}

fn contents(board: &Board) -> Vec<(Square, char)> {
    let all = (0..BOX).flat_map(|row| (0..BOX).map(move |column| (row, column)));
    all.filter_map(|(row, column)| Some((Square::new(row, column)?, board[row][column])))
        .filter(|&(_, c)| c != '#')
        .collect()
}

fn board(subgame: &Subgame) -> Board {
    let mut board = [['#'; BOX]; BOX];
    for (squares, c) in [(subgame.squares(), '.'), (subgame.black(), 'X'), (subgame.white(), 'O')] {
        for square in squares {
            board[square.row()][square.column()] = c;
        }
    }
    board
}

fn squares_with(board: &Board, wanted: char) -> Vec<(usize, usize)> {
    let all = (0..BOX).flat_map(|row| (0..BOX).map(move |column| (row, column)));
    all.filter(|&(row, column)| board[row][column] == wanted).collect()
}

/// Where a queen gets to: along every direction until something is in the way.
fn walks(board: &Board, from: (usize, usize)) -> Vec<(usize, usize)> {
    let mut reached = Vec::new();
    for (down, right) in
        (-1..=1).flat_map(|down: isize| (-1..=1).map(move |right: isize| (down, right)))
    {
        let step = |(row, column): (usize, usize)| {
            let (row, column) = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
            (*board.get(row)?.get(column)? == '.').then_some((row, column))
        };
        // The square itself is no '.', so that no step at all leads nowhere.
        let mut at = from;
        while let Some(next) = step(at) {
            reached.push(next);
            at = next;
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::subgame::tests::any_subgame;

    proptest! {
        #[test]
        fn both_implementations_have_the_same_moves(subgame in any_subgame(7, 7)) {
            for side in Side::BOTH {
                let mut fast = subgame.moves(side);
                fast.sort_unstable();
                prop_assert_eq!(&fast, &moves(&subgame, side));
                for action in fast {
                    prop_assert_eq!(squares(&subgame.after(side, action)), after(&subgame, action));
                }
            }
        }
    }
}
