//! The values of all positions that can occur in a game: chances to win a match, or, for money, the
//! numbers between 0 and 1 that stand for points.

use shuban_core::{Progress, Seat};
use shuban_gammon::Won;
use shuban_gammon::money::{POINT, PointInterval, between};

use super::error::MatchError;
use super::kinds::{CubeKind, WINS, of_other};
use super::reached::{BoardNumber, ReachedPositions, WON};

/// Greatest distance of bounds that are close enough: 2⁻²⁰.
const SETTLED: i64 = (POINT >> 20) as i64;

/// The values of all positions with all cubes, for either player about to roll.
///
/// A number is kept for each seat that may have played into a position, and each kind of cube (a
/// lane): its worth to that seat, between 0 and 1, where the other one is about to roll and may
/// double first. So the worth of a turn is, lane by lane, the mean over rolls of the best
/// after-position: one loop over neighbours in memory.
///
/// Bounds begin at 0 and 1 and are narrowed, rounded outward, in one fixed order of positions. A
/// narrower bound never widens another, so that the order does not affect what is proven.
pub(super) struct MatchValues {
    pub(super) reached: ReachedPositions,
    pub(super) kinds: Vec<CubeKind>,
    /// By position: the lower bounds of all lanes, then the upper ones.
    seen: Vec<i32>,
}

/// The value of a position for the player about to roll who does not double now: by lane, the seat
/// being that player.
pub(super) struct TurnValues {
    /// Lower bounds, then upper ones.
    bounds: Vec<i32>,
    best: Vec<i32>,
    sums: Vec<i64>,
}

/// The values of a double for the seat that doubles, by the answer.
pub(super) struct DoubleValues {
    pub(super) take: PointInterval,
    /// Doubled back, where that is allowed.
    pub(super) beaver: Option<PointInterval>,
    pub(super) pass: PointInterval,
}

impl DoubleValues {
    /// Returns the value if the other player takes, and doubles back if that is better.
    pub(super) fn taken(&self) -> PointInterval {
        self.beaver.map_or(self.take, |beaver| least(self.take, beaver))
    }
}

/// Returns the lesser of two numbers.
fn least(one: PointInterval, other: PointInterval) -> PointInterval {
    PointInterval { lower: one.lower.min(other.lower), upper: one.upper.min(other.upper) }
}

impl MatchValues {
    /// All bounds as wide as can be, but for games that are won.
    pub(super) fn new(reached: ReachedPositions, kinds: Vec<CubeKind>) -> Self {
        let lanes = 2 * kinds.len();
        let mut unknown = vec![0; lanes];
        unknown.resize(2 * lanes, POINT);
        let mut seen = unknown.repeat(WON + reached.len());
        for (row, won) in seen.chunks_exact_mut(2 * lanes).zip(WINS) {
            for (lane, (seat, kind)) in each_lane(&kinds).enumerate() {
                let PointInterval { lower, upper } = kind.after_win(seat, won);
                (row[lane], row[lanes + lane]) = (lower.0, upper.0);
            }
        }
        MatchValues { reached, kinds, seen }
    }

    fn lanes(&self) -> usize {
        2 * self.kinds.len()
    }

    fn lane(&self, seat: Seat, kind: usize) -> usize {
        seat * self.kinds.len() + kind
    }

    fn row(&self, number: BoardNumber) -> &[i32] {
        let width = 2 * self.lanes();
        &self.seen[number as usize * width..][..width]
    }

    /// The chance of a seat that has just played into a position.
    pub(super) fn after_play(&self, number: BoardNumber, seat: Seat, kind: usize) -> PointInterval {
        interval(self.row(number), self.lane(seat, kind))
    }

    /// Allocates the values of a turn.
    pub(super) fn turn(&self) -> TurnValues {
        let width = 2 * self.lanes();
        TurnValues { bounds: vec![0; width], best: vec![0; width], sums: vec![0; width] }
    }

