//! A domain's own fast way to value a layer in one pass.

use std::ops::Range;

use crate::dictionary::Dictionary;
use crate::domain::{Domain, LayerId, PartId, Unanswered};
use crate::histogram::Histogram;
use crate::index::IndexError;
pub use crate::scratch::{ScratchFile, ScratchMemory};

/// A fast way to value all positions of a layer that is not cyclic, a run of ranks at a time: the
/// counterpart of [`Sweep`](crate::Sweep), which narrows intervals, for exact values that follow in
/// one pass.
///
/// Of a cyclic layer the plan finds a fixed point of [`backup`](Domain::backup), one that depends
/// on the rules alone. Such a domain joins by
/// [`Registry::fixed_point`](crate::Registry::fixed_point), and is held to its laws by
/// `shuban_conformance::fixed_point`.
///
/// A layer is cut into [`Units`], fixed by the domain. Each is computed from the layer's `Plan`
/// alone, so that units run in any order, on any thread, in another process or not at all: a layer
/// is streamed to the disk as it is computed, goes on where it was interrupted, and may be larger
/// than memory. A plan is made once from finished layers, whose records it reads in bulk.
///
/// The records of a unit equal [`backup`](Domain::backup) on true values at every position, which
/// `shuban_conformance::tabulate` checks; nothing else depends on it.
///
/// **Interned values.** The ids of the layer's own values are not known while it is computed. So
/// the records that `run` writes hold ids of the plan's own, given out in the order in which
/// threads reach new values; [`value`](Tabulate::value) decodes them. The solver looks at each
/// distinct record once, gathers the values, and stores final ids: these depend on no thread. (A
/// plan of such a domain usually has one table of values that all threads share.)
pub trait Tabulate: Domain {
    /// The shared data of a layer's units: tables of finished layers, made ready.
    type Plan: Send + Sync;
    /// Working memory of one thread.
    type Scratch: Send + 'static;

    /// Returns the units of a part, without the work of planning. Some thousand to some hundred
    /// thousand positions each are best: smaller units cost time, larger ones wait for each other.
    ///
    /// # Errors
    /// [`IndexError`] as of [`index`](Domain::index).
    fn units(&self, part: PartId) -> Result<Units, IndexError>;

    /// Prepares the computation of a layer.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer cannot be read, or the work was interrupted.
    fn plan(
        &self,
        layer: LayerId,
        finished: &dyn FinishedTables<Self::Record, Self::Value>,
        workers: &dyn Workers,
    ) -> Result<Self::Plan, Unanswered>;

    /// Creates working memory for one thread.
    fn scratch(&self, plan: &Self::Plan) -> Self::Scratch;

    /// Computes a unit: the records of its ranks, in their order. `records` is as long as the unit,
    /// has unspecified contents before, and must be filled.
    ///
    /// # Errors
    /// [`Unstorable`] for a value that no record stands for.
    fn run(
        &self,
        plan: &Self::Plan,
        unit: &Unit,
        scratch: &mut Self::Scratch,
        records: &mut [Self::Record],
    ) -> Result<(), Unstorable>;

    /// Returns the value of a record that `run` wrote; equal records have equal values.
    fn value(&self, _plan: &Self::Plan, record: Self::Record) -> Option<Self::Value> {
        self.decode(record, &Dictionary::default())
    }

    /// Returns the approximate bytes of the plan, also while it is made, and of all scratch.
    fn bytes(&self, layer: LayerId, threads: usize) -> u64;

    /// Returns the bytes that the plan writes to a [scratch file](Workers::scratch_file).
    fn scratch_file_bytes(&self, _layer: LayerId) -> u64 {
        0
    }

    /// Returns the number of positions worth a checkpoint: a larger layer is computed in shards,
    /// each kept until the layer is whole. The result does not depend on it.
    fn checkpoint_positions(&self) -> u64 {
        1 << 28
    }

    /// Returns the names of the columns of this domain's [`Histogram`]; if there are none, there is
    /// no histogram.
    fn histogram_columns(&self) -> &'static [&'static str] {
        &[]
    }

    /// Counts the positions of a unit by class, from their stored records. It sees every position
    /// once, so it should take nanoseconds each: count records first, classes then.
    fn count(
        &self,
        _unit: &Unit,
        _records: &[Self::Record],
        _dictionary: &Dictionary<Self::Value>,
        _histogram: &mut Histogram,
    ) {
    }
}

