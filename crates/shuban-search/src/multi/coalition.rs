//! One against all others.

use shuban_core::{Payoffs, Seat};

use super::Solution;

/// Whether one seat is first whatever all others do together: OR where it is to move, AND
/// elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coalition {
    /// The seat that is alone.
    pub hero: Seat,
    /// How many players there are.
    pub seats: usize,
}

impl Solution for Coalition {
    type Value = bool;

    /// Whether the hero gets more than every other.
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
