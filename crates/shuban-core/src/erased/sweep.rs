//! Sweeps by numbers.

use std::any::Any;

use crate::domain::{LayerId, Unanswered};
use crate::interval::Interval;
use crate::sweep::{Finished, Handed, PassUnit, Rows, Stage, Sweep, UnitData};

use super::interval::IntervalTables;

/// A domain with sweeps whose types are erased: every [`Sweep`] is one.
pub trait SweepTables: IntervalTables {
    /// Prepares the passes over a layer: see [`Sweep::plan`].
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer cannot be read.
    fn plan_sweep<'d>(
        &'d self,
        layer: LayerId,
        finished: &mut dyn Finished,
    ) -> Result<Box<dyn SweepPlan + 'd>, Unanswered>;

    /// Returns [`Sweep::partner`].
    fn partner_of(&self, layer: LayerId, part: usize) -> usize;

    /// Returns [`Sweep::stages`].
    fn stages_of(&self, layer: LayerId, part: usize) -> Vec<Stage>;

    /// Returns [`Sweep::reads_before`].
    fn units_read(&self, layer: LayerId, part: usize, stage: usize, unit: usize) -> Vec<usize>;

    /// Returns [`Sweep::numbers_before`].
    fn numbers_read(
        &self,
        layer: LayerId,
        part: usize,
        stage: usize,
        unit: usize,
        at: usize,
    ) -> usize;

    /// Returns [`Sweep::class`].
    fn class_of(&self, layer: LayerId, part: usize, stage: usize, unit: usize, depth: u32) -> u64;

    /// Returns [`Sweep::bytes`].
    fn bytes_of_sweeps(&self, layer: LayerId, threads: usize) -> u64;
}

/// The plan of a layer's passes.
pub trait SweepPlan: Send + Sync {
    /// Makes working memory for one thread.
    fn scratch(&self) -> Box<dyn Any + Send>;

    /// Returns [`Sweep::pinned`].
    fn pinned(&self, part: usize) -> Vec<(u64, Interval)>;

    /// Returns what a unit reads of what another left: see [`Sweep::rows_before`].
    fn rows_before(&self, part: usize, stage: usize, unit: usize, at: usize) -> Rows<'_>;

    /// Tells where the values of a unit are read: see [`Sweep::hands_on`].
    fn hands_on(&self, part: usize, stage: usize, unit: usize, tell: &mut dyn FnMut(Handed<'_>));

    /// Runs one unit with [working memory](SweepPlan::scratch) of this plan.
    fn run(&self, unit: PassUnit, data: UnitData<'_>, scratch: &mut dyn Any);
}

struct Planned<'d, S: Sweep> {
    domain: &'d S,
    plan: S::Plan,
}

/// Working memory is only passed to the plan that made it.
const OF_PLAN: &str = "working memory of this plan";

impl<S: Sweep> SweepPlan for Planned<'_, S> {
    fn scratch(&self) -> Box<dyn Any + Send> {
        Box::new(self.domain.scratch(&self.plan))
    }

    fn pinned(&self, part: usize) -> Vec<(u64, Interval)> {
        self.domain.pinned(&self.plan, part)
    }

    fn rows_before(&self, part: usize, stage: usize, unit: usize, at: usize) -> Rows<'_> {
        self.domain.rows_before(&self.plan, part, stage, unit, at)
    }

    fn hands_on(&self, part: usize, stage: usize, unit: usize, tell: &mut dyn FnMut(Handed<'_>)) {
        self.domain.hands_on(&self.plan, part, stage, unit, tell);
    }

    fn run(&self, unit: PassUnit, data: UnitData<'_>, scratch: &mut dyn Any) {
        self.domain.run(&self.plan, unit, data, scratch.downcast_mut().expect(OF_PLAN));
    }
}

impl<S: Sweep> SweepTables for S {
    fn plan_sweep<'d>(
        &'d self,
        layer: LayerId,
        finished: &mut dyn Finished,
    ) -> Result<Box<dyn SweepPlan + 'd>, Unanswered> {
        Ok(Box::new(Planned { domain: self, plan: self.plan(layer, finished)? }))
    }

    fn partner_of(&self, layer: LayerId, part: usize) -> usize {
        self.partner(layer, part)
    }

    fn stages_of(&self, layer: LayerId, part: usize) -> Vec<Stage> {
        self.stages(layer, part)
    }

    fn units_read(&self, layer: LayerId, part: usize, stage: usize, unit: usize) -> Vec<usize> {
        self.reads_before(layer, part, stage, unit)
    }

    fn numbers_read(
        &self,
        layer: LayerId,
        part: usize,
        stage: usize,
        unit: usize,
        at: usize,
    ) -> usize {
        self.numbers_before(layer, part, stage, unit, at)
    }

    fn class_of(&self, layer: LayerId, part: usize, stage: usize, unit: usize, depth: u32) -> u64 {
        self.class(layer, part, stage, unit, depth)
    }

    fn bytes_of_sweeps(&self, layer: LayerId, threads: usize) -> u64 {
        self.bytes(layer, threads)
    }
}
