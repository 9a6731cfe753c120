//! The new values of a row: over all rolls, the best play with as many dice as possible.

use shuban_core::sweep::{Pass, Status};

use super::kernel::UnitKernel;
use super::vectors::{Rounding, Vectors};

impl<V: Vectors, const F: usize, const EXACT: bool> UnitKernel<'_, V, F, EXACT> {
    /// The new values over all rolls, from the tables of a row and its values with more dice.
    #[inline(always)]
    pub(super) fn combine(&self, own: &[i32], more: &[i32]) -> V::Lanes {
        let (own, more) = (&own[..self.row_size()], &more[..(F * F + F) * V::LANES]);
        match self.unit.pass {
            Pass::Lower => self.mean(Rounding::Down, own, more),
            Pass::Upper => self.mean(Rounding::Up, own, more),
            Pass::Nearest => self.mean(Rounding::Nearest, own, more),
            Pass::Leave | Pass::Retrograde => self.settle(own, more),
        }
    }

    /// The weighted mean.
    #[inline(always)]
    fn mean(&self, rounding: Rounding, own: &[i32], more: &[i32]) -> V::Lanes {
        // Exact: sums of at most 81 numbers of 31 bits.
        let throws = (self.faces() * self.faces()) as u32;
        let mut sum = self.vectors.sum(rounding.bias(throws));
        for first in 0..self.faces() {
            sum = self.vectors.add(sum, 1.0, self.best_double(first, own, more));
            for second in 0..first {
                sum = self.vectors.add(sum, 2.0, self.best_pair(first, second, own, more));
            }
        }
        self.vectors.scaled(sum, 1.0 / f64::from(throws))
    }

    /// The result of the marks or statuses that the rolls lead to.
    #[inline(always)]
    fn settle(&self, own: &[i32], more: &[i32]) -> V::Lanes {
        let (mut least, mut most) = ([i32::MAX; 16], [i32::MIN; 16]);
        let mut unknown = [false; 16];
        for first in 0..self.faces() {
            for second in 0..=first {
                let best = if second == first {
                    self.best_double(first, own, more)
                } else {
                    self.best_pair(first, second, own, more)
                };
                let mut codes = [0; 16];
                self.vectors.store(&mut codes, best);
                for i in 0..V::LANES {
                    least[i] = least[i].min(codes[i]);
                    most[i] = most[i].max(codes[i]);
                    unknown[i] |= codes[i] == Status::Unknown.code();
                }
            }
        }
        let mut codes = [0; 16];
        for i in 0..V::LANES {
            codes[i] = if self.unit.pass == Pass::Leave {
                i32::from(least[i] != 0)
            } else if unknown[i] {
                Status::Unknown.code()
            } else if least[i] == most[i] {
                least[i]
            } else {
                Status::Valued.code()
            };
        }
        self.vectors.load(&codes)
    }

    /// The best play of a double with as many dice as possible.
    #[inline(always)]
    fn best_double(&self, die: usize, own: &[i32], more: &[i32]) -> V::Lanes {
        let faces = self.faces();
        let mut best = self.table(own, 0);
        for table in [1 + die, 1 + faces + die, 1 + 2 * faces + die] {
            best = self.vectors.else_fewer(self.table(own, table), best);
        }
        self.vectors.else_fewer(self.table(more, F * F + die), best)
    }

    /// The best play of two dice, the larger one first: both in either order; if only one can be
    /// played, the larger one if it can.
    #[inline(always)]
    fn best_pair(&self, larger: usize, smaller: usize, own: &[i32], more: &[i32]) -> V::Lanes {
        let vectors = self.vectors;
        let one = vectors.else_fewer(self.table(own, 1 + smaller), self.table(own, 0));
        let one = vectors.else_fewer(self.table(own, 1 + larger), one);
        let both = vectors
            .max(self.table(more, larger * F + smaller), self.table(more, smaller * F + larger));
        vectors.else_fewer(both, one)
    }
}
