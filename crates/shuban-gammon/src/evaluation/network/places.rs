//! Inputs of the network: the number of checkers of each side on each place.

use crate::position::Position;
use crate::variant::Variant;

/// The inputs of a network, numbered: one for each side, place and number of checkers there.
///
/// Sides are the one about to roll and the other. Places are each side's own: 0 for checkers that
/// are borne off, then the points, then the bar. A place without a checker has no input. So a
/// position has one input for each occupied place, and no two positions have the same inputs but
/// those that differ in the seat alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    places: usize,
    checkers: usize,
}

impl Places {
    /// The inputs of a variant.
    pub fn of(variant: &Variant) -> Self {
        Places { places: variant.bar() + 1, checkers: variant.checkers() }
    }

    /// Number of inputs.
    pub fn inputs(self) -> usize {
        2 * self.places * self.checkers
    }

    /// The most checkers on a place. Each place has that many inputs, one after the other: for one
    /// checker, for two, and so on.
    pub fn checkers(self) -> usize {
        self.checkers
    }

    /// Calls `each` with the input of every occupied place and the number of checkers there, in
    /// ascending order.
    #[inline(always)]
    pub fn for_each(self, position: &Position, mut each: impl FnMut(usize, usize)) {
        for (number, side) in [position.mover, position.opponent].into_iter().enumerate() {
            let first = number * self.places * self.checkers;
            let off = self.checkers.saturating_sub(side.count());
            if off > 0 {
                each(first + off - 1, off);
            }
            for (place, count) in side.iter() {
                each(first + place * self.checkers + count - 1, count);
            }
        }
    }
}
