//! Chance events of a game.

use shuban_catalog::{AnyGame, AnyPosition, AnyTurn, Error};
use shuban_core::Random;

/// Returns the seed of a numbered part, derived from a common seed.
pub fn part_seed(seed: u64, part: u64) -> u64 {
    Random::of_part(seed, part).bits()
}

/// Chance events by turn: they depend on the seed and the number of moves before, so that taking a
/// move back does not change the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    seed: u64,
}

impl Dice {
    /// Creates the dice of a seed.
    pub fn new(seed: u64) -> Self {
        Dice { seed }
    }

    /// Creates the dice of a game with this seed: its players use other parts of it.
    pub fn of_game(seed: u64) -> Self {
        Dice::new(part_seed(seed, 0))
    }

    /// Draws the chance event of a position after `ply` moves, by the probabilities; `None` where
    /// chance plays no part.
    pub fn roll(&self, turn: &AnyTurn, ply: usize) -> Option<String> {
        let probabilities = turn.chances.iter().map(|event| event.probability);
        turn.chances.get(self.pick(ply, probabilities))?.text.clone()
    }

    /// Draws the opening position of a game from here, with the player to move and the roll, where
    /// chance decides that; else returns `None`.
    ///
    /// # Errors
    /// [`Error`] if the position is one of another game.
    pub fn opening(
        &self,
        game: &dyn AnyGame,
        start: &AnyPosition,
    ) -> Result<Option<AnyPosition>, Error> {
        let openings = game.openings(start)?;
        let place = self.pick(0, openings.iter().map(|opening| opening.probability));
        Ok(openings.into_iter().nth(place).map(|opening| opening.position))
    }

    /// Draws the index of an event by the probabilities.
    fn pick(&self, ply: usize, probabilities: impl ExactSizeIterator<Item = f64>) -> usize {
        // A double has 53 bits.
        let bits = Random::of_part(self.seed, ply as u64).bits() >> 11;
        let mut left = bits as f64 / (1u64 << 53) as f64;
        // Probabilities that are rounded down leave a remainder, which goes to the last one.
        let last = probabilities.len().saturating_sub(1);
        for (place, probability) in probabilities.enumerate() {
            if left < probability {
                return place;
            }
            left -= probability;
        }
        last
    }
}
