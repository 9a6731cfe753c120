//! Positions and moves written as text.

use crate::position::Position;
use crate::squares::Square;
use crate::subgame::{Army, Move, Subgame};

/// Writes a position as [`parse_position`](crate::parse_position) reads it; the side to move only if it is White.
pub fn format_position(position: &Position) -> String {
    let rows: Vec<String> = (0..position.height())
        .map(|row| {
            (0..position.width()).map(|column| character(position.subgame(), row, column)).collect()
        })
        .collect();
    let turn = if position.to_move() == Army::White { " white" } else { "" };
    rows.join("/") + turn
}

/// The character of a square, as positions are written.
pub(crate) fn character(subgame: &Subgame, row: usize, column: usize) -> char {
    match Square::new(row, column).filter(|&square| subgame.squares().contains(square)) {
        None => '#',
        Some(square) if subgame.black().contains(square) => 'X',
        Some(square) if subgame.white().contains(square) => 'O',
        Some(_) => '.',
    }
}

/// A square of a board of this height, as text: its file from the left, `a` first, and its rank
/// from the bottom, 1 first.
pub(crate) fn format_square(height: usize, square: Square) -> String {
    let file = char::from(b'a' + square.column() as u8);
    format!("{file}{}", height.saturating_sub(square.row()))
}

/// A move on a board as text: from, to, and the burnt square: `a1-b2/c3`.
pub fn format_move(position: &Position, action: &Move) -> String {
    let [from, to, shot] = [action.from, action.to, action.shot]
        .map(|square| format_square(position.height(), square));
    format!("{from}-{to}/{shot}")
}
