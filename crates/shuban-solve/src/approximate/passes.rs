//! Passes over a layer, the arrays that they read and write, and the bounds that they prove.

use rayon::prelude::*;
use shuban_core::sweep::{Pass, Read};
use shuban_core::{Interval, Unanswered};

/// Number of positions that a thread takes at a time. Sums of fractions are added in this order.
pub(super) const CHUNK: usize = 1 << 14;

/// The half-width that stands for no bound: nothing is known.
pub const NO_BOUND: u16 = u16::MAX;

/// The arrays that passes read and write.
pub trait Arrays: Sync {
    /// Returns the input of a pass for a part.
    fn read(&self, part: usize) -> Read<'_>;

    /// Takes the results of a pass for the ranks of a part from `first` on.
    fn take(&mut self, part: usize, first: usize, computed: &[i32]);
}

/// Passes over the parts of a layer.
pub trait Passes: Sync {
    /// Returns the positions of each part.
    fn lens(&self) -> Vec<usize>;

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
    /// [`Unanswered`] if a finished layer cannot be read.
    fn pass(&self, pass: Pass, part: usize, arrays: &mut dyn Arrays) -> Result<(), Unanswered>;
}

/// The values and half-widths of a part, by rank: the true value is between V − w and V + w, and
/// within the possible range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// V.
    pub centre: Vec<i32>,
    /// w; [`NO_BOUND`] if nothing is known.
    pub half_width: Vec<u16>,
    /// The possible range.
    pub possible: Interval,
}

impl Certificate {
    /// Returns the bounds of a rank.
    pub fn bounds(&self, rank: usize) -> Interval {
        Interval { lower: self.below().at(rank), upper: self.above().at(rank) }
    }

    /// Returns all lower bounds.
    pub(super) fn below(&self) -> Read<'_> {
        let Certificate { centre, half_width, possible } = self;
        Read::Below { centre, half_width, least: possible.lower }
    }

    /// Returns all upper bounds.
    pub(super) fn above(&self) -> Read<'_> {
        let Certificate { centre, half_width, possible } = self;
        Read::Above { centre, half_width, most: possible.upper }
    }

    /// Returns the widest interval, in units.
    pub fn width(&self) -> i64 {
        let ranks = 0..self.centre.len();
        ranks.into_par_iter().map(|rank| self.bounds(rank).width()).max().unwrap_or(0)
    }
}
