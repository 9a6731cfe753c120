//! A best move of each side in every placement in a region.

use super::kernel::bits;
use super::{SweepPlan, SweepScratch};
use crate::pair::{Pair, PairCode};
use crate::placement::Placement;
use crate::region::Region;
use crate::subgame::{Move, Side};

/// A placement in a region with its value and, for each side, its first best move: amazons,
/// destinations and shots each in row-major order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMoves {
    /// Where the amazons are.
    pub placement: Placement,
    /// The value.
    pub value: Pair,
    /// Black's move and White's; `None` for who has none.
    pub moves: [Option<Move>; 2],
}

impl SweepPlan {
    /// The regions of the layer's size, in their order.
    pub fn regions(&self) -> &[Region] {
        self.0.index.regions()
    }

    /// Values and best moves of all placements in the region of this place, in the order of their
    /// [`Placements`](crate::Placements). A value that no code stands for is left out.
    pub fn best_moves(&self, place: usize, scratch: &mut SweepScratch) -> Vec<BestMoves> {
        let region = self.0.index.regions()[place];
        let placements = self.0.index.placements(place);
        scratch.whole.resize(self.0.kernel.order.len, PairCode::OUTSIDE);
        self.0.below.value(&self.0.kernel, vec![region], &mut scratch.kernel, &mut scratch.whole);
        let squares: Vec<_> = region.squares().iter().collect();
        let kernel = &scratch.kernel;
        let of = |(placement, code): (Placement, &PairCode)| {
            let value = code.pair()?;
            let moves = Side::BOTH.map(|side| {
                let first = value.first(side)?;
                let wanted = if side == Side::Black { first - 1 } else { first + 1 };
                let reaches = |own: u16, still: u16, shot: usize| {
                    let (black, white) =
                        if side == Side::Black { (own, still) } else { (still, own) };
                    let after = self.0.kernel.after_shot(kernel, black, white, shot);
                    after.is_some_and(|after| after.to_move(side.opponent()) == wanted)
                };
                let Placement { black, white } = placement;
                let (own, still) =
                    if side == Side::Black { (black, white) } else { (white, black) };
                let empty = ((1 << squares.len()) - 1) & !(own | still);
                for from in bits(own) {
                    let free = empty | 1 << from;
                    for to in bits(self.0.kernel.seen(kernel, from, empty) & empty) {
                        let moved = own & !(1 << from) | 1 << to;
                        let shots = bits(
                            self.0.kernel.seen(kernel, to, free & !(1 << to)) & free & !(1 << to),
                        );
                        for shot in shots {
                            if reaches(moved, still, shot) {
                                let [from, to, shot] =
                                    [from, to, shot].map(|number| squares[number]);
                                return Some(Move { from, to, shot });
                            }
                        }
                    }
                }
                None
            });
            Some(BestMoves { placement, value, moves })
        };
        let all = self.0.kernel.order.placements().zip(&scratch.whole);
        all.filter(|(placement, _)| placements.representative(*placement) == *placement)
            .filter_map(of)
            .collect()
    }
}
