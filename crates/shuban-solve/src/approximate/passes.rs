//! Passes over a layer, the arrays that they read and write, and the bounds that they prove.

use std::ops::Range;

use rayon::prelude::*;
use shuban_core::sweep::{Pass, Read};
use shuban_core::{Interval, Unanswered};

use crate::kept::{Kept, Room};

/// Number of positions that a thread takes at a time. Sums of fractions are added in this order.
pub(crate) const CHUNK: usize = 1 << 14;

/// The sums of a chunk, as they go from process to process.
pub type ChunkSums = [u64; 4];

/// The half-width that stands for no bound: nothing is known.
pub const NO_BOUND: u16 = u16::MAX;

/// The arrays that passes read and write.
pub trait Arrays: Sync {
    /// Returns the input of a pass for a part, all of which is in memory.
    fn read(&self, part: usize) -> Read<'_>;

    /// Writes the input for the ranks of a part from `first` on, which need not be in memory, to
    /// `to`.
    ///
    /// # Errors
    /// [`Unanswered`] if the disk fails.
    fn numbers(&mut self, part: usize, first: usize, to: &mut [i32]) -> Result<(), Unanswered> {
        let read = self.read(part);
        (first..).zip(to).for_each(|(rank, number)| *number = read.at(rank));
        Ok(())
    }

    /// Returns true if what passes read are the numbers taken, as they were computed.
    fn reads_what_it_takes(&self) -> bool {
        false
    }

    /// Takes the results of a pass for the ranks of a part from `first` on.
    ///
    /// # Errors
    /// [`Unanswered`] if the disk fails.
    fn take(&mut self, part: usize, first: usize, computed: &[i32]) -> Result<(), Unanswered>;
}

/// Passes over the parts of a layer.
pub trait Passes: Sync {
    /// Returns the positions of each part.
    fn lens(&self) -> Vec<usize>;

    /// Returns the place of the numbers of a part that they read and write.
    fn room(&self, _part: usize) -> Room<'_> {
        Room::Memory
    }

    /// Returns what each process that takes part says, given what this one does.
    ///
    /// # Errors
    /// [`Unanswered`] if another one is lost.
    fn of_all(&self, own: u64) -> Result<Vec<u64>, Unanswered> {
        Ok(vec![own])
    }

    /// Returns the sums of all chunks that passes over all parts took, in the order in which they
    /// would be taken here alone; given those that were taken here.
    ///
    /// # Errors
    /// [`Unanswered`] if another process is lost.
    fn chunks_of_all(&self, own: Vec<ChunkSums>) -> Result<Vec<ChunkSums>, Unanswered> {
        Ok(own)
    }

    /// Returns the positions of a part that have a value by definition, which no pass changes, by
    /// rank.
    ///
    /// # Errors
    /// [`Unanswered`] if an index does not hold a position.
    fn pinned(&self, part: usize) -> Result<Vec<(u64, Interval)>, Unanswered>;

    /// Runs one pass over a part. It may pass on results piece by piece, in an order of its own
    /// that does not depend on threads, and read those taken before.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer cannot be read, or the disk fails.
    fn pass(&self, pass: Pass, part: usize, arrays: &mut dyn Arrays) -> Result<(), Unanswered>;
}

/// The values and half-widths of a part, by rank: the true value is between V − w and V + w, and
/// within the possible range.
pub struct Certificate {
    /// V.
    pub centre: Kept<i32>,
    /// w; [`NO_BOUND`] if nothing is known.
    pub half_width: Kept<u16>,
    /// The possible range.
    pub possible: Interval,
}

impl Certificate {
    /// Returns the bounds of a rank that is in memory.
    pub fn bounds(&self, rank: usize) -> Interval {
        bounds((self.centre.at(rank), self.half_width.at(rank)), self.possible)
    }

    /// Brings the bounds of some ranks into memory.
    ///
    /// # Errors
    /// [`Unanswered`] if the disk fails.
    pub fn fetch(&mut self, ranks: Range<usize>) -> Result<(), Unanswered> {
        self.centre.some(ranks.clone())?;
        self.half_width.some(ranks)?;
        Ok(())
    }

    /// Returns all lower bounds.
    pub(super) fn below(&self) -> Read<'_> {
        let (centre, half_width) = (whole(&self.centre), whole(&self.half_width));
        Read::Below { centre, half_width, least: self.possible.lower }
    }

    /// Returns all upper bounds.
    pub(super) fn above(&self) -> Read<'_> {
        let (centre, half_width) = (whole(&self.centre), whole(&self.half_width));
        Read::Above { centre, half_width, most: self.possible.upper }
    }

    /// Writes one of the bounds of each rank from `first` on to `to`.
    pub(super) fn write(
        &mut self,
        first: usize,
        to: &mut [i32],
        bound: impl Fn(Interval) -> i32 + Sync,
    ) -> Result<(), Unanswered> {
        let ranks = first..first + to.len();
        let Certificate { centre, half_width, possible } = self;
        let pairs = (centre.some(ranks.clone())?.par_iter()).zip(half_width.some(ranks)?);
        let found =
            pairs.map(|(&centre, &half_width)| bound(bounds((centre, half_width), *possible)));
        to.par_iter_mut().zip(found).for_each(|(number, found)| *number = found);
        Ok(())
    }

    /// Returns the widest interval, in units.
    ///
    /// # Errors
    /// [`Unanswered`] if the disk fails.
    pub fn width(&mut self) -> Result<i64, Unanswered> {
        let mut widest = 0;
        let Certificate { centre, half_width, possible } = self;
        for ranks in centre.pieces() {
            let pairs = (centre.some(ranks.clone())?.par_iter()).zip(half_width.some(ranks)?);
            let widths =
                pairs.map(|(&centre, &half_width)| bounds((centre, half_width), *possible).width());
            widest = widest.max(widths.max().unwrap_or(0));
        }
        Ok(widest)
    }
}

/// Returns the bounds of a centre and a half-width.
fn bounds((centre, half_width): (i32, u16), possible: Interval) -> Interval {
    Interval {
        lower: Read::below(centre, half_width, possible.lower),
        upper: Read::above(centre, half_width, possible.upper),
    }
}

/// Returns all numbers of a part, for a pass in memory.
pub(super) fn whole<T: bytemuck::Pod + Send + Sync>(kept: &Kept<T>) -> &[T] {
    kept.whole().expect("passes in memory have their numbers in memory")
}
