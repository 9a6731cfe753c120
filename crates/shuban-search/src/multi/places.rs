//! Sets of outcomes: the payoffs of all players, not the winner alone.

use std::collections::BTreeSet;

use shuban_core::{Payoffs, Seat};

use super::Solution;

/// Singleton values with all places: a value is the set of payoff vectors that may come about, such
/// as the orders in which players go out, worth 2, 1 and 0 points or any others.
///
/// The tiers are those of [`Singleton`](super::Singleton), generalised: the player to move judges a
/// set by its mean payoff, as if all vectors in it were equally likely, and the sets of the best
/// mean are united. Where the winner gets one point and all others zero, a set of k vectors with
/// one's own among them has the mean 1/k, so that the tiers are those of the singleton rule: 1 < 2
/// < … < n, and then the sets without oneself.
///
/// Of three players with distinct payoffs there are six vectors and 63 values; of five 120 vectors,
/// so that sets, not their number, are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Places;

/// Returns the sum of a seat's payoffs over a set, and the set's size: their quotient is the mean.
fn sum_and_size(set: &BTreeSet<Payoffs>, seat: Seat) -> (i64, i64) {
    let sum = set.iter().map(|payoffs| i64::from(payoffs.of(seat))).sum();
    (sum, set.len().max(1) as i64)
}

impl Solution for Places {
    type Value = BTreeSet<Payoffs>;

    fn leaf(&self, payoffs: &Payoffs) -> BTreeSet<Payoffs> {
        BTreeSet::from([*payoffs])
    }

    fn unite(&self, mover: Seat, plays: &[BTreeSet<Payoffs>]) -> BTreeSet<Payoffs> {
        let means: Vec<(i64, i64)> = plays.iter().map(|set| sum_and_size(set, mover)).collect();
        let compare = |a: &(i64, i64), b: &(i64, i64)| (a.0 * b.1).cmp(&(b.0 * a.1));
        let best = means.iter().copied().max_by(compare);
        let liked = plays
            .iter()
            .zip(&means)
            .filter(|(_, mean)| best.is_some_and(|best| compare(&best, mean).is_eq()));
        liked.flat_map(|(set, _)| set).copied().collect()
    }
}
