//! All positions of a layer at once, opponents side by side.
//!
//! The index puts all opponents on one set of points side by side ([`shuban_core::TwoSided`]). So a
//! step of the mover without a hit is one and the same step in all these **lanes**: a read of
//! whole vectors from another row. One-die tables make it cheap: the best after one die is the
//! maximum over single steps of the value with none, the best after two over single steps of the
//! best after one, and so on; nothing is generated, nothing is searched twice.
//!
//! Sets are processed by their number of points, since a hit leads to a set of one point less.

mod beside;
mod blocks;
mod hands_on;
mod kernel;
mod left;
mod one_lane;
mod places;
mod plan;
mod records;
mod rolls;
mod rows_by_points;
mod scratch;
mod steps;
mod transitions;
mod unit;
mod vectors;

pub use plan::ContactPlan;
pub use scratch::ContactScratch;
use shuban_core::sweep::{Finished, Handed, PassUnit, Rows, Stage, UnitData};
use shuban_core::{Domain, Interval, LayerId, Sweep, Unanswered};

use crate::contact::Contact;

impl Sweep for Contact {
    type Plan = ContactPlan;
    type Scratch = ContactScratch;

    fn plan(&self, layer: LayerId, finished: &mut dyn Finished) -> Result<ContactPlan, Unanswered> {
        let rules = (&self.game().variant, self.payoff());
        ContactPlan::new(
            rules,
            self.instructions(),
            &self.sides(layer),
            |a, b| self.part(a, b),
            finished,
        )
    }

    fn scratch(&self, _plan: &ContactPlan) -> ContactScratch {
        ContactScratch::default()
    }

    fn partner(&self, layer: LayerId, part: usize) -> usize {
        // One part, or one for either number of checkers on roll.
        self.sides(layer).len() - 1 - part
    }

    fn stages(&self, layer: LayerId, part: usize) -> Vec<Stage> {
        plan::stages(&self.game().variant, self.sides(layer)[part])
    }

    fn reads_before(&self, _layer: LayerId, _part: usize, stage: usize, unit: usize) -> Vec<usize> {
        left::reads_before(&self.game().variant, stage, unit)
    }

    fn class(&self, _layer: LayerId, _part: usize, stage: usize, unit: usize, depth: u32) -> u64 {
        left::class(&self.game().variant, stage, unit, depth)
    }

    fn numbers_before(
        &self,
        layer: LayerId,
        part: usize,
        stage: usize,
        unit: usize,
        at: usize,
    ) -> usize {
        left::numbers_before(&self.game().variant, self.sides(layer)[part], (stage, unit), at)
    }

    fn rows_before<'p>(
        &self,
        plan: &'p ContactPlan,
        part: usize,
        stage: usize,
        unit: usize,
        at: usize,
    ) -> Rows<'p> {
        plan.rows_before(part, stage, unit, at)
    }

    fn hands_on(
        &self,
        plan: &ContactPlan,
        part: usize,
        stage: usize,
        unit: usize,
        tell: &mut dyn FnMut(Handed<'_>),
    ) {
        hands_on::hands_on(plan, part, stage, unit, tell);
    }

    fn pinned(&self, plan: &ContactPlan, part: usize) -> Vec<(u64, Interval)> {
        plan.parts[part].pinned.clone()
    }

    fn run(
        &self,
        plan: &ContactPlan,
        unit: PassUnit,
        data: UnitData<'_>,
        scratch: &mut ContactScratch,
    ) {
        unit::run(plan, unit, data, scratch);
    }

    fn bytes(&self, layer: LayerId, threads: usize) -> u64 {
        plan::bytes(&self.game().variant, &self.sides(layer), threads)
    }
}
