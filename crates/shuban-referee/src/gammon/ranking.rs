//! The order of ranks of two sides on one board.

use crate::counting::{
    choose, choose_many, multiset_of_rank, multiset_rank, set_of_rank, set_rank,
};
use crate::gammon::board::{Board, Side};
use crate::gammon::variant::Variant;

/// The numbering of all positions of so many checkers left on each side.
#[derive(Clone, Debug)]
pub(crate) struct Ranking {
    variant: Variant,
    mover: usize,
    opponent: usize,
    /// The first rank by the number of points that the opponent occupies; then the number of all.
    bases: Vec<u64>,
}

impl Ranking {
    pub(crate) fn new(variant: Variant, mover: usize, opponent: usize) -> Self {
        let mut ranking = Ranking { variant, mover, opponent, bases: vec![0] };
        for n in 0..=opponent.min(variant.points) {
            let sets = choose(variant.points, n);
            let last = ranking.bases[n];
            ranking.bases.push(last + sets * ranking.rows(n) * ranking.lanes(n));
        }
        ranking
    }

    /// Returns the number of positions.
    pub(crate) fn positions(&self) -> u64 {
        self.bases[self.bases.len() - 1]
    }

    /// Returns the ways to place the mover beside `n` points of the opponent.
    fn rows(&self, n: usize) -> u64 {
        choose_many(self.variant.points + 1 - n, self.mover)
    }

    /// Returns the ways to place the opponent on all of `n` points, and on its bar.
    fn lanes(&self, n: usize) -> u64 {
        choose(self.opponent, n)
    }

    /// Returns true if a position has these numbers of checkers.
    pub(crate) fn is_of(&self, board: &Board) -> bool {
        [board.mover.left(), board.opponent.left()] == [self.mover, self.opponent]
    }

    /// Returns the position of a rank.
    pub(crate) fn board(&self, rank: u64) -> Option<Board> {
        let n = (0..self.bases.len() - 1).rfind(|&n| self.bases[n] <= rank)?;
        if rank >= self.positions() {
            return None;
        }
        let rest = rank - self.bases[n];
        let (unit, lane) = (rest / self.lanes(n), rest % self.lanes(n));
        let (set, row) = (unit / self.rows(n), unit % self.rows(n));
        // The points that the opponent occupies, as the mover counts them.
        let points: Vec<usize> = set_of_rank(set, n).into_iter().map(|point| point + 1).collect();
        let free = self.free(&points);
        let mover = multiset_of_rank(row, self.mover).into_iter().map(|kind| free[kind]);
        let mut opponent = Side::default();
        let mut placed = 0;
        for (point, sum) in points.iter().zip(set_of_rank(lane, n)) {
            opponent.0[self.variant.bar() - point] = (sum + 1 - placed) as u8;
            placed = sum + 1;
        }
        opponent.0[self.variant.bar()] = (self.opponent - placed) as u8;
        Some(Board { mover: Side::on(mover), opponent })
    }

    /// Returns the rank of a position with these numbers of checkers.
    pub(crate) fn rank(&self, board: &Board) -> u64 {
        let bar = self.variant.bar();
        let held = |&point: &usize| board.opponent.0[bar - point] > 0;
        let points: Vec<usize> = (1..bar).filter(held).collect();
        let n = points.len();
        let set: Vec<usize> = points.iter().map(|point| point - 1).collect();
        let free = self.free(&points);
        let kind = |place: &usize| free.iter().position(|other| other == place).unwrap_or(0);
        let row: Vec<usize> = board.mover.places().iter().map(kind).collect();
        // One less than the checkers up to each point, the lowest point first.
        let mut placed = 0;
        let mut sum = |point: &usize| {
            placed += usize::from(board.opponent.0[bar - point]);
            placed - 1
        };
        let lane: Vec<usize> = points.iter().map(&mut sum).collect();
        let unit = set_rank(&set) * self.rows(n) + multiset_rank(&row);
        self.bases[n] + unit * self.lanes(n) + set_rank(&lane)
    }

    /// Returns the places of the mover that the opponent does not hold, ascending, the bar last.
    fn free(&self, points: &[usize]) -> Vec<usize> {
        (1..=self.variant.bar()).filter(|place| !points.contains(place)).collect()
    }
}
