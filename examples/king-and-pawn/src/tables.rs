//! Tables: all positions of the endgame, in one layer.

use shuban_core::equation::{EquationOf, equation_receding};
use shuban_core::loopy::{PlayOf, backup_receding, through_play};
use shuban_core::{
    Ask, Cost, Dictionary, Domain, Explain, Fields, Game, Index, IndexError, IndexOf, Layer, Loopy,
    Part, PartId, Receding, Seat, Unanswered,
};

use crate::game::{KingAndPawn, Position, WHITE};

/// The positions with one side to move and the pawn on files a to d; the others are their mirror
/// images.
struct Placements {
    /// The squares of pawn and kings, by rank.
    codes: Vec<u32>,
    /// The rank of a code, or [`u32::MAX`].
    ranks: Vec<u32>,
    seat: Seat,
}

/// The pawn comes first, so that neighbours have it on the same square.
fn code(position: &Position) -> u32 {
    let Position { white, pawn, black, .. } = *position;
    u32::from(pawn) << 12 | u32::from(white) << 6 | u32::from(black)
}

impl Placements {
    fn new(seat: Seat) -> Self {
        let mut codes = Vec::new();
        let mut ranks = vec![u32::MAX; 1 << 18];
        // Pawns that are nearer to promotion come first: the others' values depend on theirs.
        for pawn in (8..56).rev().filter(|pawn| pawn % 8 < 4) {
            for (white, black) in (0..64).flat_map(|white| (0..64).map(move |black| (white, black)))
            {
                let position = Position { white, pawn, black, seat };
                if position.is_legal() {
                    ranks[code(&position) as usize] = codes.len() as u32;
                    codes.push(code(&position));
                }
            }
        }
        Placements { codes, ranks, seat }
    }
}

impl Index for Placements {
    type Position = Position;

    fn len(&self) -> u64 {
        self.codes.len() as u64
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        let code = code(&KingAndPawn.canonical(position));
        let rank = *self.ranks.get(code as usize)?;
        (position.seat == self.seat && rank != u32::MAX).then_some(rank.into())
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        let code = *self.codes.get(usize::try_from(rank).ok()?)?;
        let square = |shift: u32| (code >> shift & 63) as u8;
        Some(Position { pawn: square(12), white: square(6), black: square(0), seat: self.seat })
    }
}

/// Layer `king-and-pawn/all`. Kings may walk in circles for ever, and that is a draw.
pub struct Tables([Layer; 1]);

impl Default for Tables {
    fn default() -> Self {
        let part = |name: &str, seat| Part {
            name: name.to_owned(),
            positions: Some(Placements::new(seat).len()),
        };
        Tables([Layer {
            name: "king-and-pawn/all".to_owned(),
            parts: vec![part("White to move", WHITE), part("Black to move", 1 - WHITE)],
            needs: Vec::new(),
            cyclic: true,
        }])
    }
}

impl Domain for Tables {
    type Game = KingAndPawn;
    type Value = Receding;
    type Record = Receding;

    fn name(&self) -> String {
        "king-and-pawn".to_owned()
    }

    fn game(&self) -> &KingAndPawn {
        &KingAndPawn
    }

    fn layers(&self) -> &[Layer] {
        &self.0
    }

    fn index(&self, part: PartId) -> Result<IndexOf<Self>, IndexError> {
        Ok(Box::new(Placements::new(part.part)))
    }

    /// Mates and stalemates are in the table; a pawn that has become a queen, or was taken, is not.
    fn locate(&self, position: &Position) -> Option<PartId> {
        let layer = shuban_core::LayerId(0);
        position.is_legal().then_some(PartId { layer, part: position.seat })
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
        (-1..=1).contains(&record.score()).then_some(record)
    }
}

impl Loopy for Tables {}

impl Explain for Tables {
    fn about(&self, _: &Layer) -> String {
        "all positions of king and pawn against king".to_owned()
    }

    fn cost(&self, _: &Layer) -> Cost {
        Cost { core_seconds: 0.2 }
    }

    fn fields(&self, value: &Receding) -> Fields {
        value.outcome_fields()
    }

    fn merit(&self, _: &Position, value: &Receding, _: Seat) -> i128 {
        value.merit(0).into()
    }

    fn seen_by(&self, value: Receding, position: &Position, seat: Seat) -> Receding {
        if position.seat == seat { value } else { -value }
    }

    fn through(&self, value: Receding, position: &Position, play: &PlayOf<Self>) -> Receding {
        through_play(self, value, position, play)
    }

    fn equation(&self, position: &Position) -> Option<EquationOf<Self>> {
        equation_receding(self, position)
    }
}
