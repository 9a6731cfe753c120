//! Races as fractions.

use num_rational::BigRational;
use num_traits::Zero;
use rustc_hash::FxHashMap;
use shuban_core::Game;
use shuban_core::checkers::Checkers;
use shuban_core::dice::rolls;
use shuban_gammon::{Gammon, MoveGenerator, Position};

/// Error: the sides can still hit or block each other, so the position's value may rest on itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{position} is no race: the sides are still in contact")]
pub struct Contact {
    /// The position, as text.
    pub position: String,
}

/// Exact values of races, by plain recursion from a position to the end of the game, each position
/// computed once.
pub struct ExactRaces<'g> {
    game: &'g Gammon,
    known: FxHashMap<(Checkers, Checkers), BigRational>,
}

impl<'g> ExactRaces<'g> {
    /// Creates an empty cache of values.
    pub fn new(game: &'g Gammon) -> Self {
        ExactRaces { game, known: FxHashMap::default() }
    }

    /// Returns the expected result of the player about to roll.
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

    /// Returns the number of positions computed so far. Finished games are not counted: the rules
    /// give their values.
    pub fn visited(&self) -> usize {
        self.known.len()
    }

    /// Returns the mean over rolls of the best play's result; `None` if a roll had no play.
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
