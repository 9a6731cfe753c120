//! One side's home board as an integer.

use shuban_core::checkers::Checkers;
use shuban_core::combinatorics::{MultisetRank, multisets, unrank_multiset};
use shuban_core::{Index, Layer, Part};

use crate::variant::Variant;

/// The ways to have up to all checkers of a side on its home points, numbered: those that are
/// missing count as one more, lowest, kind, and the rank is that of the multiset, colexicographic
/// (most significant is the highest point). Rank 0 is the side that has borne off everything; every
/// step of a checker leads to a lower rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HomeBoard {
    points: usize,
    checkers: usize,
}

impl HomeBoard {
    pub(crate) fn new(variant: &Variant) -> Self {
        HomeBoard::of(variant.home(), variant.checkers())
    }

    /// Creates the numbering of the lowest points, for a side of `checkers` checkers.
    pub(super) fn of(points: usize, checkers: usize) -> Self {
        HomeBoard { points, checkers }
    }

    /// Returns true if a side has at most all checkers, all at home.
    pub(crate) fn holds(self, side: Checkers) -> bool {
        side.highest().is_none_or(|highest| highest <= self.points) && side.count() <= self.checkers
    }
}

impl Index for HomeBoard {
    type Position = Checkers;

    /// C(checkers + points, points).
    fn len(&self) -> u64 {
        multisets(self.points + 1, self.checkers)
    }

    fn rank(&self, side: &Checkers) -> Option<u64> {
        self.holds(*side).then(|| {
            let mut rank = MultisetRank::default();
            rank.push(0, self.checkers - side.count());
            side.iter().for_each(|(point, count)| rank.push(point, count));
            rank.rank()
        })
    }

    fn unrank(&self, rank: u64) -> Option<Checkers> {
        let mut side = Checkers::NONE;
        (rank < self.len()).then(|| {
            unrank_multiset(rank, self.checkers, self.points + 1, |point, count| {
                if point > 0 {
                    side = side.with(point, count);
                }
            });
            side
        })
    }
}

/// The layers of a domain that has one layer of one part.
pub(super) fn one_layer(name: String, part: String, positions: u64) -> Vec<Layer> {
    let parts = vec![Part { name: part, positions: Some(positions) }];
    vec![Layer { name, parts, needs: Vec::new(), cyclic: false }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn home_boards_are_numbered_without_holes_and_steps_lead_down() {
        for (name, len) in [("half-gammon", 165), ("mini-gammon", 1_001), ("backgammon", 54_264)] {
            let home = HomeBoard::new(&Variant::by_name(name).unwrap());
            assert_eq!(home.len(), len);
            for rank in 0..len {
                let side = home.unrank(rank).unwrap();
                assert_eq!(home.rank(&side), Some(rank), "{side:?}");
                for (from, _) in side.iter() {
                    assert!(home.rank(&side.less(from)).unwrap() < rank);
                    assert!(
                        (1..from).all(|to| home.rank(&side.less(from).more(to)).unwrap() < rank)
                    );
                }
            }
            assert_eq!(home.unrank(0), Some(Checkers::NONE));
            assert_eq!(home.unrank(len), None);
        }
    }

    #[test]
    fn what_is_not_at_home_has_no_rank() {
        let home = HomeBoard::new(&Variant::by_name("half-gammon").unwrap());
        assert_eq!(home.rank(&Checkers::from_places([4])), None);
        assert_eq!(home.rank(&Checkers::from_places([1; 9])), None);
    }
}
