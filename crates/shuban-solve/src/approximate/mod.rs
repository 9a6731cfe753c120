//! Certified bounds from an approximate solution.
//!
//! Interval iteration proves at every moment what it holds, and pays for that with two bounds that
//! meet slowly. Here values are computed as if nothing were to be proven, fast and by any trick, and
//! a certificate is made afterwards, which rests on nothing of that:
//!
//! 1. [`solve`]: values V, until a sweep changes none by more than a little;
//! 2. [`widen`]: half-widths w such that V − w and V + w should be inductive with some **slack**;
//! 3. [`repair`]: sweeps over both bounds that widen where they are not, until one changes nothing.
//!    That last one *is* the proof.
//!
//! Inductive means l ≤ T⁻u and T⁺l ≤ u, where T⁻ and T⁺ back up and round outward. With a unit of
//! slack, l + 1 ≤ T⁻u and T⁺l ≤ u − 1, wherever a bound is not the least or the most that there can
//! be anyway, nothing more is needed: whoever plays by the bounds gains a unit every turn on
//! something bounded, so that it need not be shown that play leaves the layer.
//! (`docs/certified-values.md` has the proof.)
//!
//! What is published depends on the order of all these sweeps, and on nothing else: not on threads.

mod history;
mod repair;
mod solve;
mod widen;

use rayon::prelude::*;
pub use repair::{Repaired, repair};
use shuban_core::{Interval, Pass, Read, Unanswered};
pub use solve::{Solved, solve};
pub use widen::{Widened, widen};

/// How many positions a thread takes at a time. Sums of fractions are added in this order.
const CHUNK: usize = 1 << 14;

/// A half-width of this many units is none: nothing is known.
pub const NO_BOUND: u16 = u16::MAX;

/// The arrays that passes read and write.
pub trait Arrays: Sync {
    /// What a pass reads of a part.
    fn read(&self, part: usize) -> Read<'_>;

    /// Takes what a pass computed for the ranks of a part from `first` on.
    fn take(&mut self, part: usize, first: usize, computed: &[i32]);
}

/// Passes over the parts of a layer.
pub trait Passes: Sync {
    /// The positions of each part.
    fn lens(&self) -> Vec<usize>;

    /// Positions of a part that have a value by definition, which no pass changes, in the order of
    /// ranks.
    ///
    /// # Errors
    /// [`Unanswered`] if an index does not hold what it should.
    fn pinned(&self, part: usize) -> Result<Vec<(u64, Interval)>, Unanswered>;

    /// One pass over a part. It may give what it computed bit by bit, in an order of its own that
    /// does not depend on threads, and read what was taken before.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer could not be read.
    fn pass(&self, pass: Pass, part: usize, arrays: &mut dyn Arrays) -> Result<(), Unanswered>;
}

/// Values and half-widths of a part, by rank: the value lies between V − w and V + w, and between
/// the least and the most that there can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// V.
    pub centre: Vec<i32>,
    /// w; [`NO_BOUND`] if nothing is known.
    pub half_width: Vec<u16>,
    /// The least and the most that there can be.
    pub possible: Interval,
}

impl Certificate {
    /// The bounds of a rank.
    pub fn bounds(&self, rank: usize) -> Interval {
        Interval { lower: self.below().at(rank), upper: self.above().at(rank) }
    }

    /// All lower bounds.
    fn below(&self) -> Read<'_> {
        let Certificate { centre, half_width, possible } = self;
        Read::Below { centre, half_width, least: possible.lower }
    }

    /// All upper bounds.
    fn above(&self) -> Read<'_> {
        let Certificate { centre, half_width, possible } = self;
        Read::Above { centre, half_width, most: possible.upper }
    }

    /// The widest interval, in units.
    pub fn width(&self) -> i64 {
        let ranks = 0..self.centre.len();
        ranks.into_par_iter().map(|rank| self.bounds(rank).width()).max().unwrap_or(0)
    }
}
