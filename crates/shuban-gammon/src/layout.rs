//! Places of the points on a drawn board, as the mover sees it.

use shuban_core::checkers::Checkers;

use crate::moves::is_dead;
use crate::position::Position;
use crate::variant::Variant;

/// Checkers drawn one by one on a point; a higher stack shows its number.
pub(crate) const STACK: usize = 5;

/// The columns of points of a board: point 1 is at the bottom right, the highest one above it. The
/// bar divides the home boards from the rest. With an odd number of points the leftmost column has
/// a point at the bottom only.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    pub(crate) columns: usize,
    pub(crate) home: usize,
    points: usize,
}

impl Layout {
    pub(crate) fn new(variant: &Variant) -> Self {
        let points = variant.points();
        Layout { columns: points.div_ceil(2), home: variant.home(), points }
    }

    /// The point at the top of a column. Columns are counted from 1 at the right, so that a
    /// column's number is that of the point at its bottom.
    pub(crate) fn top(&self, column: usize) -> Option<usize> {
        Some(self.points + 1 - column).filter(|&point| point > self.columns)
    }
}

/// The two sides of a drawing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Player {
    Mover,
    Opponent,
}

/// The player on a point of the mover's count, and the number of checkers there.
pub(crate) fn on_point(
    variant: &Variant,
    position: &Position,
    point: usize,
) -> Option<(Player, usize)> {
    let (mover, opponent) = (position.mover.on(point), position.opponent.on(variant.bar() - point));
    match (mover, opponent) {
        (0, 0) => None,
        (0, count) => Some((Player::Opponent, count)),
        (count, _) => Some((Player::Mover, count)),
    }
}

/// Number of a side's checkers that have been borne off.
pub(crate) fn borne_off(variant: &Variant, side: Checkers) -> usize {
    variant.checkers().saturating_sub(side.count())
}

/// Status line: the next action, with the names of the sides in the drawing.
pub(crate) fn status(
    variant: &Variant,
    position: &Position,
    mover: &str,
    opponent: &str,
) -> String {
    if position.mover.is_empty() {
        format!("{mover} has won")
    } else if position.opponent.is_empty() {
        format!("{opponent} has won")
    } else if is_dead(variant, position) {
        "nobody can ever move: a draw".to_owned()
    } else {
        format!("{mover} to roll")
    }
}