/// A unit of work: a run of consecutive ranks of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The part.
    pub part: PartId,
    /// Its number in the part's [`Units`].
    pub number: usize,
    /// Its ranks.
    pub ranks: Range<u64>,
}

impl Unit {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        (self.ranks.end - self.ranks.start) as usize
    }
}

/// The division of a part's ranks into units, which follow one another and are never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Units {
    /// The begin of each unit, and the end of the last one.
    bounds: Vec<u64>,
}

impl Units {
    /// Returns units of these lengths, in order; empty ones are left out.
    ///
    /// # Panics
    /// If there are more than 2⁶⁴ positions, which no index numbers.
    pub fn of_lengths(lengths: impl IntoIterator<Item = u64>) -> Self {
        let mut bounds = vec![0];
        let mut end: u64 = 0;
        for length in lengths.into_iter().filter(|length| *length > 0) {
            end = end.checked_add(length).expect("fewer than 2^64 positions");
            bounds.push(end);
        }
        Units { bounds }
    }

    /// Returns units of `each` positions (at least 1), the last one of the rest.
    pub fn evenly(positions: u64, each: u64) -> Self {
        let each = each.max(1);
        let lengths = (0..positions.div_ceil(each)).map(|unit| each.min(positions - unit * each));
        Units::of_lengths(lengths)
    }

    /// Returns the number of units.
    pub fn len(&self) -> usize {
        self.bounds.len() - 1
    }

    /// Returns the number of positions of all units.
    pub fn positions(&self) -> u64 {
        self.bounds[self.len()]
    }

    /// Returns the ranks of a unit below `len()`.
    pub fn ranks(&self, unit: usize) -> Range<u64> {
        self.bounds[unit]..self.bounds[unit + 1]
    }

    /// Returns the first unit that begins at a rank or after it; `len()` if there is none.
    pub fn first_from(&self, rank: u64) -> usize {
        self.bounds[..self.len()].partition_point(|begin| *begin < rank)
    }
}

/// Records of finished layers, many at a time, for any number of threads at once.
pub trait FinishedTables<R, V>: Sync {
    /// Reads the records of a range of ranks of a part, in their order: `each` gets them in pieces
    /// of any length.
    ///
    /// # Errors
    /// [`Unanswered`] if the planned layer does not need this one, or it cannot be read.
    fn records(
        &self,
        part: PartId,
        ranks: Range<u64>,
        each: &mut dyn FnMut(&[R]),
    ) -> Result<(), Unanswered>;

    /// Returns the dictionary that the ids of a layer's records belong to.
    ///
    /// # Errors
    /// [`Unanswered`] if the planned layer does not need this one.
    fn dictionary(&self, layer: LayerId) -> Result<&Dictionary<V>, Unanswered>;
}

/// A source without layers, for plans that read none.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFinishedTables;

impl<R, V> FinishedTables<R, V> for NoFinishedTables {
    fn records(&self, _: PartId, _: Range<u64>, _: &mut dyn FnMut(&[R])) -> Result<(), Unanswered> {
        Err(Unanswered::default())
    }

    fn dictionary(&self, _: LayerId) -> Result<&Dictionary<V>, Unanswered> {
        Err(Unanswered::default())
    }
}

/// A thread pool, for plans that take long to make, and room for those larger than memory.
pub trait Workers: Sync {
    /// Runs `work` for every number below `count`, in any order, on any threads, and waits for all
    /// of it.
    ///
    /// # Errors
    /// [`Unanswered`] if a piece of work failed, or the whole was interrupted.
    fn each(
        &self,
        count: usize,
        work: &(dyn Fn(usize) -> Result<(), Unanswered> + Sync),
    ) -> Result<(), Unanswered>;

    /// Creates an empty scratch file; it is in memory where no disk is at hand.
    ///
    /// # Errors
    /// [`Unanswered`] if it cannot be created.
    fn scratch_file(&self) -> Result<Box<dyn ScratchFile>, Unanswered> {
        Ok(Box::new(ScratchMemory::default()))
    }
}

/// The calling thread alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct OneThread;

impl Workers for OneThread {
    fn each(
        &self,
        count: usize,
        work: &(dyn Fn(usize) -> Result<(), Unanswered> + Sync),
    ) -> Result<(), Unanswered> {
        (0..count).try_for_each(work)
    }
}

/// Error of a value that no record of the domain stands for, contrary to expectation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rank {rank} cannot be stored: {reason}")]
pub struct Unstorable {
    /// The position's rank.
    pub rank: u64,
    /// The value, and the range of records.
    pub reason: String,
}
