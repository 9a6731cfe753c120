//! Tables: all positions of Awari with a number of stones.

use shuban_core::combinatorics::{MultisetRank, multisets, unrank_multiset};
use shuban_core::equation::{EquationOf, equation_receding};
use shuban_core::loopy::{PlayOf, backup_receding, through_play};
use shuban_core::{
    Ask, Cost, Dictionary, Domain, Explain, Fields, Index, IndexError, IndexOf, Layer, LayerId,
    Loopy, Part, PartId, Receding, Seat, Unanswered,
};

use crate::game::{Awari, Position, SIDE, STONES};

/// All ways to put n stones into the twelve pits: C(n + 11, 11).
struct Boards(usize);

impl Index for Boards {
    type Position = Position;

    fn len(&self) -> u64 {
        multisets(2 * SIDE, self.0)
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        let mut rank = MultisetRank::default();
        for (pit, &stones) in position.pits.iter().enumerate() {
            rank.push(pit, stones.into());
        }
        (usize::from(position.stones()) == self.0).then(|| rank.rank())
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        let mut pits = [0; 2 * SIDE];
        if rank < self.len() {
            unrank_multiset(rank, self.0, 2 * SIDE, |pit, stones| pits[pit] = stones as u8);
        }
        (rank < self.len()).then_some(Position { pits, seat: 0 })
    }
}

/// Layer `awari/N` has the positions with N stones. A capture leads to an earlier layer; without
/// one, stones may go round for ever.
pub struct Endgames(Vec<Layer>);

/// The most stones that one play captures: three from each pit of the opponent.
const MOST_CAPTURED: usize = 3 * SIDE;

impl Default for Endgames {
    fn default() -> Self {
        let layer = |stones: usize| Layer {
            name: format!("awari/{stones}"),
            parts: vec![Part { name: "all".into(), positions: Some(Boards(stones).len()) }],
            needs: (stones.saturating_sub(MOST_CAPTURED)..stones.saturating_sub(1))
                .map(LayerId)
                .collect(),
            cyclic: true,
        };
        Endgames((0..=usize::from(STONES)).map(layer).collect())
    }
}

impl Domain for Endgames {
    type Game = Awari;
    type Value = Receding;
    type Record = Receding;

    fn name(&self) -> String {
        "awari".to_owned()
    }

    fn game(&self) -> &Awari {
        &Awari
    }

    fn layers(&self) -> &[Layer] {
        &self.0
    }

    fn index(&self, part: PartId) -> Result<IndexOf<Self>, IndexError> {
        Ok(Box::new(Boards(part.layer.0)))
    }

    fn locate(&self, position: &Position) -> Option<PartId> {
        Some(PartId { layer: LayerId(position.stones().into()), part: 0 })
    }

    fn backup(
        &self,
        position: &Position,
        ask: &mut dyn Ask<Position, Receding>,
    ) -> Result<Receding, Unanswered> {
        backup_receding(self, position, ask)
    }

    fn encode(&self, value: &Receding, _: &Dictionary<Receding>) -> Receding {
        *value
    }

    fn decode(&self, record: Receding, _: &Dictionary<Receding>) -> Option<Receding> {
        (record.score().unsigned_abs() <= STONES.into()).then_some(record)
    }
}

impl Loopy for Endgames {
    fn reward(&self, position: &Position, play: &PlayOf<Self>) -> i16 {
        i16::from(position.stones()) - i16::from(play.after.stones())
    }
}

impl Explain for Endgames {
    fn about(&self, layer: &Layer) -> String {
        format!("all positions with {} stones", layer.name.trim_start_matches("awari/"))
    }

    fn cost(&self, layer: &Layer) -> Cost {
        Cost { core_seconds: 2e-6 * layer.positions() as f64 }
    }

    fn fields(&self, value: &Receding) -> Fields {
        value.score_fields()
    }

    fn merit(&self, _: &Position, value: &Receding, _: Seat) -> i128 {
        value.merit(0).into()
    }

    fn seen_by(&self, value: Receding, position: &Position, seat: Seat) -> Receding {
        if position.seat == seat { value } else { -value }
    }

    fn equation(&self, position: &Position) -> Option<EquationOf<Self>> {
        equation_receding(self, position)
    }

    fn through(&self, value: Receding, position: &Position, play: &PlayOf<Self>) -> Receding {
        through_play(self, value, position, play)
    }
}
