//! The stored bounds of a part in memory, as sweeps read them: six bytes a position.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use shuban_core::Interval;
use shuban_core::erased::IntervalTables;
use shuban_core::sweep::Read;

use crate::error::Error;
use crate::stored_layer::StoredLayer;

/// Passes on the stored intervals of some ranks of a part, each with its place among them.
///
/// # Errors
/// If the file is damaged, or a row stands for no value.
pub(super) fn each_interval(
    (open, domain): (&StoredLayer<'_>, &dyn IntervalTables),
    part: usize,
    ranks: Range<u64>,
    each: &mut dyn FnMut(usize, Interval),
) -> Result<(), Error> {
    let first = ranks.start;
    open.columns(part, ranks, &mut |columns| {
        let mut row = [0; 2];
        for place in 0..columns.len() {
            columns.row(place, &mut row);
            let rank = columns.first + place as u64;
            let value = domain.interval(&row, open.dictionary());
            let value = value.ok_or_else(|| open.no_value(part, rank))?;
            each((rank - first) as usize, value);
        }
        Ok(())
    })
}

/// Bytes of the bounds of a position, as long as none is wide.
pub(super) const BYTES: u64 = (size_of::<i32>() + size_of::<u16>()) as u64;

/// The width of an interval with the trivial upper bound.
const NO_BOUND: u16 = u16::MAX;

/// Number of positions that a thread reads at a time.
const CHUNK: usize = 1 << 18;

/// The bounds of all positions of a part.
pub(super) struct StoredBounds {
    lower: Vec<i32>,
    upper: Uppers,
    /// The largest possible value.
    most: i32,
}

/// Upper bounds.
enum Uppers {
    /// Differences from the lower ones.
    By(Vec<u16>),
    /// The bounds by rank, if some widths take more than 16 bits.
    All(Vec<i32>),
}

impl StoredBounds {
    /// Reads a part of a file.
    ///
    /// # Errors
    /// If the file is damaged, or a row stands for no value.
    pub(super) fn read(
        open: &StoredLayer<'_>,
        part: usize,
        domain: &dyn IntervalTables,
    ) -> Result<Self, Error> {
        let most = domain.possible().upper;
        let each_value = |first: u64, len: usize, each: &mut dyn FnMut(usize, Interval)| {
            each_interval((open, domain), part, first..first + len as u64, each)
        };
        let len = open.indexes()[part].len() as usize;
        let (mut lower, mut widths) = (vec![0; len], vec![0; len]);
        let some_wide = AtomicBool::new(false);
        let chunks = lower.par_chunks_mut(CHUNK).zip(widths.par_chunks_mut(CHUNK)).enumerate();
        chunks.try_for_each(|(chunk, (lower, widths))| {
            let first = (chunk * CHUNK) as u64;
            each_value(first, lower.len(), &mut |at, Interval { lower: low, upper }| {
                let width = i64::from(upper) - i64::from(low);
                lower[at] = low;
                widths[at] = match u16::try_from(width) {
                    Ok(width) if width != NO_BOUND => width,
                    _ => {
                        some_wide.fetch_or(upper != most, Ordering::Relaxed);
                        NO_BOUND
                    }
                };
            })
        })?;
        if !some_wide.into_inner() {
            return Ok(StoredBounds { lower, upper: Uppers::By(widths), most });
        }
        drop(widths);
        let mut uppers = vec![0; len];
        uppers.par_chunks_mut(CHUNK).enumerate().try_for_each(|(chunk, uppers)| {
            let first = (chunk * CHUNK) as u64;
            each_value(first, uppers.len(), &mut |at, value| uppers[at] = value.upper)
        })?;
        Ok(StoredBounds { lower, upper: Uppers::All(uppers), most })
    }

    /// Returns the bytes that they take more than usual.
    pub(super) fn more_bytes(&self) -> u64 {
        match &self.upper {
            Uppers::By(_) => 0,
            Uppers::All(uppers) => (uppers.len() * (size_of::<i32>() - size_of::<u16>())) as u64,
        }
    }

    /// Returns the bounds of a rank.
    pub(super) fn at(&self, rank: usize) -> Interval {
        Interval { lower: self.lower[rank], upper: self.uppers().at(rank) }
    }

    /// Returns all intervals in the order of ranks, from `first` on.
    pub(super) fn from(
        &self,
        first: usize,
        len: usize,
    ) -> impl IndexedParallelIterator<Item = Interval> {
        (first..first + len).into_par_iter().map(|rank| self.at(rank))
    }

    /// Returns the lower bounds, for a pass.
    pub(super) fn lowers(&self) -> Read<'_> {
        Read::Plain(&self.lower)
    }

    /// Returns the upper bounds, for a pass.
    pub(super) fn uppers(&self) -> Read<'_> {
        match &self.upper {
            Uppers::By(widths) => {
                Read::Above { centre: &self.lower, half_width: widths, most: self.most }
            }
            Uppers::All(uppers) => Read::Plain(uppers),
        }
    }

    /// Returns the widest interval, in units.
    pub(super) fn widest(&self) -> i64 {
        self.from(0, self.lower.len()).map(Interval::width).max().unwrap_or(0)
    }
}
