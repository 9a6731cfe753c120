//! Positions side by side.

use super::worth::RaceWorth;

/// Positions of a vector.
pub(crate) const LANES: usize = 16;

/// What positions are worth, side by side: all kinds of numbers, by kind.
pub trait RaceLanes: Copy + Send + Sync + 'static {
    /// What they say of one position.
    type Worth: RaceWorth;

    /// What [`after_play`](RaceLanes::after_play) loses and
    /// [`before_play`](RaceLanes::before_play) needs.
    type Rest: Copy + Send + Sync;

    /// Sums over rolls.
    type Sums: Copy;

    /// Less than any play comes to.
    const LEAST: Self;

    /// Padding for lanes without a position: any numbers that do not overflow.
    const NONE: Self;

    /// The same for the rest.
    const NO_REST: Self::Rest;

    /// The sums of no rolls.
    const NO_SUMS: Self::Sums;

    /// All lanes hold `worth`.
    fn of(worth: Self::Worth) -> Self;

    /// Of each number the larger one.
    fn keep_better(&mut self, other: &Self);

    /// Adds the lanes of a roll that `weight` of the 36 throws bring: one or two.
    fn add(&self, weight: i32, sums: &mut Self::Sums);

    /// The means of 36 throws.
    fn mean(sums: &Self::Sums) -> Self;

    /// [`RaceWorth::after_play`].
    #[must_use]
    fn after_play(&self) -> Self;

    /// Copies lane `from` of `other` into lane `lane`.
    fn put(&mut self, lane: usize, other: &Self, from: usize);

    /// Puts what [`after_play`](RaceLanes::after_play) loses of lane `from` into lane `lane` of the
    /// rest.
    fn put_rest(&self, from: usize, rest: &mut Self::Rest, lane: usize);

    /// The inverse of [`after_play`](RaceLanes::after_play) of one lane, with the rest.
    fn before_play(&self, rest: &Self::Rest, lane: usize) -> Self::Worth;
}

/// Sixteen positions' numbers, `KINDS` for each, kind by kind.
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
