//! Positions side by side.

use super::worth::RaceWorth;

/// Positions of a vector.
pub(crate) const LANES: usize = 16;

/// What positions are worth, side by side: all kinds of numbers, by kind.
pub trait RaceLanes: Copy + Send + Sync + 'static {
    /// What they say of one position.
    type Worth: RaceWorth;

    /// What is kept of positions beside what they are worth [after a play](RaceLanes::after_play),
    /// so that all is known.
    type Rest: Copy + Send + Sync;

    /// Sums over rolls.
    type Sums: Copy;

    /// Less than any play comes to.
    const LEAST: Self;

    /// What stands where there is no position: numbers that can be reckoned with.
    const NONE: Self;

    /// The same of the rest.
    const NO_REST: Self::Rest;

    /// Of no rolls.
    const NO_SUMS: Self::Sums;

    /// All positions alike.
    fn of(worth: Self::Worth) -> Self;

    /// Of each number the larger one.
    fn keep_better(&mut self, other: &Self);

    /// Adds what a roll comes to that comes `weight` times of 36, once or twice.
    fn add(&self, weight: i32, sums: &mut Self::Sums);

    /// The means of 36 throws.
    fn mean(sums: &Self::Sums) -> Self;

    /// [`RaceWorth::after_play`].
    #[must_use]
    fn after_play(&self) -> Self;

    /// Sets a position to one of other lanes.
    fn put(&mut self, lane: usize, other: &Self, from: usize);

    /// Sets the rest of a position, from one of these lanes.
    fn put_rest(&self, from: usize, rest: &mut Self::Rest, lane: usize);

    /// What a position is worth of which these lanes have what it is worth after a play.
    fn before_play(&self, rest: &Self::Rest, lane: usize) -> Self::Worth;
}

/// Numbers of so many kinds, by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Sixteen<N, const KINDS: usize>(pub(crate) [[N; LANES]; KINDS]);

impl<N: Copy + Ord, const KINDS: usize> Sixteen<N, KINDS> {
    /// The same number everywhere.
    pub(crate) const fn all(number: N) -> Self {
        Sixteen([[number; LANES]; KINDS])
    }

    /// From the number of each kind.
    #[inline(always)]
    pub(crate) fn of_kinds(kinds: [N; KINDS]) -> Self {
        Sixteen(kinds.map(|number| [number; LANES]))
    }

    /// The kinds of a position.
    #[inline(always)]
    pub(crate) fn kinds(&self, lane: usize) -> [N; KINDS] {
        std::array::from_fn(|kind| self.0[kind][lane])
    }

    /// Of each number the larger one.
    #[inline(always)]
    pub(crate) fn keep_larger(&mut self, other: &Self) {
        for (best, other) in self.0.as_flattened_mut().iter_mut().zip(other.0.as_flattened()) {
            *best = (*best).max(*other);
        }
    }

    /// Sets a position.
    #[inline(always)]
    pub(crate) fn set(&mut self, lane: usize, kinds: [N; KINDS]) {
        for (numbers, number) in self.0.iter_mut().zip(kinds) {
            numbers[lane] = number;
        }
    }
}
