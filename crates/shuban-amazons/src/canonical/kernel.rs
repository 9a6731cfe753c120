//! The canonical values of all placements in one set of squares, from the tables of what is left
//! after each shot.

use std::sync::Arc;

use shuban_cgt::{FormId, Forms};

use super::options::{OptionSets, remembered_bytes};
use super::value::ValueId;
use crate::placement::Placement;
use crate::sweep::order::Order;
use crate::sweep::shape::SetShape;
use crate::sweep::tables::{Left, SetKernel, ternary_numbers};
use crate::sweep::{bits, stride};

/// What all sets of a size share. Values are given by their places in the store of forms.
///
/// A set in pieces is worked off as a connected one: what comes out is the sum of the values of its
/// pieces, for that is what the game of all of them is.
pub(super) struct CanonicalKernel {
    forms: Arc<Forms>,
    order: Order,
    placements: Vec<Placement>,
    /// The placements of one square less, in order: as numbers in base 3, and with the colours
    /// exchanged.
    below: Vec<[u16; 2]>,
}

/// Working memory of one thread.
#[derive(Default)]
pub(super) struct FormScratch {
    /// By square: the values of what is left when it is burnt, by placement in base 3.
    after: Vec<ValueId>,
    /// By mask: for each burnt square, the base-3 number of the mask in what is left.
    ternary: Vec<[u16; 16]>,
    /// See [`SetShape::seen`].
    seen: Vec<u16>,
    left: Vec<ValueId>,
    right: Vec<ValueId>,
    options: OptionSets,
}

impl CanonicalKernel {
    pub(super) fn new(forms: &Arc<Forms>, size: usize) -> Self {
        let below = if size == 1 { vec![[0; 2]] } else { Order::new(size - 1).ternary() };
        let order = Order::new(size);
        let placements = order.placements().collect();
        CanonicalKernel { forms: Arc::clone(forms), order, placements, below }
    }

    /// The ids of all values after a move of the side whose amazons are `own`, which have the digit
    /// `weight` in base 3; some of them several times.
    #[inline(always)]
    fn after_moves(
        &self,
        scratch: &FormScratch,
        own: u16,
        still: u16,
        weight: u16,
        ids: &mut Vec<ValueId>,
    ) {
        let size = self.order.size;
        let (stride, all) = (stride(size), (1u16 << size) - 1);
        let FormScratch { after, ternary, seen, .. } = scratch;
        let still_numbers = &ternary[usize::from(still)];
        let empty = all & !(own | still);
        ids.clear();
        for from in bits(own) {
            let rest = own & !(1 << from);
            for to in bits(seen[from << size | usize::from(empty)] & empty) {
                let moved_numbers = &ternary[usize::from(rest | 1 << to)];
                let free = (empty | 1 << from) & !(1 << to);
                for shot in bits(seen[to << size | usize::from(free)] & free) {
                    let number = moved_numbers[shot] * weight + still_numbers[shot] * (3 - weight);
                    ids.push(after[shot * stride + usize::from(number)]);
                }
            }
        }
    }
}

impl SetKernel for CanonicalKernel {
    type Entry = ValueId;
    type Scratch = FormScratch;

    const OUTSIDE: ValueId = ValueId::OUTSIDE;
    const WHY_OUTSIDE: &'static str = "there are more canonical forms than ids";

    fn order(&self) -> &Order {
        &self.order
    }

    fn run(
        &self,
        shape: &SetShape,
        left: &[Left<'_, ValueId>],
        scratch: &mut FormScratch,
        table: &mut [ValueId],
    ) {
        let size = self.order.size;
        let stride = stride(size);
        shape.seen(&mut scratch.seen);
        ternary_numbers(size, left, &mut scratch.ternary);
        scratch.after.resize(size * stride, ValueId::OUTSIDE);
        for (left, after) in left.iter().zip(scratch.after.chunks_mut(stride)) {
            for (&[place, swapped], &id) in self.below.iter().zip(left.table) {
                after[usize::from(place)] = id;
                if swapped != place {
                    let form = self.forms.get(id.index()).unwrap_or(FormId::ZERO);
                    let negative = ValueId::new(self.forms.negative(form).index());
                    after[usize::from(swapped)] = negative.unwrap_or(ValueId::OUTSIDE);
                }
            }
        }
        let mut left = std::mem::take(&mut scratch.left);
        let mut right = std::mem::take(&mut scratch.right);
        for (&Placement { black, white }, id) in self.placements.iter().zip(table) {
            self.after_moves(scratch, black, white, 1, &mut left);
            self.after_moves(scratch, white, black, 2, &mut right);
            *id = scratch.options.value(&self.forms, &mut left, &mut right);
        }
        (scratch.left, scratch.right) = (left, right);
    }
}

/// Bytes of a thread's working memory.
pub(super) fn scratch_bytes(size: usize) -> u64 {
    (4 * size * stride(size) + (32 << size) + ((2 * size) << size)) as u64 + remembered_bytes()
}
