//! The closed-form index of two sides on one line of points, no point shared.

use std::ops::Range;

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
    /// Returns the index of `mover` checkers against `opponent` checkers on `points` points; `None`
    /// if there are more than [`MAX_POINTS`] points, more than [`MAX_CHECKERS`] checkers on a side,
    /// or 2⁶⁴ positions or more.
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

    /// Returns the number of positions: Σₙ C(points, n) · rows(n) · lanes(n).
    pub fn len(&self) -> u64 {
        self.bases[self.bases.len() - 1]
    }

    /// Returns the number of points of the board; the bar is place `points() + 1`.
    pub fn points(&self) -> usize {
        self.points
    }

    /// Returns the number of the mover's checkers.
    pub fn mover(&self) -> usize {
        self.mover
    }

    /// Returns the number of the opponent's checkers.
    pub fn opponent(&self) -> usize {
        self.opponent
    }

    /// Returns the most points that the opponent can occupy.
    pub fn most_points(&self) -> usize {
        self.bases.len() - 2
    }

    /// Returns the rank of the first position whose opponent occupies `n` points.
    pub fn base(&self, n: usize) -> u64 {
        self.bases[n]
    }

    /// Returns the number of sets of `n` points for the opponent.
    pub fn sets(&self, n: usize) -> u64 {
        binomial(self.points, n)
    }

    /// Returns the number of rows of a set of `n` points: ways to place the mover outside of it.
    pub fn rows(&self, n: usize) -> u64 {
        multisets(self.points + 1 - n, self.mover)
    }

    /// Returns the number of lanes of a set of `n` points: ways to place the opponent on all of it,
    /// at least one each, and the bar.
    pub fn lanes(&self, n: usize) -> u64 {
        binomial(self.opponent, n)
    }

    /// Returns the ranks of all positions whose opponent occupies points of this set alone, and at
    /// least one (bit p - 1 for the mover's place p), as ascending ranges.
    pub fn opponents_within(&self, points: u64) -> Vec<Range<u64>> {
        let mut ranges: Vec<Range<u64>> = Vec::new();
        let mut q = points;
        while q != 0 {
            let n = q.count_ones() as usize;
            if n <= self.most_points() {
                let of_set = self.rows(n) * self.lanes(n);
                let first = self.bases[n] + rank_subset(q) * of_set;
                ranges.push(first..first + of_set);
            }
            q = (q - 1) & points;
        }
        ranges.sort_unstable_by_key(|range| range.start);
        ranges.dedup_by(|next, range| {
            let follows = next.start == range.end;
            if follows {
                range.end = next.end;
            }
            follows
        });
        ranges
    }

    /// Returns the set Q of an opponent: bit p - 1 for the mover's place p.
    #[inline]
    pub fn set(&self, opponent: Checkers) -> u64 {
        // Opponent's place p is the mover's points + 1 - p: a reversal of bits 1..=points, in which
        // the bar falls below the lowest.
        u64::from(opponent.occupied().reverse_bits() >> (31 - self.points))
    }

    /// Returns the row of a mover beside the set `q`; the mover must be outside of it.
    #[inline]
    pub fn row(&self, mover: Checkers, q: u64) -> u64 {
        let mut rank = MultisetRank::default();
        for (place, count) in mover.iter() {
            let below = (q & ((1 << (place - 1)) - 1)).count_ones() as usize;
            rank.push(place - 1 - below, count);
        }
        rank.rank()
    }

    /// Returns the lane of an opponent on its set `q`.
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

    /// Returns the rank of a position, or `None` if it is not one of these.
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

    /// Returns the mover's and the opponent's checkers of a rank, or `None` from `len()` on.
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

    /// Returns the mover of a row beside the set `q`.
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

    /// Returns the opponent of a lane on the set `q`.
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
