//! The values of all placements in one set of squares, from the tables of what is left after each
//! shot.

use shuban_core::combinatorics::binomial;

use super::order::{Order, Turns};
use super::shape::SetShape;
use super::tables::{Left, SetKernel, ternary_numbers};
use crate::pair::{Pair, PairCode};
use crate::region::MAX_REGION;
use crate::subgame::Side;

/// A byte for each square (and five more): what one instruction works on.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Lanes([u8; 16]);

/// Values are kept with this added, so that they are positive.
const BIAS: i8 = 16;
/// Less than any value: there is no move.
const NONE: u8 = 0;

/// All lanes set whose bits are set.
static EXPANDED: [Lanes; 1 << MAX_REGION] = {
    let mut all = [Lanes([0; 16]); 1 << MAX_REGION];
    let mut mask = 0;
    while mask < all.len() {
        let mut k = 0;
        while k < MAX_REGION {
            if mask >> k & 1 == 1 {
                all[mask].0[k] = u8::MAX;
            }
            k += 1;
        }
        mask += 1;
    }
    all
};

/// What all sets of a size share.
pub(crate) struct Kernel {
    pub(super) order: Order,
    /// The placements of one square less, in order, as numbers in base 3.
    below: Vec<u16>,
    /// For each side to move and code: how good the value with the *other* side to move is for it.
    after: [Vec<u8>; 2],
    /// For each pair of what both sides reach: the code.
    codes: Vec<PairCode>,
}

/// Working memory of one thread.
#[derive(Default)]
pub(crate) struct KernelScratch {
    /// By square: the codes of what is left when it is burnt, by placement in base 3.
    left: Vec<PairCode>,
    /// By mask: for each burnt square, the base-3 number of the mask in what is left.
    ternary: Vec<[u16; 16]>,
    /// See [`SetShape::seen`].
    seen: Vec<u16>,
    /// By mask of the mover's amazons without one: for the square that one goes to, the best that
    /// its shots reach.
    arrived: Vec<Lanes>,
    /// What each side reaches with the first move, by placement of a class.
    reached: [Vec<u8>; 2],
}

impl Default for Lanes {
    fn default() -> Self {
        Lanes([NONE; 16])
    }
}

/// How good a value is for a side, as a byte; larger is better.
fn goodness(value: i8, side: Side) -> u8 {
    let good = if side == Side::Black { value } else { -value };
    (good + BIAS) as u8
}

impl Kernel {
    pub(crate) fn new(size: usize) -> Self {
        let below = if size == 1 { vec![[0; 2]] } else { Order::new(size - 1).ternary() };
        let below = below.into_iter().map(|[place, _]| place).collect();
        let after = Side::BOTH.map(|side| {
            let of = |code: u8| {
                let pair = PairCode::from_byte(code).pair().unwrap_or_default();
                goodness(pair.to_move(side.opponent()), side)
            };
            (0..=u8::MAX).map(of).collect()
        });
        let codes = (0..1u16 << 10).map(|both| {
            // One move more than what is reached after it.
            let [a, b] = [both >> 5, both & 31]
                .map(|good| good as u8)
                .map(|good| (good != NONE).then(|| good as i8 - BIAS + 1));
            PairCode::of(Pair { a, b: b.map(|b| -b) }).unwrap_or(PairCode::OUTSIDE)
        });
        Kernel { order: Order::new(size), below, after, codes: codes.collect() }
    }
}

impl SetKernel for Kernel {
    type Entry = PairCode;
    type Scratch = KernelScratch;

    const OUTSIDE: PairCode = PairCode::OUTSIDE;
    const WHY_OUTSIDE: &'static str = "no code stands for its value: the tables below are not true";

    fn order(&self) -> &Order {
        &self.order
    }

