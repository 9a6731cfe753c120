//! Soft-max^n: all vectors of payoffs that ties could give.

use std::collections::BTreeSet;

use shuban_core::{Payoffs, Seat};

use super::Solution;

/// Condition under which a set of vectors dominates another for the player to move, so that the
/// other is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Dominance {
    /// Its worst vector is better than the other's best. Then the result contains what
    /// [`MaxN`](super::MaxN) gives under **every** way of breaking ties.
    #[default]
    Strict,
    /// Its worst vector is no worse than the other's best, and not all are alike: a player who is
    /// sure of the best takes no chance. Nishino and Nishino argue so (section 2.2); it hands up
    /// fewer vectors, and misses results of ties in which a player takes the chance all the same.
    Weak,
}

/// Soft-max^n: the vectors of all plays that are not dominated by another play are handed up
/// together (Sturtevant and Bowling, 2006).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SoftMaxN {
    /// Rule by which plays are left out.
    pub dominance: Dominance,
}

/// Returns the least and the greatest payoff of a seat in a set.
fn range(set: &BTreeSet<Payoffs>, seat: Seat) -> (i16, i16) {
    let own = || set.iter().map(|payoffs| payoffs.of(seat));
    (own().min().unwrap_or_default(), own().max().unwrap_or_default())
}

impl Solution for SoftMaxN {
    type Value = BTreeSet<Payoffs>;

    fn leaf(&self, payoffs: &Payoffs) -> BTreeSet<Payoffs> {
        BTreeSet::from([*payoffs])
    }

    fn unite(&self, mover: Seat, plays: &[BTreeSet<Payoffs>]) -> BTreeSet<Payoffs> {
        let ranges: Vec<(i16, i16)> = plays.iter().map(|set| range(set, mover)).collect();
        let dominates =
            |(worst, best): (i16, i16), (other_worst, other_best): (i16, i16)| match self.dominance
            {
                Dominance::Strict => worst > other_best,
                Dominance::Weak => worst >= other_best && best > other_worst,
            };
        let is_left = |other: (i16, i16)| !ranges.iter().any(|&range| dominates(range, other));
        let left = plays.iter().zip(&ranges).filter(|&(_, &range)| is_left(range));
        left.flat_map(|(set, _)| set).copied().collect()
    }
}
