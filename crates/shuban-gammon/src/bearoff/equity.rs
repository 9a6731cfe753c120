//! What a position between two sides is worth, in any arithmetic.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use shuban_core::{Game, Unanswered, rolls};

use super::fine_interval::{FINE_ONE, FineInterval};
use crate::game::Gammon;
use crate::moves::{Scratch, Turn};
use crate::position::Position;

/// Numbers that expected results are worked out in: bounds, or fractions.
pub(super) trait Equity: Clone {
    /// A result in whole points.
    fn points(points: i16) -> Self;
    /// The same for the other side.
    fn for_the_other(&self) -> Self;
    /// The larger of two.
    fn larger(self, other: Self) -> Self;
    /// The weighted mean; `None` of nothing.
    fn mean(weighted: Vec<(u32, Self)>) -> Option<Self>;
}

impl Equity for FineInterval {
    fn points(points: i16) -> Self {
        FineInterval::exactly(i64::from(points) * FINE_ONE)
    }

    fn for_the_other(&self) -> Self {
        -*self
    }

    fn larger(self, other: Self) -> Self {
        self.max(other)
    }

    fn mean(weighted: Vec<(u32, Self)>) -> Option<Self> {
        FineInterval::mean(weighted)
    }
}

impl Equity for BigRational {
    fn points(points: i16) -> Self {
        BigRational::from_integer(points.into())
    }

    fn for_the_other(&self) -> Self {
        -self
    }

    fn larger(self, other: Self) -> Self {
        self.max(other)
    }

    fn mean(weighted: Vec<(u32, Self)>) -> Option<Self> {
        let total: u32 = weighted.iter().map(|(weight, _)| weight).sum();
        let sum = weighted.into_iter().fold(BigRational::zero(), |sum, (weight, value)| {
            sum + value * BigRational::from_integer(BigInt::from(weight))
        });
        (total > 0).then(|| sum / BigRational::from_integer(BigInt::from(total)))
    }
}

/// V(p) = Σ over rolls of the probability times max over plays of −V(after the play), or the result
/// where the game is over. Asks for no position where a side has borne off everything.
pub(super) fn expected_result<V: Equity>(
    game: &Gammon,
    position: &Position,
    ask: &mut dyn FnMut(&Position) -> Result<V, Unanswered>,
) -> Result<V, Unanswered> {
    if let Some(payoffs) = game.outcome(position) {
        return Ok(V::points(payoffs.of(position.seat())));
    }
    let turn = Turn::new(&game.variant, position);
    let mut scratch = Scratch::default();
    let mut by_roll = Vec::with_capacity(21);
    for (roll, weight) in rolls(game.variant.faces()) {
        let mut best: Result<Option<V>, Unanswered> = Ok(None);
        turn.for_each_after(roll, &mut scratch, |after| {
            let Ok(so_far) = &mut best else { return };
            // Only whoever has just played can have ended the game.
            let value = match after.opponent.is_empty().then(|| game.outcome(&after)).flatten() {
                Some(payoffs) => Ok(V::points(payoffs.of(after.seat()))),
                None => ask(&after),
            };
            match value.map(|value| value.for_the_other()) {
                Err(unanswered) => best = Err(unanswered),
                Ok(value) => {
                    *so_far = Some(match so_far.take() {
                        Some(best) => best.larger(value),
                        None => value,
                    });
                }
            }
        });
        by_roll.push((weight, best?.ok_or_else(Unanswered::default)?));
    }
    V::mean(by_roll).ok_or_else(Unanswered::default)
}
