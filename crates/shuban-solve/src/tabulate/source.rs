//! Sources of a layer's records: the domain's own fast way, or tables of files.

use std::any::Any;

use shuban_core::erased::{
    Columns, LayerDictionary, PartIndex, Records, RowSource, TabulatePlan, TabulateTables,
};
use shuban_core::tabulate::{Unit, Unstorable};
use shuban_core::{LayerId, PartId, Progress, Unanswered};
use shuban_store::Table;

use crate::error::Error;
use crate::job::{Job, LayerRows};
use crate::layer_file::LayerFile;
use crate::threads::{BuildWorkers, ScratchPool};

/// A function that writes the records of a unit.
pub(super) type RecordSource<'a> = dyn Fn(&Unit, &mut Records) -> Result<(), Error> + Sync + 'a;

/// A layer's plan, and the scratch of the threads that run it.
pub(super) struct Compute<'a> {
    pub(super) domain: &'a dyn TabulateTables,
    plan: Box<dyn TabulatePlan + 'a>,
    scratch: ScratchPool<Box<dyn Any + Send>>,
    progress: &'a dyn Progress,
}

impl<'a> Compute<'a> {
    pub(super) fn new(
        domain: &'a dyn TabulateTables,
        job: &Job<'a>,
        file: &LayerFile,
    ) -> Result<Self, Error> {
        let progress = job.progress;
        progress.phase("planning", 0);
        let workers = BuildWorkers { progress, files: &*file.files, beside: &file.path };
        let plan = domain.plan_tabulation(job.layer, job.solved, &workers)?;
        Ok(Compute { domain, plan, scratch: ScratchPool::default(), progress })
    }

    /// Returns the id of the value of a record that a unit of the plan wrote; a new value is
    /// appended to `values`.
    pub(super) fn intern(
        &self,
        (part, rank): (PartId, u64),
        (records, place): (&Records, usize),
        values: &mut LayerDictionary,
    ) -> Result<u32, Error> {
        self.plan.intern(records, place, values).ok_or_else(|| {
            let mut row = vec![0; self.domain.columns().len()];
            records.to_columns(place..place + 1, 0, 1, &mut row);
            let reason = format!("{} stands for no value", self.domain.row_text(&row));
            Error::unstorable(self.domain, part, Unstorable { rank, reason })
        })
    }

    /// Computes the records of a unit: a [`RecordSource`].
    pub(super) fn records(&self, unit: &Unit, records: &mut Records) -> Result<(), Error> {
        if self.progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let mut scratch = self.scratch.lend(|| self.plan.scratch());
        let done = self.plan.run(unit, &mut **scratch, records);
        done.map_err(|unstorable| Error::unstorable(self.domain, unit.part, unstorable))
    }
}

/// A table that holds consecutive ranks of a part.
pub(super) struct StoredRun {
    pub(super) part: PartId,
    /// The rank of its first record.
    pub(super) first: u64,
    pub(super) table: Table,
}

/// The rows that positions of a layer ask for where the layer is in shards: also its own, unless its
/// values are interned.
pub(super) struct ShardRows<'a> {
    pub(super) earlier: LayerRows<'a>,
    pub(super) runs: &'a [StoredRun],
    /// Without values.
    pub(super) dictionary: LayerDictionary,
}

impl RowSource for ShardRows<'_> {
    fn index(&self, part: PartId) -> Result<&PartIndex, Unanswered> {
        self.earlier.index(part)
    }

    fn dictionary(&self, layer: LayerId) -> Result<&LayerDictionary, Unanswered> {
        match self.runs.iter().any(|run| run.part.layer == layer) {
            true => Ok(&self.dictionary),
            false => self.earlier.dictionary(layer),
        }
    }

    fn row(&self, part: PartId, rank: u64, row: &mut [u64]) -> Result<(), Unanswered> {
        let holds = |run: &&StoredRun| {
            run.part == part && rank.checked_sub(run.first).is_some_and(|at| at < run.table.rows())
        };
        let Some(run) = self.runs.iter().find(holds) else {
            return self.earlier.row(part, rank, row);
        };
        let at = rank - run.first;
        let read = run.table.for_each_row(at..at + 1, |_, found| {
            row.iter_mut().zip(found).for_each(|(column, number)| *column = *number);
        });
        read.map_err(|error| Error::Store(error).into())
    }

    fn no_value(&self, part: PartId, rank: u64) -> Unanswered {
        self.earlier.no_value(part, rank)
    }
}

/// Reads the records of a unit from tables that together hold a layer: a [`RecordSource`]. `put`
/// gets the records of the unit, the place to begin, the number of a table and rows of it, and
/// returns the first row, if any, that stands for no record.
pub(super) fn read_stored(
    runs: &[StoredRun],
    unit: &Unit,
    records: &mut Records,
    put: impl Fn(&mut Records, usize, usize, &Columns<'_>) -> Result<(), usize>,
) -> Result<(), Error> {
    records.resize(unit.len());
    let mut rank = unit.ranks.start;
    for (number, run) in runs.iter().enumerate().filter(|(_, run)| run.part == unit.part) {
        let end = unit.ranks.end.min(run.first + run.table.rows());
        if !(run.first <= rank && rank < end) {
            continue;
        }
        run.table.try_for_each_chunk(rank - run.first..end - run.first, |columns| {
            let at = (run.first + columns.first - unit.ranks.start) as usize;
            put(records, at, number, columns)
                .map_err(|wrong| Error::no_value(&run.table, columns.first + wrong as u64))
        })?;
        rank = end;
    }
    assert_eq!(rank, unit.ranks.end, "the tables hold all ranks of the part, in order");
    Ok(())
}