    fn run(
        &self,
        shape: &SetShape,
        left: &[Left<'_, PairCode>],
        scratch: &mut KernelScratch,
        table: &mut [PairCode],
    ) {
        let size = self.order.size;
        let stride = stride(size);
        shape.seen(&mut scratch.seen);
        ternary_numbers(size, left, &mut scratch.ternary);
        scratch.left.resize(size * stride, PairCode::OUTSIDE);
        for (left, dense) in left.iter().zip(scratch.left.chunks_mut(stride)) {
            for (&place, &code) in self.below.iter().zip(left.table) {
                dense[usize::from(place)] = code;
            }
        }
        for class in &self.order.classes {
            for side in Side::BOTH {
                self.turns(side, &class.turns[side as usize], scratch);
            }
            let [black, white] = &scratch.reached;
            let table = &mut table[class.first..][..class.len];
            for ((code, &a), &b) in table.iter_mut().zip(black).zip(white) {
                *code = self.codes[usize::from(a) << 5 | usize::from(b)];
            }
        }
    }
}

impl Kernel {
    /// After `run`: the value once a square is burnt, of a placement as it stands then.
    pub(super) fn after_shot(
        &self,
        scratch: &KernelScratch,
        black: u16,
        white: u16,
        shot: usize,
    ) -> Option<Pair> {
        let [black, white] = [black, white].map(|mask| scratch.ternary[usize::from(mask)][shot]);
        let number = black.wrapping_add(white.wrapping_mul(2));
        scratch.left[shot * stride(self.order.size) + usize::from(number)].pair()
    }

    /// After `run`: the squares seen from one when so many are empty, as [`SetShape::seen`] says.
    pub(super) fn seen(&self, scratch: &KernelScratch, from: usize, empty: u16) -> u16 {
        scratch.seen[from << self.order.size | usize::from(empty)]
    }

    /// What a side reaches by its first move, for all placements of a class.
    ///
    /// The shot depends on the placement after the amazon's move and where it went, not on where it
    /// came from. So first, for each placement and each amazon, the best of its shots (`arrived`);
    /// then, for each placement and each amazon, the best of the squares it can go to.
    #[inline(always)]
    fn turns(&self, side: Side, turns: &Turns, scratch: &mut KernelScratch) {
        let size = self.order.size;
        let (stride, all) = (stride(size), (1u16 << size) - 1);
        let KernelScratch { left, ternary, seen, arrived, reached } = scratch;
        let reached = &mut reached[side as usize];
        reached.resize(turns.moving.len(), NONE);
        if turns.movers == 0 {
            reached.fill(NONE);
            return;
        }
        arrived.resize(binomial(size, turns.movers - 1) as usize, Lanes::default());
        let after = &self.after[side as usize];
        // A mover's amazon has the digit 1 if it is Black's.
        let (own_weight, still_weight) = if side == Side::Black { (1, 2) } else { (2, 1) };
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
                for shot in bits(empty) {
                    let code = left[shot * stride + usize::from(numbers[shot])];
                    let good = after[usize::from(code.byte())];
                    let from = &EXPANDED[usize::from(seen[shot << size | usize::from(empty)])];
                    for (best, from) in best.0.iter_mut().zip(from.0) {
                        *best = (*best).max(good & from);
                    }
                }
                for amazon in bits(own) {
                    let others = self.order.places[usize::from(own & !(1 << amazon))];
                    arrived[usize::from(others)].0[amazon] = best.0[amazon];
                }
            }
            for &(own, place) in moving {
                let empty = all & !(own | still);
                let mut best = Lanes::default();
                for amazon in bits(own) {
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

/// The numbers of set bits.
#[inline(always)]
pub(crate) fn bits(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            bit
        })
    })
}

/// From the dense table of one burnt square to the next: 3^(size - 1), and so many more that they
/// do not all compete for the same places of the cache.
pub(crate) fn stride(size: usize) -> usize {
    3usize.pow(size as u32 - 1).next_multiple_of(128) + 64
}

/// Bytes of a thread's working memory.
pub(super) fn scratch_bytes(size: usize) -> u64 {
    (size * stride(size) + ((32 + 2 * size) << size)) as u64 + (1 << 16)
}
