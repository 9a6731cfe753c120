//! Play at random.

use shuban_catalog::Error;
use shuban_core::Random;

use crate::player::{Basis, Choice, Player, Turn, no_play};

/// Chooses each legal play with the same probability. The choice depends on the seed and the number
/// of moves before.
pub struct Uniform {
    seed: u64,
}

impl Uniform {
    /// The player of a seed.
    pub fn new(seed: u64) -> Self {
        Uniform { seed }
    }
}

impl Player for Uniform {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Error> {
        let plays = turn.plays();
        let place = Random::of_part(self.seed, turn.ply as u64).place(plays.len());
        let basis = if plays.len() == 1 { Basis::OnlyMove } else { Basis::Random };
        turn.choice(&plays.get(place).ok_or_else(no_play)?.action, basis)
    }
}
