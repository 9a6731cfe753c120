//! One side as an integer, in gnubg's order.

use shuban_core::Index;
use shuban_core::checkers::Checkers;
use shuban_core::combinatorics::binomial;

use super::home::HomeBoard;
use super::plays::Movable;

/// The ways to place up to `checkers` on the lowest points of a board, as gnubg numbers them: fewer
/// checkers first; of as many, fewer of them beyond point 1, then beyond point 2, and so on.
///
/// So the rank of a side is the same whatever the most checkers are, and every play leads to a
/// lower one. (gnubg's `PositionBearoff`; the number of the sides with k checkers on p points is
/// C(k + p − 1, k).)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GnubgRank {
    /// Number of points.
    pub(crate) points: usize,
    /// The most checkers.
    pub(crate) checkers: usize,
}

impl GnubgRank {
    /// Number of sides with fewer than `count` checkers on `points` points.
    fn fewer(points: usize, count: usize) -> u64 {
        count.checked_sub(1).map_or(0, |most| binomial(points + most, points))
    }

    /// Returns true if a side has at most this many checkers, all on these points.
    pub(super) fn holds(self, side: Checkers) -> bool {
        HomeBoard::of(self.points, self.checkers).holds(side)
    }
}

impl Index for GnubgRank {
    type Position = Checkers;

    /// C(points + checkers, points).
    fn len(&self) -> u64 {
        GnubgRank::fewer(self.points, self.checkers + 1)
    }

    fn rank(&self, side: &Checkers) -> Option<u64> {
        self.holds(*side).then(|| {
            let mut beyond = side.count();
            let mut rank = 0;
            for point in 1..=self.points {
                rank += GnubgRank::fewer(self.points + 1 - point, beyond);
                beyond -= side.on(point);
            }
            rank
        })
    }

    fn unrank(&self, mut rank: u64) -> Option<Checkers> {
        let mut side = Checkers::NONE;
        if rank >= self.len() {
            return None;
        }
        let mut left = self.checkers;
        for point in 1..=self.points {
            // Number of checkers on this point or beyond it.
            let from = |most: usize, rank: u64| {
                let points = self.points + 1 - point;
                (0..=most).rev().find(|&count| GnubgRank::fewer(points, count) <= rank)
            };
            let beyond = from(left, rank)?;
            if point > 1 {
                side = side.with(point - 1, left - beyond);
            }
            rank -= GnubgRank::fewer(self.points + 1 - point, beyond);
            left = beyond;
        }
        Some(side.with(self.points, left))
    }
}

/// Fall of the rank when the checkers on a point or beyond it, `[point][of them]`, become one less.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankFalls([[u32; 16]; GnubgRank::MOST_POINTS + 1]);

impl GnubgRank {
    /// Most points of a one-sided file.
    pub(super) const MOST_POINTS: usize = 13;

    /// The falls for ranks on at most [`MOST_POINTS`](GnubgRank::MOST_POINTS) points.
    pub(super) fn falls(self) -> RankFalls {
        let mut falls = RankFalls([[0; 16]; GnubgRank::MOST_POINTS + 1]);
        for (point, falls) in falls.0.iter_mut().enumerate().take(self.points + 1).skip(1) {
            for (count, fall) in falls.iter_mut().enumerate().skip(1) {
                let points = self.points + 1 - point;
                let fewer = GnubgRank::fewer(points, count) - GnubgRank::fewer(points, count - 1);
                // Ranks fit into 32 bits, for up to 15 checkers on 13 points.
                *fall = fewer as u32;
            }
        }
        falls
    }
}

/// A side whose rank follows its checkers: a step costs as many additions as it has pips.
#[derive(Clone, Copy)]
pub(super) struct Ranked<'f> {
    checkers: Checkers,
    /// Numbers of checkers on each point or beyond it, four bits each.
    beyond: u64,
    pub(super) rank: u32,
    falls: &'f RankFalls,
}

impl<'f> Ranked<'f> {
    /// A side of a rank.
    pub(super) fn new(rank: GnubgRank, at: u32, falls: &'f RankFalls) -> Option<Self> {
        let checkers = rank.unrank(at.into())?;
        let mut beyond = 0;
        for (point, count) in checkers.iter() {
            beyond += (1..=point).map(|p| (count as u64) << (4 * p)).sum::<u64>();
        }
        Some(Ranked { checkers, beyond, rank: at, falls })
    }
}

impl Movable for Ranked<'_> {
    #[inline(always)]
    fn checkers(self) -> Checkers {
        self.checkers
    }

    #[inline(always)]
    fn step(mut self, from: usize, to: usize) -> Self {
        for point in to + 1..=from {
            let on_or_beyond = self.beyond >> (4 * point) & 0xF;
            self.rank -= self.falls.0[point][on_or_beyond as usize];
            self.beyond -= 1 << (4 * point);
        }
        self.checkers = self.checkers.step(from, to);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_follow_steps() {
        let rank = GnubgRank { points: 8, checkers: 5 };
        let falls = rank.falls();
        for at in 0..rank.len() {
            let side = Ranked::new(rank, at as u32, &falls).unwrap();
            for (from, _) in side.checkers.iter() {
                for to in 0..from {
                    let after = side.step(from, to);
                    let expected = rank.rank(&after.checkers).unwrap();
                    assert_eq!(u64::from(after.rank), expected, "{from}/{to}");
                }
            }
        }
    }

    #[test]
    fn ranks_are_a_bijection_and_the_documented_ones() {
        for points in 1..=7 {
            for checkers in 1..=6 {
                let rank = GnubgRank { points, checkers };
                for at in 0..rank.len() {
                    let side = rank.unrank(at).unwrap();
                    assert_eq!(rank.rank(&side), Some(at), "{side:?}");
                }
                assert_eq!(rank.unrank(rank.len()), None);
            }
        }
        let six = GnubgRank { points: 6, checkers: 15 };
        assert_eq!(six.len(), 54_264);
        assert_eq!(six.rank(&Checkers::NONE), Some(0));
        assert_eq!(six.rank(&Checkers::from_places([1])), Some(1));
        assert_eq!(six.rank(&Checkers::from_places([6; 15])), Some(54_263));
        assert_eq!(six.rank(&Checkers::from_places([7])), None);
    }

    #[test]
    fn the_order_is_that_of_the_definition() {
        // By the number of checkers, then of those beyond point 1, then beyond point 2.
        let rank = GnubgRank { points: 3, checkers: 4 };
        let sides: Vec<Checkers> = (0..rank.len()).map_while(|at| rank.unrank(at)).collect();
        let key = |side: &Checkers| {
            let beyond = |point: usize| (point..=3).map(|p| side.on(p)).sum::<usize>();
            [beyond(1), beyond(2), beyond(3)]
        };
        assert!(sides.windows(2).all(|two| key(&two[0]) < key(&two[1])));
    }
}
