//! The orders of ranks of one side alone.

use crate::counting::{choose, choose_many, multiset_of_rank, multiset_rank};
use crate::gammon::board::Side;

/// A side at home that may have borne off some: checkers that are off count as one more kind, the
/// lowest, and the multiset of all is numbered colexicographically.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HomeRanking {
    pub(crate) points: usize,
    pub(crate) checkers: usize,
}

impl HomeRanking {
    pub(crate) fn sides(self) -> u64 {
        choose_many(self.points + 1, self.checkers)
    }

    pub(crate) fn side(self, rank: u64) -> Side {
        Side::on(multiset_of_rank(rank, self.checkers))
    }

    pub(crate) fn rank(self, side: &Side) -> u64 {
        let off = self.checkers - side.left();
        let kinds: Vec<usize> = std::iter::repeat_n(0, off).chain(side.places()).collect();
        multiset_rank(&kinds)
    }
}

/// A side of up to so many checkers on the lowest points, as GNU Backgammon numbers them: by the
/// numbers of checkers on point 1 or beyond, on point 2 or beyond, and so on, in lexicographic
/// order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BeyondRanking {
    pub(crate) points: usize,
    pub(crate) checkers: usize,
}

impl BeyondRanking {
    pub(crate) fn sides(self) -> u64 {
        choose(self.points + self.checkers, self.points)
    }

    /// Returns the number of sides that have fewer than `count` on `points` points.
    fn fewer(points: usize, count: usize) -> u64 {
        if count == 0 { 0 } else { choose(points + count - 1, points) }
    }

    pub(crate) fn side(self, mut rank: u64) -> Side {
        // The numbers of checkers on each point or beyond.
        let mut beyond = Vec::new();
        let mut most = self.checkers;
        for point in 1..=self.points {
            let points = self.points + 1 - point;
            let fits = |count: &usize| BeyondRanking::fewer(points, *count) <= rank;
            most = (0..=most).rev().find(fits).unwrap_or(0);
            rank -= BeyondRanking::fewer(points, most);
            beyond.push(most);
        }
        let mut side = Side::default();
        for (at, all) in beyond.iter().enumerate() {
            side.0[at + 1] = (all - beyond.get(at + 1).unwrap_or(&0)) as u8;
        }
        side
    }

    pub(crate) fn rank(self, side: &Side) -> u64 {
        let places = side.places();
        let beyond = |point| places.iter().filter(|&&place| place >= point).count();
        (1..=self.points)
            .map(|point| BeyondRanking::fewer(self.points + 1 - point, beyond(point)))
            .sum()
    }
}
