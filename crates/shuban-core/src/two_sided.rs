//! The closed-form index of two sides on one line of points, no point shared.

use crate::checkers::{Checkers, MAX_CHECKERS, MAX_POINTS};
use crate::combinatorics::{
    MultisetRank, binomial, multisets, rank_subset, unrank_multiset, unrank_subset,
};

/// Numbers all ways to place `a` checkers of the mover and `b` of the opponent on `points` points
/// and each side's own bar, no point shared by both. Rank and unrank take O(points).
///
/// **The order of ranks** is made for sweeps over all positions with the opponents side by side in
/// the lanes of a vector. Let Q be the set of the n points that the opponent occupies, as the mover
/// counts them (opponent's place p is the mover's `points + 1 - p`). Then, from the most
/// significant:
///
/// 1. n, ascending;
/// 2. Q among the sets of n points, in colexicographic order;
/// 3. the **row**: the mover's checkers, a multiset over the `points + 1 - n` places outside of Q
///    (the bar is the highest), in colexicographic order, so that every step of a checker leads to
///    a lower row;
/// 4. the **lane**: the opponent's checkers on Q and on its bar: most on the bar first, then the
///    numbers on Q's points, colexicographically by their partial sums from the mover's lowest
///    point up.
///
/// So `rank = base(n) + (rank(Q) · rows(n) + row) · lanes(n) + lane`, without holes. Hitting a lone
/// opponent on t ∈ Q leads to the set Q∖{t} with one more on the bar: the lanes of Q with exactly
/// one on t lead, in their order, to the lanes 0, 1, 2, … of Q∖{t}.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoSided {
    points: usize,
    mover: usize,
    opponent: usize,
    /// `base(n)` for n in `0..=min(b, points)`, and the length as one more entry.
    bases: Vec<u64>,
}

impl TwoSided {
    /// The index of `mover` checkers against `opponent` checkers on `points` points; `None` if
    /// there are more than [`MAX_POINTS`] points, more than [`MAX_CHECKERS`] checkers on a side, or
    /// 2⁶⁴ positions or more.
    pub fn new(points: usize, mover: usize, opponent: usize) -> Option<Self> {
        if points == 0 || points > MAX_POINTS || mover > MAX_CHECKERS || opponent > MAX_CHECKERS {
            return None;
        }
        let mut bases = vec![0u64];
        for n in 0..=opponent.min(points) {
            let count = u128::from(binomial(points, n))
                * u128::from(multisets(points + 1 - n, mover))
                * u128::from(binomial(opponent, n));
            bases.push(bases[n].checked_add(u64::try_from(count).ok()?)?);
        }
        Some(TwoSided { points, mover, opponent, bases })
    }

