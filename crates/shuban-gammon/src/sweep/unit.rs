//! One unit of a pass, with the kernel and the vector instructions that fit it.

use std::marker::PhantomData;

use shuban_core::sweep::{PassUnit, UnitData};

use super::kernel::UnitKernel;
use super::one_lane::OneLaneKernel;
use super::plan::{ContactPlan, Level};
use super::records::Records;
use super::scratch::ContactScratch;
use super::vectors::Plain;
use crate::instructions::Instructions;

/// The most faces of a die.
const MOST_FACES: usize = 9;

/// Runs a unit with the vector instructions of the plan.
///
/// The usual dice have code of their own, in which the loops over faces are unrolled.
pub(super) fn run(
    plan: &ContactPlan,
    unit: PassUnit,
    data: UnitData<'_>,
    scratch: &mut ContactScratch,
) {
    let work = OfUnit { plan, unit, data, scratch };
    match plan.faces {
        3 => work.run_dice::<3, true>(),
        4 => work.run_dice::<4, true>(),
        6 => work.run_dice::<6, true>(),
        _ => work.run_dice::<MOST_FACES, false>(),
    }
}

/// Arguments of [`run`].
struct OfUnit<'a> {
    plan: &'a ContactPlan,
    unit: PassUnit,
    data: UnitData<'a>,
    scratch: &'a mut ContactScratch,
}

impl OfUnit<'_> {
    fn level(&self) -> &Level {
        &self.plan.parts[self.unit.part].levels[self.unit.stage]
    }

    fn run_dice<const F: usize, const EXACT: bool>(self) {
        if self.level().lane_by_lane() {
            self.run_way::<LaneByLane<F, EXACT>>();
        } else {
            self.run_way::<AllLanes<F, EXACT>>();
        }
    }

    fn run_way<W: Way>(self) {
        #[cfg(target_arch = "x86_64")]
        {
            use super::vectors::{Avx2, Avx512};
            if self.level().uses_avx512(self.plan.instructions)
                && let Some(v4) = pulp::x86::V4::try_new()
            {
                return v4.vectorize(With(Avx512(v4), self, PhantomData::<W>));
            }
            if self.plan.instructions >= Instructions::Avx2
                && let Some(v3) = pulp::x86::V3::try_new()
            {
                return v3.vectorize(With(Avx2(v3), self, PhantomData::<W>));
            }
        }
        assert!(self.level().vector <= 8);
        W::run(Plain, self);
    }
}

/// A way to process a unit. Each, with each kind of vectors and dice, is a function of its own: as
/// branches of one function for each kind of vectors they take the compiler twice as long.
trait Way {
    fn run<V: Records>(vectors: V, work: OfUnit<'_>);
}

/// All lanes of a vector together.
struct AllLanes<const F: usize, const EXACT: bool>;

impl<const F: usize, const EXACT: bool> Way for AllLanes<F, EXACT> {
    #[inline(always)]
    fn run<V: Records>(vectors: V, work: OfUnit<'_>) {
        let OfUnit { plan, unit, data, scratch } = work;
        UnitKernel::<V, F, EXACT>::new(vectors, plan, unit, data.before).run(data, scratch);
    }
}

/// One lane after another.
struct LaneByLane<const F: usize, const EXACT: bool>;

impl<const F: usize, const EXACT: bool> Way for LaneByLane<F, EXACT> {
    #[inline(always)]
    fn run<V: Records>(vectors: V, work: OfUnit<'_>) {
        let OfUnit { plan, unit, data, scratch } = work;
        OneLaneKernel::<V, F, EXACT>::new(vectors, plan, unit, data.before).run(data, scratch);
    }
}

/// Work on a unit by some vectors, to be compiled with their instructions. (A closure would not do:
/// where the compiler does not take it into the caller, it is compiled without them.)
struct With<'a, V, W>(V, OfUnit<'a>, PhantomData<W>);

impl<V: Records, W: Way> pulp::NullaryFnOnce for With<'_, V, W> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        W::run(self.0, self.1);
    }
}
