//! The conditions of an inductive table.

use shuban_core::Interval;

/// What is asked of the bounds of a position: l + slack ≤ ⌊T u⌋ and ⌈T l⌉ ≤ u − slack, wherever a
/// bound says anything.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    /// In units.
    pub(super) slack: i64,
    /// Between which bounds every value lies.
    pub(super) possible: Interval,
}

impl Asked {
    /// Whether the stored lower bound keeps to that, with what follows from successors.
    pub(super) fn lower(&self, stored: Interval, follows: i32) -> bool {
        stored.lower <= self.possible.lower
            || i64::from(stored.lower) + self.slack <= follows.into()
    }

    /// Whether the upper bound does.
    pub(super) fn upper(&self, stored: Interval, follows: i32) -> bool {
        stored.upper >= self.possible.upper
            || i64::from(stored.upper) - self.slack >= follows.into()
    }
}
