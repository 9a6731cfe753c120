//! What the domains of races differ in.

use std::ops::RangeInclusive;

use shuban_core::Record;

use super::lanes::RaceLanes;

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
