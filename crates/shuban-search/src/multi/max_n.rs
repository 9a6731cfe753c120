//! Max^n: one vector of payoffs.

use shuban_core::{Payoffs, Seat};

use super::Solution;

/// Rule for ties between best plays. An equilibrium is found with any of these rules, commonly
/// another one with each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Tie {
    /// The first in the order of [`Game::plays`](shuban_core::Game::plays).
    #[default]
    First,
    /// The last in that order.
    Last,
    /// The one with the lexicographically least vector of payoffs, from seat 0 on, regardless of
    /// the order of plays.
    Least,
    /// The one with the lexicographically greatest vector.
    Greatest,
}

/// Max^n: the player to move takes the play that gives it most, and its vector of payoffs is handed
/// up (Luckhart and Irani, 1986). Where several give most, [`Tie`] decides which one is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct MaxN {
    /// Tie rule.
    pub tie: Tie,
}

impl Solution for MaxN {
    type Value = Payoffs;

    fn leaf(&self, payoffs: &Payoffs) -> Payoffs {
        *payoffs
    }

    fn unite(&self, mover: Seat, plays: &[Payoffs]) -> Payoffs {
        let better = |best: &Payoffs, other: &Payoffs| match self.tie {
            Tie::First => false,
            Tie::Last => true,
            Tie::Least => other < best,
            Tie::Greatest => other > best,
        };
        let best = plays.iter().copied().reduce(|best, other| {
            let order = other.of(mover).cmp(&best.of(mover));
            let is_better = order.is_gt() || order.is_eq() && better(&best, &other);
            if is_better { other } else { best }
        });
        best.unwrap_or(Payoffs::new(&[]))
    }
}
