//! What chance brings.

use shuban_catalog::{AnyGame, AnyPosition, AnyTurn, Error};
use shuban_core::Random;

/// The seed of one of several parts that a seed is for.
pub fn part_seed(seed: u64, part: u64) -> u64 {
    Random::of_part(seed, part).bits()
}

/// What chance brings in each turn: it depends on the seed and the number of moves before, so that
/// a move that is taken back does not change the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    seed: u64,
}

impl Dice {
    /// The dice of a seed.
    pub fn new(seed: u64) -> Self {
        Dice { seed }
    }

    /// The dice of a game with this seed: its players have other parts of it.
    pub fn of_game(seed: u64) -> Self {
        Dice::new(part_seed(seed, 0))
    }

    /// What chance brings in a position after this many moves, each event as often as it is
    /// probable; none where it plays no part.
    pub fn roll(&self, turn: &AnyTurn, ply: usize) -> Option<String> {
        let probabilities = turn.chances.iter().map(|event| event.probability);
        turn.chances.get(self.pick(ply, probabilities))?.text.clone()
    }

    /// The position that a game from here begins with: whose turn it is, and the roll, where chance
    /// decides that; none where it does not.
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

    /// The place of one of several things, each as often as it is probable.
    fn pick(&self, ply: usize, probabilities: impl ExactSizeIterator<Item = f64>) -> usize {
        // A double has 53 bits.
        let bits = Random::of_part(self.seed, ply as u64).bits() >> 11;
        let mut left = bits as f64 / (1u64 << 53) as f64;
        // Probabilities that are rounded down leave a little, which the last one has.
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
