//! A set of squares, made ready for a kernel.

use std::ops::ControlFlow;

use super::order::Order;
use super::shape::SetShape;
use crate::region::MAX_REGION;
use crate::squares::bits;

/// A table of the rest when a square is burnt, for a set of one square less.
pub(super) struct Left<'t, E> {
    /// The entries of all its placements, in their [`Order`].
    pub(super) table: &'t [E],
    /// For each square of the larger set, its number in the smaller one; arbitrary for the burnt
    /// one.
    pub(super) numbers: [u8; MAX_REGION],
}

/// Input for the moves of all placements in a set of squares: which squares see each other, and the
/// entries once a square is burnt, by placement in base 3.
#[derive(Default)]
pub struct SetReach<E> {
    size: usize,
    /// See [`SetShape::seen`].
    pub(super) seen: Vec<u16>,
    /// By mask: for each burnt square, the base-3 number of the mask in the rest.
    pub(super) ternary: Vec<[u16; 16]>,
    /// By square: the entries of the rest when it is burnt, by placement in base 3.
    pub(super) after: Vec<E>,
}

impl<E: Copy + Default> SetReach<E> {
    pub(super) fn prepare(&mut self, order: &Order, shape: &SetShape, left: &[Left<'_, E>]) {
        self.size = order.size;
        let stride = stride(order.size);
        shape.seen(&mut self.seen);
        self.number(left);
        self.after.resize(order.size * stride, E::default());
        for (left, after) in left.iter().zip(self.after.chunks_mut(stride)) {
            for (&place, &entry) in order.below.iter().zip(left.table) {
                after[usize::from(place)] = entry;
            }
        }
    }

    /// The numbers in base 3 of all masks in the rest after each shot: square k of the rest has the
    /// weight 3ᵏ.
    fn number(&mut self, left: &[Left<'_, E>]) {
        let mut weights = [[0; 16]; MAX_REGION];
        for (burnt, left) in left.iter().enumerate() {
            for square in (0..self.size).filter(|&square| square != burnt) {
                weights[square][burnt] = 3u16.pow(left.numbers[square].into());
            }
        }
        self.ternary.resize(1 << self.size, [0; 16]);
        for mask in 1..1usize << self.size {
            let rest = self.ternary[mask & (mask - 1)];
            let weight = &weights[mask.trailing_zeros() as usize];
            self.ternary[mask] = std::array::from_fn(|lane| rest[lane].wrapping_add(weight[lane]));
        }
    }

    /// Calls `each` with every move of the amazons `own`, whose digit in base 3 is `digit`: the
    /// numbers of the squares from, to and shot, and the entry of the rest. Amazons, destinations
    /// and shots each ascend; `each` may break off.
    #[inline(always)]
    pub(crate) fn each_move<B>(
        &self,
        own: u16,
        still: u16,
        digit: u16,
        mut each: impl FnMut([usize; 3], E) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let seen = |from: usize, empty: u16| {
            bits((self.seen[from << self.size | usize::from(empty)] & empty).into())
        };
        let stride = stride(self.size);
        let still_numbers = &self.ternary[usize::from(still)];
        let empty = ((1u16 << self.size) - 1) & !(own | still);
        for from in bits(own.into()) {
            let rest = own & !(1 << from);
            for to in seen(from, empty) {
                let moved_numbers = &self.ternary[usize::from(rest | 1 << to)];
                for shot in seen(to, (empty | 1 << from) & !(1 << to)) {
                    let number = moved_numbers[shot] * digit + still_numbers[shot] * (3 - digit);
                    each([from, to, shot], self.after[shot * stride + usize::from(number)])?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Bytes for sets of a size.
    pub(super) fn bytes(size: usize) -> u64 {
        (size_of::<E>() * size * stride(size) + ((32 + 2 * size) << size)) as u64
    }
}

/// Distance from the entries of one burnt square to the next: 3^(size - 1), and some more so that
/// they do not all compete for the same places of the cache.
pub(super) fn stride(size: usize) -> usize {
    3usize.pow(size as u32 - 1).next_multiple_of(128) + 64
}
