//! What chance brings.

use shuban_catalog::AnyAnswer;
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

    /// What chance brings in a position after this many moves, each event as often as it is
    /// probable; none where it plays no part.
    pub fn roll(&self, rules: &AnyAnswer, ply: usize) -> Option<String> {
        // A double has 53 bits.
        let bits = Random::of_part(self.seed, ply as u64).bits() >> 11;
        let mut left = bits as f64 / (1u64 << 53) as f64;
        for event in &rules.events {
            if left < event.probability {
                return event.chance.clone();
            }
            left -= event.probability;
        }
        // Probabilities that are rounded down leave a little.
        rules.events.last()?.chance.clone()
    }
}