    /// Computes the value of a position that is not over for the player about to roll.
    pub(super) fn work_out(&self, number: BoardNumber, turn: &mut TurnValues) {
        let TurnValues { bounds, best, sums } = turn;
        sums.fill(0);
        let mut total = 0;
        for (weight, after) in self.reached.after(number) {
            total += i64::from(weight);
            // A pass is a play: there is always one, and every chance is at least 0.
            best.fill(0);
            for &after in after {
                for (best, &seen) in best.iter_mut().zip(self.row(after)) {
                    *best = seen.max(*best);
                }
            }
            for (sum, &best) in sums.iter_mut().zip(&*best) {
                *sum += i64::from(weight) * i64::from(best);
            }
        }
        let lanes = self.lanes();
        for (at, (bound, &sum)) in bounds.iter_mut().zip(&*sums).enumerate() {
            let upward = if at < lanes { 0 } else { total - 1 };
            *bound = ((sum + upward) / total) as i32;
        }
    }

    /// Returns the value of a position for the player about to roll, without a double now.
    pub(super) fn no_double(&self, turn: &TurnValues, seat: Seat, kind: usize) -> PointInterval {
        interval(&turn.bounds, self.lane(seat, kind))
    }

    /// Returns the values of a double for the seat that is about to roll, if it may double.
    pub(super) fn double(
        &self,
        turn: &TurnValues,
        seat: Seat,
        kind: usize,
    ) -> Option<DoubleValues> {
        let kind = &self.kinds[kind];
        let with = |kind: usize| self.no_double(turn, seat, kind);
        Some(DoubleValues {
            take: kind.of_doubled(with(kind.doubled[seat]?)),
            beaver: kind.beavered[seat].map(|twice| kind.of_doubled(kind.of_doubled(with(twice)))),
            pass: kind.after_win(seat, Won::Single),
        })
    }

    /// The value with the better of doubling and not.
    pub(super) fn decided(&self, turn: &TurnValues, seat: Seat, kind: usize) -> PointInterval {
        let no_double = self.no_double(turn, seat, kind);
        match self.double(turn, seat, kind) {
            None => no_double,
            Some(double) => no_double.max(least(double.taken(), double.pass)),
        }
    }

    /// Narrows all bounds until they are close, or nothing changes; returns true if they are close.
    ///
    /// # Errors
    /// [`MatchError::Interrupted`].
    pub(super) fn settle(&mut self, progress: &dyn Progress) -> Result<bool, MatchError> {
        let order = self.reached.by_pips();
        let mut turn = self.turn();
        loop {
            let (mut widest, mut is_new) = (0, false);
            for (at, &number) in order.iter().enumerate() {
                if at % 1024 == 0 && progress.interrupted() {
                    return Err(MatchError::Interrupted);
                }
                self.work_out(number, &mut turn);
                for seat in [0, 1] {
                    for kind in 0..self.kinds.len() {
                        let chance = of_other(self.decided(&turn, seat, kind));
                        let lane = self.lane(1 - seat, kind);
                        widest = widest.max(chance.width());
                        is_new |= self.set(number, lane, chance);
                    }
                }
            }
            if widest <= SETTLED || !is_new {
                return Ok(widest <= SETTLED);
            }
        }
    }

    /// Sets bounds; returns true if they have changed.
    fn set(&mut self, number: BoardNumber, lane: usize, chance: PointInterval) -> bool {
        let lanes = self.lanes();
        let row = &mut self.seen[number as usize * 2 * lanes..][..2 * lanes];
        let new = (chance.lower.0, chance.upper.0);
        let is_new = (row[lane], row[lanes + lane]) != new;
        (row[lane], row[lanes + lane]) = new;
        is_new
    }
}

/// The lanes in order.
fn each_lane(kinds: &[CubeKind]) -> impl Iterator<Item = (Seat, &CubeKind)> {
    [0, 1].into_iter().flat_map(|seat| kinds.iter().map(move |kind| (seat, kind)))
}

/// A lane of lower bounds that upper ones follow.
fn interval(bounds: &[i32], lane: usize) -> PointInterval {
    let upper = bounds[bounds.len() / 2 + lane];
    between(bounds[lane], upper)
}
