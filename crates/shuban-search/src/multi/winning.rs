//! Winners: one set of possible winners, or one player against all others.

use shuban_core::{Payoffs, Seat, Winners};

use super::Solution;

/// Singleton values: a leaf is the seat that wins, and one set of seats that may win is handed up,
/// [united](Winners::united) by tiers (Nishino and Nishino, 2010, section 2.5 and Table 1).
///
/// Of `n` players there are 2ⁿ − 1 values, however large the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Singleton {
    /// Number of players.
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

    /// Returns true if the mover wins alone.
    fn decides(&self, mover: Seat, value: &Winners) -> bool {
        *value == Winners::only(mover)
    }
}

/// Win of one seat against all others together: OR where it is to move, AND elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coalition {
    /// Seat that plays alone.
    pub hero: Seat,
    /// Number of players.
    pub seats: usize,
}

impl Solution for Coalition {
    type Value = bool;

    /// Returns true if the hero gets more than every other.
    fn leaf(&self, payoffs: &Payoffs) -> bool {
        let mut others = (0..self.seats).filter(|&seat| seat != self.hero);
        others.all(|other| payoffs.of(other) < payoffs.of(self.hero))
    }

    fn unite(&self, mover: Seat, plays: &[bool]) -> bool {
        if mover == self.hero { plays.contains(&true) } else { !plays.contains(&false) }
    }

    fn decides(&self, mover: Seat, value: &bool) -> bool {
        *value == (mover == self.hero)
    }
}
