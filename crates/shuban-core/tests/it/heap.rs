//! A small game that the tests share, and tables of it.

use shuban_core::equation::{EquationOf, equation_receding};
use shuban_core::loopy::{PlayOf, backup_receding, through_play};
use shuban_core::{
    Ask, Cost, Dictionary, Domain, Explain, Fields, Game, Index, IndexError, IndexOf, Layer,
    LayerId, Loopy, NotationError, Part, PartId, Payoffs, Play, Present, Provable, Receding, Seat,
    Unanswered,
};

/// Players take one or two of a heap in turn; whoever takes the last wins.
pub(crate) struct Heap;

/// A number of things, and the player to move.
pub(crate) type Position = (u8, Seat);

impl Game for Heap {
    type Position = Position;
    type Chance = ();
    type Move = u8;

    fn name(&self) -> String {
        "heap".to_owned()
    }

    fn to_move(&self, &(_, seat): &Position) -> Seat {
        seat
    }

    fn outcome(&self, &(left, seat): &Position) -> Option<Payoffs> {
        let lost = if seat == 0 { [-1, 1] } else { [1, -1] };
        (left == 0).then(|| Payoffs::new(&lost))
    }

    fn chances(&self, _: &Position) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, &(left, seat): &Position, (): (), plays: &mut Vec<Play<Position, u8>>) {
        let takes = (1..=2u8).filter(|&take| take <= left);
        plays.extend(takes.map(|take| Play { action: take, after: (left - take, 1 - seat) }));
    }

    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let left = text.parse().map_err(|_| NotationError::new(text, 0, "expected a number"))?;
        Ok((left, 0))
    }

    fn format(&self, &(left, _): &Position) -> String {
        left.to_string()
    }

    fn format_move(&self, _: &Position, (): (), take: &u8) -> String {
        format!("take {take}")
    }
}

impl Present for Heap {
    fn about(&self) -> String {
        "one heap".to_owned()
    }

    fn start(&self) -> Position {
        (7, 0)
    }
}

impl Provable for Heap {
    type Scratch = ();
}

/// The heaps up to a size, each with either player to move.
pub(crate) struct UpTo(pub(crate) u8);

impl Index for UpTo {
    type Position = Position;

    fn len(&self) -> u64 {
        2 * u64::from(self.0)
    }

    fn rank(&self, &(left, seat): &Position) -> Option<u64> {
        (1..=self.0).contains(&left).then(|| 2 * u64::from(left - 1) + seat as u64)
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        (rank < self.len()).then(|| (1 + (rank / 2) as u8, (rank % 2) as Seat))
    }
}

/// The size of the largest heap in the tables.
pub(crate) const LARGEST: u8 = 10;

/// The only layer of tables that do not have several.
pub(crate) fn layer() -> Layer {
    let parts = vec![Part { name: "all".to_owned(), positions: Some(UpTo(LARGEST).len()) }];
    Layer { name: "heap/all".to_owned(), parts, needs: Vec::new(), cyclic: false }
}

/// Returns the part of a heap that is in the tables.
pub(crate) fn place(position: &Position) -> Option<PartId> {
    UpTo(LARGEST).rank(position).map(|_| PartId { layer: LayerId(0), part: 0 })
}

/// Tables of who wins a heap, and how soon: their layers, and the place of a heap in them.
pub(crate) struct Distances {
    pub(crate) layers: Vec<Layer>,
    pub(crate) place: fn(&Position) -> Option<PartId>,
}

impl Default for Distances {
    fn default() -> Self {
        Distances { layers: vec![layer()], place }
    }
}

impl Domain for Distances {
    type Game = Heap;
    type Value = Receding;
    type Record = Receding;

    fn name(&self) -> String {
        "heap".to_owned()
    }

    fn game(&self) -> &Heap {
        &Heap
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, _: PartId) -> Result<IndexOf<Self>, IndexError> {
        Ok(Box::new(UpTo(LARGEST)))
    }

    fn locate(&self, position: &Position) -> Option<PartId> {
        (self.place)(position)
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
        Some(record)
    }
}

impl Loopy for Distances {}

impl Explain for Distances {
    fn about(&self, _: &Layer) -> String {
        "small heaps".to_owned()
    }

    fn cost(&self, _: &Layer) -> Cost {
        Cost { core_seconds: 1e-6 }
    }

    fn fields(&self, value: &Receding) -> Fields {
        value.outcome_fields()
    }

    fn merit(&self, _: &Position, value: &Receding, _: Seat) -> i128 {
        value.merit(0).into()
    }

    fn seen_by(&self, value: Receding, &(_, mover): &Position, seat: Seat) -> Receding {
        if mover == seat { value } else { -value }
    }

    fn through(&self, value: Receding, position: &Position, play: &PlayOf<Self>) -> Receding {
        through_play(self, value, position, play)
    }

    fn equation(&self, position: &Position) -> Option<EquationOf<Self>> {
        equation_receding(self, position)
    }
}
