//! The plain reference implementation of the rules: everything on a board of characters, step by
//! step. It shares nothing with [`Subgame`] but the types of its arguments: tests and the `check`
//! command compare the two.

use crate::squares::{BOX, Square};
use crate::subgame::{Army, Move, Subgame};

/// Contents of each square of the box; burnt and outside are the same.
type CharBoard = [[char; BOX]; BOX];

/// Every move of a side, ascending, by walking along the eight directions.
pub fn moves(subgame: &Subgame, side: Army) -> Vec<Move> {
    let own = match side {
        Army::Black => 'X',
        Army::White => 'O',
    };
    let board = board(subgame);
    let mut moves = Vec::new();
    for (from, _) in contents(&board).into_iter().filter(|&(_, c)| c == own) {
        for to in walks(&board, from) {
            let mut moved = board;
            moved[from.row()][from.column()] = '.';
            moved[to.row()][to.column()] = own;
            moves.extend(walks(&moved, to).into_iter().map(|shot| Move { from, to, shot }));
        }
    }
    moves.sort_unstable();
    moves
}

/// The squares that are not burnt, with their contents, after a move.
pub fn after(subgame: &Subgame, action: Move) -> Vec<(Square, char)> {
    let mut board = board(subgame);
    let Move { from, to, shot } = action;
    let amazon = std::mem::replace(&mut board[from.row()][from.column()], '.');
    board[to.row()][to.column()] = amazon;
    board[shot.row()][shot.column()] = '#';
    contents(&board)
}

/// The squares that are not burnt, with their contents.
pub fn squares(subgame: &Subgame) -> Vec<(Square, char)> {
    contents(&board(subgame))
}

fn contents(board: &CharBoard) -> Vec<(Square, char)> {
    let all = (0..BOX).flat_map(|row| (0..BOX).map(move |column| (row, column)));
    all.filter_map(|(row, column)| Some((Square::new(row, column)?, board[row][column])))
        .filter(|&(_, c)| c != '#')
        .collect()
}

fn board(subgame: &Subgame) -> CharBoard {
    let mut board = [['#'; BOX]; BOX];
    for (squares, c) in [(subgame.squares(), '.'), (subgame.black(), 'X'), (subgame.white(), 'O')] {
        for square in squares {
            board[square.row()][square.column()] = c;
        }
    }
    board
}

/// Squares that a queen reaches: along every direction until something is in the way.
fn walks(board: &CharBoard, from: Square) -> Vec<Square> {
    let mut reached = Vec::new();
    for (down, right) in
        (-1..=1).flat_map(|down: isize| (-1..=1).map(move |right: isize| (down, right)))
    {
        let step = |at: &Square| {
            let row = at.row().checked_add_signed(down)?;
            let column = at.column().checked_add_signed(right)?;
            Square::new(row, column).filter(|_| board[row][column] == '.')
        };
        // The square itself is not '.', so that a blocked first step leads nowhere.
        reached.extend(std::iter::successors(step(&from), step));
    }
    reached
}
