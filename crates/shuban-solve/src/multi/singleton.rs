//! Singleton values: one set of possible winners.

use shuban_core::{MAX_SEATS, Payoffs, Seat};

use super::{Solution, Winners};

/// Singleton values: a leaf is the seat that wins, and what is handed up is one set of seats that may win,
/// united by tiers (Nishino and Nishino, 2010, section 2.5 and Table 1).
///
/// Whoever is to move likes to win alone best, then any set of two with itself, and so on to the set of all;
/// then the sets without itself, which are all alike. All sets of the best tier that occurs are united: of
/// three players c is to move, so c > {ac, bc} > abc > {a, b, ab}. A set that comes about by uniting may be
/// larger than its tier (ac and bc give abc), which is why it has to be done at once for all plays.
///
/// Of `n` players there are 2ⁿ − 1 values, however large the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Singleton {
    /// How many players there are.
    pub seats: usize,
}

impl Singleton {
    /// How much a seat likes a set, the less the better: how many may win if it is one of them, else more than
    /// there are players.
    pub fn tier(self, mover: Seat, set: Winners) -> usize {
        if set.contains(mover) { set.len() } else { self.seats + 1 }
    }
}

impl Solution for Singleton {
    type Value = Winners;

    /// All seats that get most: one, but for a draw.
    fn leaf(&self, payoffs: &Payoffs) -> Winners {
        let seats = 0..self.seats.min(MAX_SEATS);
        let most = seats.clone().map(|seat| payoffs.of(seat)).max();
        Winners::of(seats.filter(|&seat| Some(payoffs.of(seat)) == most))
    }

    fn unite(&self, mover: Seat, plays: &[Winners]) -> Winners {
        let best = plays.iter().map(|&set| self.tier(mover, set)).min();
        let liked = plays.iter().filter(|&&set| Some(self.tier(mover, set)) == best);
        liked.fold(Winners::NOBODY, |all, &set| all.union(set))
    }

    /// To win alone.
    fn decides(&self, mover: Seat, value: &Winners) -> bool {
        *value == Winners::only(mover)
    }
}
