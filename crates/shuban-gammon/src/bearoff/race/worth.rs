//! What the domains of races differ in.

use std::ops::RangeInclusive;

use shuban_core::Record;

/// What a position of a race is worth to the player about to roll, and which races have it.
pub trait RaceWorth: Record + Ord {
    /// The same of positions side by side.
    type Lanes: RaceLanes<Worth = Self>;

    /// What layers are called: `NAME-PxC`, after the variant.
    const NAME: &'static str;

    /// What is said of the values in files: a name and a text.
    const PARAMETER: (&'static str, &'static str);

    /// On how many points the sides may be.
    const POINTS: RangeInclusive<usize>;

    /// Why there are no layers of fewer points.
    const FEWER_POINTS: &'static str;

    /// The most positions of a layer and those before it together: larger ones would take more than
    /// 24 GiB of memory.
    const MOST_POSITIONS: u64;

    /// Of a position in which the player about to roll has borne off everything.
    const WON: Self;

    /// Of one in which the opponent has.
    const LOST: Self;

    /// The worth of a position to the player who has just moved into it; the opponent rolls next.
    #[must_use]
    fn after_play(self) -> Self;

    /// The best of two plays; of each kind by itself.
    #[must_use]
    fn best(self, other: Self) -> Self;

    /// The mean of what the rolls come to, with their weights; `None` of none.
    fn mean(weighted: &[(u32, Self)]) -> Option<Self>;

    /// `Some` if there can be such a value: a damaged file may hold others.
    fn proper(self) -> Option<Self>;
}

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
