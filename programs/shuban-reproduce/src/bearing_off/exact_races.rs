//! Races as fractions.

use num_rational::BigRational;
use num_traits::Zero;
use rustc_hash::FxHashMap;
use shuban_core::{Checkers, Game, rolls};
use shuban_gammon::{Gammon, MoveGenerator, Position};

/// The sides can still hit or block each other: the value of the position may rest on itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{position} is no race: the sides are still in contact")]
pub struct Contact {
    /// The position, as text.
    pub position: String,
}

/// Exact values of races, by plain recursion from a position to the end of the game, each position
/// worked out once.
pub struct ExactRaces<'g> {
    game: &'g Gammon,
    known: FxHashMap<(Checkers, Checkers), BigRational>,
}

impl<'g> ExactRaces<'g> {
    /// Nothing is worked out yet.
    pub fn new(game: &'g Gammon) -> Self {
        ExactRaces { game, known: FxHashMap::default() }
    }

    /// The expected result of the player about to roll.
    ///
    /// # Errors
    /// [`Contact`] if the sides have not passed each other.
    pub fn equity(&mut self, position: &Position) -> Result<BigRational, Contact> {
        let contact = || Contact { position: self.game.format(position) };
        let is_over = self.game.outcome(position).is_some();
        if !is_over && position.is_contact(&self.game.variant) {
            return Err(contact());
        }
        self.value(position).ok_or_else(contact)
    }

    /// How many positions have been worked out so far. Those where the game is over are not
    /// counted: the rules know them.
    pub fn visited(&self) -> usize {
        self.known.len()
    }

    /// The probability of each roll times the best play's result; `None` of nothing.
    fn value(&mut self, position: &Position) -> Option<BigRational> {
        let whole = |number: i64| BigRational::from_integer(number.into());
        if let Some(payoffs) = self.game.outcome(position) {
            return Some(whole(payoffs.of(position.seat()).into()));
        }
        let sides = (position.mover, position.opponent);
        if let Some(known) = self.known.get(&sides) {
            return Some(known.clone());
        }
        let variant = &self.game.variant;
        let turn = MoveGenerator::new(variant, position);
        let (mut sum, mut total) = (BigRational::zero(), 0);
        for (roll, weight) in rolls(variant.faces()) {
            let mut best = None;
            for (_, after) in turn.plays(roll) {
                best = best.max(Some(-self.value(&after)?));
            }
            sum += best? * whole(weight.into());
            total += i64::from(weight);
        }
        let value = sum / whole(total);
        self.known.insert(sides, value.clone());
        Some(value)
    }
}
