//! A best move of each side in every placement in a region.

use std::ops::ControlFlow;

use shuban_cgt::sums::ScorePair;

use super::kernel::PairKernel;
use super::plan::RegionPlan;
use super::tables::SetScratch;
use crate::placement::{Placement, placements};
use crate::subgame::{Army, Move};

/// A placement in a region with its value and, for each side, its first best move: amazons,
/// destinations and shots each in row-major order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMoves {
    /// Placement of the amazons.
    pub placement: Placement,
    /// The value.
    pub value: ScorePair,
    /// Black's move and White's; `None` for a side without moves.
    pub moves: [Option<Move>; 2],
}

impl RegionPlan<PairKernel> {
    /// Values and best moves of all placements in the region of this place, in the order of their
    /// [`Placements`](crate::Placements). A value without a code is left out.
    pub fn best_moves(&self, place: usize, scratch: &mut SetScratch<PairKernel>) -> Vec<BestMoves> {
        self.whole(place, scratch);
        let squares: Vec<_> = self.regions()[place].squares().iter().collect();
        let orbits = self.index.placements(place);
        let best_move = |Placement { black, white }: Placement, value: ScorePair, side: Army| {
            let (own, still, sign) =
                if side == Army::Black { (black, white, 1) } else { (white, black, -1) };
            let wanted = value.first(side)? - sign;
            let found = scratch.set.each_move(own, still, side as u16 + 1, |numbers, after| {
                let after = after.pair().map(|after| after.to_move(side.opponent()));
                if after == Some(wanted) {
                    ControlFlow::Break(numbers)
                } else {
                    ControlFlow::Continue(())
                }
            });
            let [from, to, shot] = found.break_value()?.map(|number| squares[number]);
            Some(Move { from, to, shot })
        };
        placements(squares.len())
            .zip(&scratch.whole)
            .filter(|&(placement, _)| orbits.is_first(placement))
            .filter_map(|(placement, code)| {
                let value = code.pair()?;
                let moves = Army::BOTH.map(|side| best_move(placement, value, side));
                Some(BestMoves { placement, value, moves })
            })
            .collect()
    }
}
