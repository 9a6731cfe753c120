//! Records as the domain's own fast way gives them.

use rayon::prelude::*;
use shuban_core::{Tabulate, Unit, Unstorable};

use crate::error::Error;
use crate::job::Job;
use crate::tabulate::stream::{Pool, Source};
use crate::tabulate::workers::PoolWorkers;
use shuban_core::Progress;

/// A layer's plan at work.
pub(super) struct Compute<'a, T: Tabulate> {
    domain: &'a T,
    plan: T::Plan,
    scratches: Pool<T::Scratch>,
    progress: &'a dyn Progress,
}

impl<'a, T: Tabulate> Compute<'a, T> {
    pub(super) fn new(job: &Job<'a, T>) -> Result<Self, Error> {
        let (domain, progress) = (job.domain, job.progress);
        progress.phase("planning", 0);
        let plan = domain.plan(job.layer, job.tables, &PoolWorkers { progress })?;
        Ok(Compute { domain, plan, scratches: Pool::default(), progress })
    }

    /// The value of a record that the plan's units wrote at a rank.
    pub(super) fn value(
        &self,
        unit: &Unit,
        rank: u64,
        record: T::Record,
    ) -> Result<T::Value, Error> {
        self.domain.value(&self.plan, record).ok_or_else(|| {
            let reason = format!("{record:?} stands for no value");
            Error::unstorable(self.domain, unit.part, Unstorable { rank, reason })
        })
    }
}

impl<T: Tabulate> Source<T::Record> for Compute<'_, T> {
    fn fill(&self, units: &[Unit], mut records: &mut [T::Record]) -> Result<(), Error> {
        let mut work = Vec::with_capacity(units.len());
        for unit in units {
            let (own, others) = records.split_at_mut(unit.len());
            records = others;
            work.push((unit, own));
        }
        // One by one: units may take very different times.
        work.into_par_iter().with_max_len(1).try_for_each(|(unit, records)| {
            if self.progress.interrupted() {
                return Err(Error::Interrupted);
            }
            let mut scratch =
                self.scratches.take().unwrap_or_else(|| self.domain.scratch(&self.plan));
            let done = self.domain.run(&self.plan, unit, &mut scratch, records);
            self.scratches.put(scratch);
            done.map_err(|unstorable| Error::unstorable(self.domain, unit.part, unstorable))
        })
    }
}
