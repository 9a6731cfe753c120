//! A large graph that takes no memory: plays lead to numbers that follow from a number.

use shuban_core::loopy::backup_receding;
use shuban_core::{
    Ask, Dictionary, Domain, Game, Index, IndexError, IndexOf, Layer, LayerId, Loopy,
    NotationError, Part, PartId, Payoffs, Play, Random, Receding, Seat, Unanswered,
};

/// Positions are numbers below a limit; two plays lead from each, or the game is over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    positions: u64,
    /// True if plays lead to any number; false if only to smaller ones.
    is_cyclic: bool,
}

impl Steps {
    /// Returns the number of plays of all positions together.
    pub(crate) fn plays(self) -> u64 {
        let is_over = |number: &u64| self.outcome(number).is_some();
        2 * (self.positions - (0..self.positions).filter(is_over).count() as u64)
    }
}

impl Game for Steps {
    type Position = u64;
    type Chance = ();
    type Move = u64;

    fn name(&self) -> String {
        "steps".to_owned()
    }

    fn to_move(&self, number: &u64) -> Seat {
        (number % 2) as Seat
    }

    fn outcome(&self, number: &u64) -> Option<Payoffs> {
        let payoff = if number.is_multiple_of(3) { 1 } else { -1 };
        (number % 40 < 2).then(|| Payoffs::new(&[payoff, -payoff]))
    }

    fn chances(&self, _: &u64) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, number: &u64, (): (), plays: &mut Vec<Play<u64, u64>>) {
        let after = |play: u64| match self.is_cyclic {
            true => Random::of_part(play, *number).below(self.positions),
            false => number / play,
        };
        plays.extend([2, 3].map(|play| Play { action: play, after: after(play) }));
    }

    fn parse(&self, text: &str) -> Result<u64, NotationError> {
        Err(NotationError::new(text, 0, "not read"))
    }

    fn format(&self, number: &u64) -> String {
        number.to_string()
    }

    fn format_move(&self, _: &u64, (): (), play: &u64) -> String {
        play.to_string()
    }
}

impl Index for Steps {
    type Position = u64;

    fn len(&self) -> u64 {
        self.positions
    }

    fn rank(&self, number: &u64) -> Option<u64> {
        (*number < self.positions).then_some(*number)
    }

    fn unrank(&self, rank: u64) -> Option<u64> {
        (rank < self.positions).then_some(rank)
    }
}

/// A domain of all numbers, in one layer.
pub(crate) struct HashWalk {
    pub(crate) steps: Steps,
    layers: [Layer; 1],
}

impl HashWalk {
    pub(crate) fn new(positions: u64, is_cyclic: bool) -> Self {
        let part = Part { name: "all".to_owned(), positions: Some(positions) };
        let (name, needs) = ("hash-walk/all".to_owned(), Vec::new());
        let layer = Layer { name, parts: vec![part], needs, cyclic: is_cyclic };
        HashWalk { steps: Steps { positions, is_cyclic }, layers: [layer] }
    }
}

impl Domain for HashWalk {
    type Game = Steps;
    type Value = Receding;
    type Record = Receding;

    fn name(&self) -> String {
        "hash-walk".to_owned()
    }

    fn game(&self) -> &Steps {
        &self.steps
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, _: PartId) -> Result<IndexOf<Self>, IndexError> {
        Ok(Box::new(self.steps))
    }

    fn locate(&self, _: &u64) -> Option<PartId> {
        Some(PartId { layer: LayerId(0), part: 0 })
    }

    fn backup(
        &self,
        number: &u64,
        ask: &mut dyn Ask<u64, Receding>,
    ) -> Result<Receding, Unanswered> {
        backup_receding(self, number, ask)
    }

    fn encode(&self, value: &Receding, _: &Dictionary<Receding>) -> Receding {
        *value
    }

    fn decode(&self, record: Receding, _: &Dictionary<Receding>) -> Option<Receding> {
        Some(record)
    }
}

impl Loopy for HashWalk {}
