//! Labels of drawings besides the squares.

use shuban_core::Game;

use crate::game::Amazons;
use crate::notation::format_square;
use crate::position::Position;
use crate::squares::Square;
use crate::subgame::{Army, Subgame};

/// The independent region that a square belongs to; `None` for burnt squares.
pub(crate) fn region_of(regions: &[Subgame], square: Square) -> Option<usize> {
    regions.iter().position(|region| region.squares().contains(square))
}

/// Status line: the next action, with the names of the sides in the drawing.
pub(crate) fn status(position: &Position, black: &str, white: &str) -> String {
    let (mover, other) = match position.to_move() {
        Army::Black => (black, white),
        Army::White => (white, black),
    };
    match Amazons.outcome(position) {
        Some(_) => format!("{mover} cannot move: {other} has won"),
        None => format!("{mover} to move"),
    }
}

/// A region as text: `5 squares at a2: 1 X, 1 O`.
pub(crate) fn region_text(position: &Position, region: &Subgame) -> String {
    let (size, first) = (region.squares().len(), region.squares().first());
    let at = first.map_or(String::new(), |first| format_square(position.height(), first));
    let plural = if size == 1 { "" } else { "s" };
    let (b, w) = (region.black().len(), region.white().len());
    format!("{size} square{plural} at {at}: {b} X, {w} O")
}
