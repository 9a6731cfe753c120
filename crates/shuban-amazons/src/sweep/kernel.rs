//! The values of all placements in one set of squares, from the tables of the rest after each shot.

use shuban_cgt::sums::ScorePair;
use shuban_core::combinatorics::binomial;

use super::order::{Order, Turns};
use super::set::{SetReach, stride};
use super::tables::SetKernel;
use crate::pair::PairCode;
use crate::region::MAX_REGION;
use crate::squares::bits;
use crate::subgame::Army;

/// A byte for each square (and five more): the operand of one instruction.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Lanes([u8; 16]);

/// Values are kept with this added, so that they are positive.
const BIAS: i32 = 16;
/// Less than any value: there is no move.
const NONE: u8 = 0;

/// All lanes whose bits are set.
static EXPANDED: [Lanes; 1 << MAX_REGION] = {
    let mut all = [Lanes([0; 16]); 1 << MAX_REGION];
    let mut i = 0;
    while i < all.len() * MAX_REGION {
        let (mask, k) = (i / MAX_REGION, i % MAX_REGION);
        all[mask].0[k] = if mask >> k & 1 == 1 { u8::MAX } else { 0 };
        i += 1;
    }
    all
};

/// Data of values (a|b) that all sets of a size share.
pub struct PairKernel {
    order: Order,
    /// By side to move and code: goodness for it of the value with the *other* side to move.
    after: [Vec<u8>; 2],
    /// For each pair of the best results of both sides: the code.
    codes: Vec<PairCode>,
}

/// Working memory of one thread.
#[derive(Default)]
pub struct PairScratch {
    /// By mask of the mover's amazons without one: for the square that one goes to, the best result
    /// of its shots.
    arrived: Vec<Lanes>,
    /// Best result of each side's first move, by placement of a class.
    reached: [Vec<u8>; 2],
}

impl Default for Lanes {
    fn default() -> Self {
        Lanes([NONE; 16])
    }
}

/// Goodness of a value for a side, as a byte; larger is better.
fn goodness(value: i32, side: Army) -> u8 {
    let good = if side == Army::Black { value } else { -value };
    (good + BIAS) as u8
}

impl PairKernel {
    pub(crate) fn new(size: usize) -> Self {
        let after = Army::BOTH.map(|side| {
            let of = |code: u8| {
                let pair = PairCode(code).pair().unwrap_or_default();
                goodness(pair.to_move(side.opponent()), side)
            };
            (0..=u8::MAX).map(of).collect()
        });
        let codes = (0..1 << 10).map(|both: i32| {
            // One move more than the best after it.
            let [a, b] =
                [both >> 5, both & 31].map(|good| (good != NONE.into()).then(|| good - BIAS + 1));
            PairCode::of(ScorePair { a, b: b.map(|b| -b) }).unwrap_or(PairCode::OUTSIDE)
        });
        PairKernel { order: Order::new(size), after, codes: codes.collect() }
    }

    /// The best result of a side's first move, for all placements of a class.
    ///
    /// The shot depends on the placement after the amazon's move and where it went, not on where it
    /// came from. So first, for each placement and each amazon, the best of its shots (`arrived`);
    /// then, for each placement and each amazon, the best of the squares it can go to.
    #[inline(always)]
    fn turns(
        &self,
        side: Army,
        turns: &Turns,
        set: &SetReach<PairCode>,
        scratch: &mut PairScratch,
    ) {
        let size = self.order.size;
        let (stride, all) = (stride(size), (1u16 << size) - 1);
        let SetReach { after: left, ternary, seen, .. } = set;
        let PairScratch { arrived, reached } = scratch;
        let reached = &mut reached[side as usize];
        reached.resize(turns.moving.len(), NONE);
        if turns.movers == 0 {
            reached.fill(NONE);
            return;
        }
        arrived.resize(binomial(size, turns.movers - 1) as usize, Lanes::default());
        let after = &self.after[side as usize];
        // A mover's amazon has the digit 1 if it is Black's.
        let (own_weight, still_weight) = if side == Army::Black { (1, 2) } else { (2, 1) };
        let each = turns.moving.len() / turns.still.len();
        for (&still, moving) in turns.still.iter().zip(turns.moving.chunks_exact(each)) {
            let still_numbers =
                ternary[usize::from(still)].map(|number| number.wrapping_mul(still_weight));
            for &(own, _) in moving {
                let own_numbers = &ternary[usize::from(own)];
                let numbers: [u16; 16] = std::array::from_fn(|lane| {
                    own_numbers[lane].wrapping_mul(own_weight).wrapping_add(still_numbers[lane])
                });
                let empty = all & !(own | still);
                let mut best = Lanes::default();
                for shot in bits(empty.into()) {
                    let code = left[shot * stride + usize::from(numbers[shot])];
                    let good = after[usize::from(code.0)];
                    let from = &EXPANDED[usize::from(seen[shot << size | usize::from(empty)])];
                    for (best, from) in best.0.iter_mut().zip(from.0) {
                        *best = (*best).max(good & from);
                    }
                }
                for amazon in bits(own.into()) {
                    let others = self.order.places[usize::from(own & !(1 << amazon))];
                    arrived[usize::from(others)].0[amazon] = best.0[amazon];
                }
            }
            for &(own, place) in moving {
                let empty = all & !(own | still);
                let mut best = Lanes::default();
                for amazon in bits(own.into()) {
                    let others = self.order.places[usize::from(own & !(1 << amazon))];
                    let to = seen[amazon << size | usize::from(empty)] & empty;
                    let to = &EXPANDED[usize::from(to)];
                    let arrived = &arrived[usize::from(others)];
                    for ((best, arrived), to) in best.0.iter_mut().zip(arrived.0).zip(to.0) {
                        *best = (*best).max(arrived & to);
                    }
                }
                reached[usize::from(place)] = best.0.into_iter().fold(NONE, u8::max);
            }
        }
    }
}

impl SetKernel for PairKernel {
    type Entry = PairCode;
    type Scratch = PairScratch;

    const OUTSIDE: PairCode = PairCode::OUTSIDE;
    const WHY_OUTSIDE: &'static str = "no code stands for its value: the tables below are not true";
    const SCRATCH_BYTES: u64 = 1 << 16;

    fn order(&self) -> &Order {
        &self.order
    }

    fn run(&self, set: &SetReach<PairCode>, scratch: &mut PairScratch, table: &mut [PairCode]) {
        for class in &self.order.classes {
            for side in Army::BOTH {
                self.turns(side, &class.turns[side as usize], set, scratch);
            }
            let [black, white] = &scratch.reached;
            let table = &mut table[class.first..][..class.len];
            for ((code, &a), &b) in table.iter_mut().zip(black).zip(white) {
                *code = self.codes[usize::from(a) << 5 | usize::from(b)];
            }
        }
    }
}
