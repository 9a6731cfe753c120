//! The rows of a level by the free points that the mover holds.

use shuban_core::TwoSided;
use shuban_core::combinatorics::{binomial, rank_subset, unrank_subset};

/// The rows of a level, by the free points that the mover holds.
pub(super) struct RowsByPoints {
    /// By the number of points; then by their rank among the sets of free points, and by the
    /// mover's lane in the partner's unit.
    pub(super) rows: Vec<Vec<u32>>,
    /// By the number of points, then by their rank among the sets of free points: their rank as the
    /// other side counts points. In that order a unit reads its inbox.
    pub(super) turned: Vec<Vec<u32>>,
}

impl RowsByPoints {
    /// The rows of the level of `n` opponent's points of `index`; `mirror` is the partner's.
    pub(super) fn new(index: &TwoSided, mirror: &TwoSided, n: usize) -> Self {
        let points = index.points();
        let some_set = (1u64 << n) - 1;
        let rows_on = |held: usize| {
            let sets = 0..binomial(points - n, held);
            let lanes = mirror.lanes(held);
            let row = |(set, lane): (u64, u64)| {
                let on = unrank_subset(set, held, points - n) << n;
                let mover = mirror.opponent_of(lane, turned(on, points));
                index.row(mover, some_set) as u32
            };
            sets.flat_map(|set| (0..lanes).map(move |lane| (set, lane))).map(row).collect()
        };
        let most = index.mover().min(points - n);
        let free = points - n;
        let turned_of = |held: usize| {
            let sets = (0..binomial(free, held)).map(|set| unrank_subset(set, held, free));
            // (No point held looks the same from both sides, also where none is free.)
            let rank = |set| if held == 0 { 0 } else { rank_subset(turned(set, free)) as u32 };
            sets.map(rank).collect()
        };
        RowsByPoints {
            rows: (0..=most).map(rows_on).collect(),
            turned: (0..=most).map(turned_of).collect(),
        }
    }

    /// The rows with a set of `held` free points, by lane.
    #[inline(always)]
    pub(super) fn on(&self, held: usize, set: u64, lanes: usize) -> &[u32] {
        &self.rows[held][set as usize * lanes..][..lanes]
    }
}

/// The same points as the other side counts them.
#[inline(always)]
pub(super) fn turned(set: u64, points: usize) -> u64 {
    set.reverse_bits() >> (64 - points)
}
