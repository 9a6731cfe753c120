//! Where a layer's records come from: the domain's own fast way, or tables of files.

use std::ops::Range;

use rayon::prelude::*;
use shuban_core::{PartId, Progress, Record, Tabulate, Unit, Unstorable};
use shuban_store::TypedTable;

use crate::error::Error;
use crate::job::Job;
use crate::threads::{PoolWorkers, ScratchPool};

/// Gives the records of consecutive units of one part, using all threads of the pool.
pub(super) type RecordSource<'a, R> = dyn Fn(&[Unit], &mut [R]) -> Result<(), Error> + Sync + 'a;

/// A layer's plan, and the scratch of the threads that follow it.
pub(super) struct Compute<'a, T: Tabulate> {
    domain: &'a T,
    plan: T::Plan,
    scratch: ScratchPool<T::Scratch>,
    progress: &'a dyn Progress,
}

impl<'a, T: Tabulate> Compute<'a, T> {
    pub(super) fn new(job: &Job<'a, T>) -> Result<Self, Error> {
        let (domain, progress) = (job.domain, job.progress);
        progress.phase("planning", 0);
        let plan = domain.plan(job.layer, job.tables, &PoolWorkers { progress })?;
        Ok(Compute { domain, plan, scratch: ScratchPool::default(), progress })
    }

    /// The value of a record that the plan's units wrote at a rank.
    pub(super) fn value(
        &self,
        part: PartId,
        rank: u64,
        record: T::Record,
    ) -> Result<T::Value, Error> {
        self.domain.value(&self.plan, record).ok_or_else(|| {
            let reason = format!("{record:?} stands for no value");
            Error::unstorable(self.domain, part, Unstorable { rank, reason })
        })
    }

    /// The [`RecordSource`] that computes records.
    pub(super) fn records(
        &self,
        units: &[Unit],
        mut records: &mut [T::Record],
    ) -> Result<(), Error> {
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
            let mut scratch = self.scratch.lend(|| self.domain.scratch(&self.plan));
            let done = self.domain.run(&self.plan, unit, &mut scratch, records);
            done.map_err(|unstorable| Error::unstorable(self.domain, unit.part, unstorable))
        })
    }
}

/// Blocks that a thread reads at a time.
const BLOCKS: u64 = 64;

/// A table that holds consecutive ranks of a part.
pub(super) struct StoredRun<R> {
    pub(super) part: PartId,
    /// The rank of its first record.
    pub(super) first: u64,
    pub(super) table: TypedTable<R>,
}

/// The [`RecordSource`] that reads tables which together hold a layer. `meaning` gets the number of
/// a table and a record of it, and gives the layer's record, if it stands for one.
pub(super) fn read_stored<S: Record, R: Record>(
    runs: &[StoredRun<S>],
    meaning: impl Fn(usize, S) -> Option<R> + Sync,
    units: &[Unit],
    mut records: &mut [R],
) -> Result<(), Error> {
    let (Some(first), Some(last)) = (units.first(), units.last()) else { return Ok(()) };
    let mut work: Vec<(usize, Range<u64>, &mut [R])> = Vec::new();
    let mut rank = first.ranks.start;
    for (number, run) in runs.iter().enumerate().filter(|(_, run)| run.part == first.part) {
        let per_block = run.table.table().records_per_block() * BLOCKS;
        let end = last.ranks.end.min(run.first + run.table.len());
        while run.first <= rank && rank < end {
            // Cut where blocks are, so that none is decoded twice.
            let place = rank - run.first;
            let until = end.min(run.first + (place / per_block + 1) * per_block);
            let (own, others) = records.split_at_mut((until - rank) as usize);
            records = others;
            work.push((number, place..until - run.first, own));
            rank = until;
        }
    }
    debug_assert_eq!(rank, last.ranks.end, "the tables hold all ranks of the part, in order");
    work.into_par_iter().try_for_each(|(number, places, records)| {
        let table = &runs[number].table;
        let mut records = places.clone().zip(records);
        let mut wrong = None;
        table.for_each_piece(places, &mut |found| {
            for (stored, (place, record)) in found.iter().zip(records.by_ref()) {
                match meaning(number, *stored) {
                    Some(meant) => *record = meant,
                    None => wrong = wrong.or(Some(place)),
                }
            }
        })?;
        wrong.map_or(Ok(()), |place| Err(Error::no_value(table.table(), place)))
    })
}
