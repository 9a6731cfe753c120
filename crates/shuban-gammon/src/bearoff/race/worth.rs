//! The parameters by which the domains of races differ.

use std::ops::RangeInclusive;

use shuban_core::Record;

/// Worth of a race's position to the player about to roll, and the races that have it.
pub trait RaceWorth: Record + Ord {
    /// Worths of positions side by side.
    type Lanes: RaceLanes<Worth = Self>;

    /// Prefix of layer names: `NAME-PxC`, after the variant.
    const NAME: &'static str;

    /// Parameter of the values in files: a name and a text.
    const PARAMETER: (&'static str, &'static str);

    /// Numbers of points that the sides may be on.
    const POINTS: RangeInclusive<usize>;

    /// Reason why there are no layers of fewer points.
    const FEWER_POINTS: &'static str;

    /// Most checkers of a side. One that has all its checkers may lose a gammon, which such worths do
    /// not count.
    const MOST_CHECKERS: usize;

    /// Worth of a position in which the player about to roll has borne off everything.
    const WON: Self;

    /// Worth of one in which the opponent has.
    const LOST: Self;

    /// The worth of a position to the player who has just moved into it; the opponent rolls next.
    #[must_use]
    fn after_play(self) -> Self;

    /// The best of two plays, for each kind by itself.
    #[must_use]
    fn best(self, other: Self) -> Self;

    /// The mean over rolls, with their weights; `None` if there are no rolls.
    fn mean(weighted: &[(u32, Self)]) -> Option<Self>;

    /// `Some` if there can be such a value: a damaged file may hold others.
    fn proper(self) -> Option<Self>;
}

/// Worths of positions, side by side: all kinds of numbers, by kind.
pub trait RaceLanes: Copy + Send + Sync + 'static {
    /// Worth of one position.
    type Worth: RaceWorth;

    /// Sums over rolls.
    type Sums: Copy;

    /// Less than the value of any play.
    const LEAST: Self;

    /// Padding for lanes without a position: any numbers that do not overflow.
    const NONE: Self;

    /// The sums of no rolls.
    const NO_SUMS: Self::Sums;

    /// All lanes hold `worth`.
    fn of(worth: Self::Worth) -> Self;

    /// Sets each number to the larger one.
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

    /// The worth in a lane.
    fn worth(&self, lane: usize) -> Self::Worth;
}
