//! The canonical values of all placements in one set of squares, from the tables of the rest after
//! each shot.

use std::ops::ControlFlow;
use std::sync::Arc;

use shuban_cgt::Forms;

use super::options::{OptionSets, REMEMBERED_BYTES};
use super::value::ValueId;
use crate::placement::{Placement, placements};
use crate::sweep::order::Order;
use crate::sweep::{SetKernel, SetReach};

/// Canonical values, given by their places in the store of forms: data shared by sets of a size.
///
/// A disconnected set is processed as a connected one: the result is the sum of the values of its
/// pieces, as the game of all of them is their sum.
pub struct CanonicalKernel {
    forms: Arc<Forms>,
    order: Order,
    placements: Vec<Placement>,
}

/// Working memory of one thread.
#[derive(Default)]
pub struct FormScratch {
    left: Vec<ValueId>,
    right: Vec<ValueId>,
    options: OptionSets,
}

impl CanonicalKernel {
    pub(super) fn new(forms: &Arc<Forms>, size: usize) -> Self {
        let placements = placements(size).collect();
        CanonicalKernel { forms: Arc::clone(forms), order: Order::new(size), placements }
    }
}

/// The ids of all values after a move of the side whose amazons are `own`, some of them several
/// times.
#[inline(always)]
fn after_moves(set: &SetReach<ValueId>, own: u16, still: u16, digit: u16, ids: &mut Vec<ValueId>) {
    ids.clear();
    let _: ControlFlow<()> = set.each_move(own, still, digit, |_, after| {
        ids.push(after);
        ControlFlow::Continue(())
    });
}

impl SetKernel for CanonicalKernel {
    type Entry = ValueId;
    type Scratch = FormScratch;

    const OUTSIDE: ValueId = ValueId::OUTSIDE;
    const WHY_OUTSIDE: &'static str = "there are more canonical forms than ids";
    const SCRATCH_BYTES: u64 = REMEMBERED_BYTES;

    fn order(&self) -> &Order {
        &self.order
    }

    fn run(&self, set: &SetReach<ValueId>, scratch: &mut FormScratch, table: &mut [ValueId]) {
        let FormScratch { left, right, options } = scratch;
        for (&Placement { black, white }, id) in self.placements.iter().zip(table) {
            after_moves(set, black, white, 1, left);
            after_moves(set, white, black, 2, right);
            *id = options.value(&self.forms, left, right);
        }
    }
}
