//! Bounds of a part in memory.

use rayon::prelude::*;
use shuban_core::Interval;

/// The bounds of one part, by rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Lower bounds.
    pub lower: Vec<i32>,
    /// Upper bounds.
    pub upper: Vec<i32>,
}

impl Bounds {
    /// Returns the same interval for `len` positions.
    pub fn all(len: usize, interval: Interval) -> Self {
        Bounds { lower: vec![interval.lower; len], upper: vec![interval.upper; len] }
    }

    /// Returns the interval of a rank.
    pub fn get(&self, rank: usize) -> Interval {
        Interval { lower: self.lower[rank], upper: self.upper[rank] }
    }

    pub(super) fn set(&mut self, rank: usize, interval: Interval) {
        (self.lower[rank], self.upper[rank]) = (interval.lower, interval.upper);
    }

    /// Returns the sum of the widths.
    pub(super) fn total_width(&self) -> i128 {
        (self.lower.par_iter().zip(&self.upper))
            .map(|(&lower, &upper)| i128::from(Interval { lower, upper }.width()))
            .sum()
    }

    /// Returns the largest width.
    pub fn width(&self) -> i64 {
        (self.lower.par_iter().zip(&self.upper))
            .map(|(&lower, &upper)| Interval { lower, upper }.width())
            .max()
            .unwrap_or(0)
    }
}
