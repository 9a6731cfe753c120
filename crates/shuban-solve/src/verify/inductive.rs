//! The conditions of an inductive table.

use shuban_core::Interval;

/// The requirement on the bounds of a position: l + slack ≤ ⌊T u⌋ and ⌈T l⌉ ≤ u − slack, for every
/// nontrivial bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    /// The slack, in units.
    pub(super) slack: i64,
    /// The range of all possible values.
    pub(super) possible: Interval,
}

impl Asked {
    /// Returns true if the stored lower bound meets it, given the one that follows.
    pub(super) fn lower(&self, stored: Interval, follows: i32) -> bool {
        stored.lower <= self.possible.lower
            || i64::from(stored.lower) + self.slack <= follows.into()
    }

    /// Returns true if the upper bound does.
    pub(super) fn upper(&self, stored: Interval, follows: i32) -> bool {
        stored.upper >= self.possible.upper
            || i64::from(stored.upper) - self.slack >= follows.into()
    }
}