    /// How many positions there are: Σₙ C(points, n) · rows(n) · lanes(n).
    pub fn len(&self) -> u64 {
        self.bases[self.bases.len() - 1]
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many points the board has; the bar is place `points() + 1`.
    pub fn points(&self) -> usize {
        self.points
    }

    /// The mover's checkers.
    pub fn mover(&self) -> usize {
        self.mover
    }

    /// The opponent's checkers.
    pub fn opponent(&self) -> usize {
        self.opponent
    }

    /// The most points that the opponent can occupy.
    pub fn most_points(&self) -> usize {
        self.bases.len() - 2
    }

    /// The rank of the first position whose opponent occupies `n` points.
    pub fn base(&self, n: usize) -> u64 {
        self.bases[n]
    }

    /// How many sets of `n` points there are for the opponent.
    pub fn sets(&self, n: usize) -> u64 {
        binomial(self.points, n)
    }

    /// How many rows a set of `n` points has: ways to place the mover outside of it.
    pub fn rows(&self, n: usize) -> u64 {
        multisets(self.points + 1 - n, self.mover)
    }

    /// How many lanes a set of `n` points has: ways to place the opponent on all of it, at least
    /// one each, and the bar.
    pub fn lanes(&self, n: usize) -> u64 {
        binomial(self.opponent, n)
    }

    /// The set Q of an opponent: bit p - 1 for the mover's place p.
    #[inline]
    pub fn set(&self, opponent: Checkers) -> u64 {
        // Opponent's place p is the mover's points + 1 - p: a reversal of bits 1..=points.
        let on_board = opponent.occupied() & !(1 << (self.points + 1));
        u64::from(on_board.reverse_bits() >> (31 - self.points))
    }

    /// The row of a mover beside the set `q`; the mover must be outside of it.
    #[inline]
    pub fn row(&self, mover: Checkers, q: u64) -> u64 {
        let mut rank = MultisetRank::default();
        for (place, count) in mover.iter() {
            let below = (q & ((1 << (place - 1)) - 1)).count_ones() as usize;
            rank.push(place - 1 - below, count);
        }
        rank.rank()
    }

    /// The lane of an opponent on its set `q`.
    #[inline]
    pub fn lane(&self, opponent: Checkers, q: u64) -> u64 {
        let n = q.count_ones() as usize;
        let on_board = self.opponent - opponent.on(self.points + 1);
        if n == 0 {
            return 0;
        }
        // Lanes with more on the bar: those that leave fewer than `on_board` for n points.
        let mut lane = binomial(on_board - 1, n);
        let (mut sum, mut i) = (0, 1);
        let mut rest = q;
        while i < n {
            sum += opponent.on(self.points - rest.trailing_zeros() as usize);
            rest &= rest - 1;
            lane += binomial(sum - 1, i);
            i += 1;
        }
        lane
    }

    /// The rank of a position, or `None` if it is not one of these.
    #[inline]
    pub fn rank(&self, mover: Checkers, opponent: Checkers) -> Option<u64> {
        let board = (1u64 << (self.points + 2)) - 2;
        if mover.count() != self.mover
            || opponent.count() != self.opponent
            || u64::from(mover.occupied() | opponent.occupied()) & !board != 0
        {
            return None;
        }
        let q = self.set(opponent);
        if u64::from(mover.occupied() >> 1) & q != 0 {
            return None;
        }
        let n = q.count_ones() as usize;
        let unit = rank_subset(q) * self.rows(n) + self.row(mover, q);
        Some(self.bases[n] + unit * self.lanes(n) + self.lane(opponent, q))
    }

    /// The mover's and the opponent's checkers of a rank, or `None` from `len()` on.
    pub fn unrank(&self, rank: u64) -> Option<(Checkers, Checkers)> {
        if rank >= self.len() {
            return None;
        }
        let n = self.bases.partition_point(|&base| base <= rank) - 1;
        let rest = rank - self.bases[n];
        let (unit, lane) = (rest / self.lanes(n), rest % self.lanes(n));
        let (set, row) = (unit / self.rows(n), unit % self.rows(n));
        let q = unrank_subset(set, n, self.points);
        Some((self.mover_of(row, q), self.opponent_of(lane, q)))
    }

    /// The mover of a row beside the set `q`.
    pub fn mover_of(&self, row: u64, q: u64) -> Checkers {
        let kinds = self.points + 1 - q.count_ones() as usize;
        let mut mover = Checkers::NONE;
        // From the highest kind down, so places are found going down too.
        let (mut place, mut kind) = (self.points + 1, kinds - 1);
        unrank_multiset(row, self.mover, kinds, |wanted, count| {
            while q >> (place - 1) & 1 == 1 || kind > wanted {
                if q >> (place - 1) & 1 == 0 {
                    kind -= 1;
                }
                place -= 1;
            }
            mover = mover.with(place, count);
        });
        mover
    }

    /// The opponent of a lane on the set `q`.
    pub fn opponent_of(&self, lane: u64, q: u64) -> Checkers {
        let n = q.count_ones() as usize;
        if n == 0 {
            return Checkers::NONE.with(self.points + 1, self.opponent);
        }
        // Checkers on the board: the most s ≤ b with C(s - 1, n) ≤ lane.
        let mut on_board = n;
        while on_board < self.opponent && binomial(on_board, n) <= lane {
            on_board += 1;
        }
        let mut opponent = Checkers::NONE.with(self.points + 1, self.opponent - on_board);
        let mut sums = unrank_subset(lane - binomial(on_board - 1, n), n - 1, on_board - 1);
        let (mut rest, mut before) = (q, 0);
        for _ in 0..n {
            let sum = if sums == 0 { on_board } else { sums.trailing_zeros() as usize + 1 };
            sums &= sums.wrapping_sub(1);
            opponent = opponent.with(self.points - rest.trailing_zeros() as usize, sum - before);
            rest &= rest - 1;
            before = sum;
        }
        opponent
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lengths_are_those_of_the_literature() {
        let half_gammon: [(usize, usize, u64); 12] = [
            (1, 1, 157),
            (1, 2, 1_027),
            (2, 2, 6_319),
            (3, 1, 4_823),
            (3, 3, 118_587),
            (4, 4, 1_337_961),
            (5, 5, 10_467_237),
            (6, 6, 62_165_039),
            (7, 7, 298_060_283),
            (7, 8, 604_752_824),
            (8, 7, 604_752_824),
            (8, 8, 1_205_189_519),
        ];
        let backgammon: [(usize, usize, u64); 8] = [
            (1, 1, 601),
            (2, 1, 7_525),
            (2, 2, 90_901),
            (3, 2, 762_525),
            (3, 3, 6_191_101),
            (4, 3, 39_266_275),
            (4, 4, 241_788_751),
            (5, 5, 6_195_501_271),
        ];
        let len = |points, a, b| TwoSided::new(points, a, b).unwrap().len();
        for (points, counts) in [(12, &half_gammon[..]), (24, &backgammon[..])] {
            for &(a, b, positions) in counts {
                assert_eq!(len(points, a, b), positions, "{a} v {b} on {points}");
            }
        }
        let all = |points, least, most| -> u128 {
            let sizes = (least..=most).flat_map(|a| (least..=most).map(move |b| (a, b)));
            sizes.map(|(a, b)| u128::from(len(points, a, b))).sum()
        };
        assert_eq!(all(12, 1, 8), 4_296_368_188);
        // The figure quoted for all of backgammon counts positions where a side has none left, too.
        assert_eq!(all(24, 0, 15), 18_528_584_051_601_162_496);
        assert_eq!(all(24, 1, 3), 7_953_353);
    }

    #[test]
    fn small_layers_are_numbered_without_holes() {
        for points in 1..=7 {
            for a in 0..=4 {
                for b in 0..=4 {
                    exhaust(points, a, b);
                }
            }
        }
        exhaust(12, 3, 3);
        exhaust(24, 2, 2);
    }

    fn exhaust(points: usize, a: usize, b: usize) {
        let index = TwoSided::new(points, a, b).unwrap();
        for rank in 0..index.len() {
            let (mover, opponent) = index.unrank(rank).unwrap();
            assert_eq!((mover.count(), opponent.count()), (a, b));
            assert_eq!(index.rank(mover, opponent), Some(rank), "{mover:?} {opponent:?}");
        }
        assert_eq!(index.unrank(index.len()), None);
    }

    #[test]
    fn lanes_with_one_on_a_point_lead_in_order_to_the_first_lanes_without_it() {
        let index = TwoSided::new(12, 3, 5).unwrap();
        for q in 1u64..1 << 12 {
            let n = q.count_ones() as usize;
            if n > 5 {
                continue;
            }
            for t in (0..12).filter(|t| q >> t & 1 == 1) {
                let place = 12 - t;
                let mut next = 0;
                for lane in 0..index.lanes(n) {
                    let opponent = index.opponent_of(lane, q);
                    if opponent.on(place) == 1 {
                        let hit = opponent.less(place).more(13);
                        assert_eq!(index.lane(hit, q & !(1 << t)), next);
                        next += 1;
                    }
                }
                let with_bar = (0..index.lanes(n - 1))
                    .filter(|&lane| index.opponent_of(lane, q & !(1 << t)).on(13) > 0)
                    .count();
                assert_eq!(next, with_bar as u64);
            }
        }
    }

    #[test]
    fn ranks_are_those_of_the_documentation() {
        let index = TwoSided::new(12, 1, 1).unwrap();
        let rank = |mover, opponent| {
            index.rank(Checkers::from_places([mover]), Checkers::from_places([opponent])).unwrap()
        };
        assert_eq!(rank(13, 13), 12);
        assert_eq!(rank(3, 2), 13 + 10 * 12 + 2);
    }

    #[test]
    fn every_step_leads_to_a_lower_row() {
        let index = TwoSided::new(8, 3, 2).unwrap();
        let q = 0b0010_0100;
        for row in 0..index.rows(2) {
            let mover = index.mover_of(row, q);
            for (from, _) in mover.iter() {
                for to in (1..from).filter(|to| q >> (to - 1) & 1 == 0) {
                    assert!(index.row(mover.less(from).more(to), q) < row);
                }
            }
        }
    }

    #[test]
    fn what_is_not_a_position_has_no_rank() {
        let index = TwoSided::new(12, 1, 2).unwrap();
        let sides = |m: &[usize], o: &[usize]| {
            index.rank(
                Checkers::from_places(m.iter().copied()),
                Checkers::from_places(o.iter().copied()),
            )
        };
        assert!(sides(&[3], &[2, 13]).is_some());
        assert_eq!(sides(&[3], &[10, 2]), None, "both on one point");
        assert_eq!(sides(&[3, 3], &[2]), None, "another layer");
        assert_eq!(sides(&[14], &[2, 2]), None, "beyond the bar");
        assert_eq!(TwoSided::new(31, 1, 1), None);
        assert_eq!(TwoSided::new(24, 16, 1), None);
    }

    proptest! {
        #[test]
        fn ranks_round_trip_in_every_size(
            points in 1usize..=30, a in 0usize..=15, b in 0usize..=15, part in 0f64..1.0,
        ) {
            if let Some(index) = TwoSided::new(points, a, b) {
                let rank = ((index.len() as f64 * part) as u64).min(index.len() - 1);
                let (mover, opponent) = index.unrank(rank).unwrap();
                prop_assert_eq!(index.rank(mover, opponent), Some(rank));
            }
        }
    }
}
