//! Singleton values: one set of possible winners.

use shuban_core::{Payoffs, Seat, Winners};

use super::Solution;

/// Singleton values: a leaf is the seat that wins, and what is handed up is one set of seats that
/// may win, [united](Winners::united) by tiers (Nishino and Nishino, 2010, section 2.5 and Table
/// 1).
///
/// Of `n` players there are 2ⁿ − 1 values, however large the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Singleton {
    /// How many players there are.
    pub seats: usize,
}

impl Solution for Singleton {
    type Value = Winners;

    fn leaf(&self, payoffs: &Payoffs) -> Winners {
        Winners::leading(payoffs, self.seats)
    }

    fn unite(&self, mover: Seat, plays: &[Winners]) -> Winners {
        Winners::united(mover, plays)
    }

    /// To win alone.
    fn decides(&self, mover: Seat, value: &Winners) -> bool {
        *value == Winners::only(mover)
    }
}
