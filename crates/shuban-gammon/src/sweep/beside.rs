//! The sets of free points beside the opponent's set, and the ranks by which blocks are found.
//!
//! Ranking two sets for each block would be slow: with few lanes a block holds few numbers. Both
//! ranks are sums over the points held, of terms that depend on the point and on how many points
//! are held above it. So one set after the other, in order, takes little more than an addition.

use shuban_core::combinatorics::binomial;

/// Two ranks of a set of points that the mover holds, or terms of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ranks {
    /// Its rank, as the other side counts points.
    pub(super) held: u32,
    /// The rank of the opponent's set among those of points that the mover does not hold, as the
    /// other side counts points.
    pub(super) beside: u32,
}

impl Ranks {
    /// The sum of terms. (Negative terms wrap around.)
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Ranks {
            held: self.held.wrapping_add(other.held),
            beside: self.beside.wrapping_add(other.beside),
        }
    }
}

/// Terms that the ranks of all sets of free points are sums of.
pub(super) struct Beside {
    /// Free points.
    free: usize,
    /// By the number of points held above, and by free point.
    terms: Vec<[Ranks; 32]>,
    /// By the number of points held: the term that is added once.
    constant: Vec<u32>,
}

impl Beside {
    /// Ranks of up to `most` points held beside the opponent's set (bit p - 1: mover's place p).
    pub(super) fn new(set: u64, points: usize, most: usize) -> Self {
        // The opponent's points, as the other side counts them, from 0 up.
        let mut others = [0; 32];
        let mut n = 0;
        for point in 0..points {
            if set >> (points - 1 - point) & 1 == 1 {
                others[n] = point;
                n += 1;
            }
        }
        // `rank[held][j]`: what the j lowest of the opponent's points add to the rank beside, where
        // the mover holds `held` points below them.
        let mut rank = vec![[0u32; 33]; most + 1];
        for (held, rank) in rank.iter_mut().enumerate() {
            for j in 0..n {
                let term = binomial(others[j].saturating_sub(held), j + 1);
                rank[j + 1] = rank[j].wrapping_add(term as u32);
            }
        }
        let mut terms = vec![[Ranks::default(); 32]; most];
        let (mut free, mut below) = (0, n);
        for place in 0..points {
            if set >> place & 1 == 1 {
                below -= 1;
                continue;
            }
            for (above, terms) in terms.iter_mut().enumerate() {
                terms[free] = Ranks {
                    held: binomial(points - 1 - place, above + 1) as u32,
                    beside: rank[above][below].wrapping_sub(rank[above + 1][below]),
                };
            }
            free += 1;
        }
        let constant = rank.iter().map(|rank| rank[n]).collect();
        Beside { free, terms, constant }
    }

    /// The sets of `held` free points (of at least that many), in colexicographic order.
    #[inline(always)]
    pub(super) fn sets(&self, held: usize) -> Sets<'_> {
        let mut sets = Sets {
            beside: self,
            held,
            points: [0; 32],
            sums: [Ranks { held: 0, beside: self.constant[held] }; 33],
        };
        sets.lowest_from(0);
        sets
    }
}

/// All sets of a given number of free points, one after the other.
pub(super) struct Sets<'b> {
    beside: &'b Beside,
    held: usize,
    /// The free points held, from the highest down.
    points: [usize; 32],
    /// `sums[i]`: the sum over the i highest points held.
    sums: [Ranks; 33],
}

impl Sets<'_> {
    /// Leaves the `first` highest points where they are, and puts all others as low as possible.
    #[inline(always)]
    fn lowest_from(&mut self, first: usize) {
        for above in first..self.held {
            self.hold(above, self.held - 1 - above);
        }
    }

    /// The ranks of the set.
    #[inline(always)]
    pub(super) fn ranks(&self) -> Ranks {
        self.sums[self.held]
    }

    /// Goes on to the next set; after the last it stays.
    #[inline(always)]
    pub(super) fn go_on(&mut self) {
        // The lowest point that can move up below the next one above it.
        for above in (0..self.held).rev() {
            let end = if above == 0 { self.beside.free } else { self.points[above - 1] };
            let next = self.points[above] + 1;
            if next < end {
                self.hold(above, next);
                self.lowest_from(above + 1);
                return;
            }
        }
    }

    #[inline(always)]
    fn hold(&mut self, above: usize, point: usize) {
        self.points[above] = point;
        self.sums[above + 1] = self.sums[above].plus(self.beside.terms[above][point]);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shuban_core::combinatorics::{rank_subset, unrank_subset};

    use super::*;

    proptest! {
        #[test]
        fn ranks_are_those_of_the_sets(set in 0u64..1 << 11, held in 0usize..5) {
            let points = 11;
            let places: Vec<u32> = (0..points).filter(|&place| set >> place & 1 == 0).collect();
            let turned = |set: u64| set.reverse_bits() >> (64 - points);
            let beside = Beside::new(set, points as usize, places.len());
            let held = held.min(places.len());
            let mut sets = beside.sets(held);
            for rank in 0..binomial(places.len(), held) {
                let free = unrank_subset(rank, held, places.len());
                let on = (0..places.len())
                    .filter(|&place| free >> place & 1 == 1)
                    .map(|place| 1u64 << places[place])
                    .sum();
                let others = (0..points)
                    .filter(|&place| turned(on) >> place & 1 == 0)
                    .enumerate()
                    .filter(|&(_, place)| turned(set) >> place & 1 == 1)
                    .map(|(at, _)| 1u64 << at)
                    .sum();
                let expected = Ranks {
                    held: rank_subset(turned(on)) as u32,
                    beside: rank_subset(others) as u32,
                };
                prop_assert_eq!(sets.ranks(), expected);
                sets.go_on();
            }
        }
    }
}
