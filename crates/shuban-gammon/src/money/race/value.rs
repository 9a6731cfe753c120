//! Equities of a race, with and without a cube, in proven bounds.

use std::ops::RangeInclusive;

use shuban_core::interval::FixedPoint;
use shuban_core::{Column, Interval, Record};

use crate::bearoff::race::{RaceWorth, Sixteen};
use crate::money::cube::{CubeAction, best_of_doubling};
use crate::money::fixed::{POINT, PointInterval, Points, between, lower, width};

/// Equities of a race for the player about to roll, who does not double now, for each point that
/// the cube stands for: bounds, which are proven. There are no gammons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RaceEquities {
    /// Equity without a cube.
    pub cubeless: PointInterval,
    /// Equity when the player about to roll owns the cube.
    pub owned: PointInterval,
    /// Equity when the cube is in the middle.
    pub centred: PointInterval,
    /// Equity when the opponent owns it.
    pub opponent: PointInterval,
}

/// Number of kinds of equities.
pub(super) const KINDS: usize = 4;

impl RaceEquities {
    /// Their names.
    pub(crate) const NAMES: [&'static str; KINDS] = ["cubeless", "owned", "centred", "opponent"];

    /// The equities in the order of the names.
    pub fn kinds(self) -> [PointInterval; KINDS] {
        let RaceEquities { cubeless, owned, centred, opponent } = self;
        [cubeless, owned, centred, opponent]
    }

    /// The inverse of [`kinds`](RaceEquities::kinds).
    pub(super) const fn from_kinds(kinds: [PointInterval; KINDS]) -> Self {
        let [cubeless, owned, centred, opponent] = kinds;
        RaceEquities { cubeless, owned, centred, opponent }
    }

    /// All kinds the same number of units.
    const fn exactly(units: i32) -> Self {
        RaceEquities::from_kinds([between(units, units); KINDS])
    }

    /// The equities of the other player, who does not roll now: the same numbers with the other
    /// sign, and the owners of the cube exchanged.
    pub(crate) fn opposite(self) -> Self {
        RaceEquities {
            cubeless: -self.cubeless,
            owned: -self.opponent,
            centred: -self.centred,
            opponent: -self.owned,
        }
    }

    /// The chance to win without a cube.
    pub fn win(self) -> PointInterval {
        let PointInterval { lower, upper } = self.cubeless;
        let one = Points::ONE.units();
        Interval {
            lower: Points::of_units((lower.units() + one).div_euclid(2)),
            upper: Points::of_units((upper.units() + one + 1).div_euclid(2)),
        }
    }

    /// The actions with a cube in the middle, and with an own one.
    pub fn actions(self) -> [CubeAction; 2] {
        [self.centred, self.owned].map(|no_double| CubeAction::new(no_double, self.opponent))
    }
}

impl RaceWorth for RaceEquities {
    type Lanes = Sixteen<i32, { 2 * KINDS }>;

    const NAME: &'static str = "race";
    const PARAMETER: (&'static str, &'static str) = ("payoff", "money");
    const POINTS: RangeInclusive<usize> = 7..=12;
    const FEWER_POINTS: &'static str =
        "races are on 7 to 12 points, and those of both sides at home are among them";
    const MOST_CHECKERS: usize = 14;
    const WON: Self = RaceEquities::exactly(POINT);
    const LOST: Self = RaceEquities::exactly(-POINT);

    /// The opponent may double first, if the cube is not on the other side.
    fn after_play(self) -> Self {
        let doubling = |no_double| -best_of_doubling(no_double, self.opponent);
        RaceEquities {
            centred: doubling(self.centred),
            opponent: doubling(self.owned),
            ..self.opposite()
        }
    }

    fn best(self, other: Self) -> Self {
        let (one, other) = (self.kinds(), other.kinds());
        RaceEquities::from_kinds(std::array::from_fn(|kind| one[kind].max(other[kind])))
    }

    fn mean(weighted: &[(u32, Self)]) -> Option<Self> {
        let [cubeless, owned, centred, opponent] = [0, 1, 2, 3].map(|kind| {
            let of_kind = weighted.iter().map(|(weight, all)| (*weight, all.kinds()[kind]));
            PointInterval::mean(of_kind)
        });
        Some(RaceEquities {
            cubeless: cubeless?,
            owned: owned?,
            centred: centred?,
            opponent: opponent?,
        })
    }

    fn proper(self) -> Option<Self> {
        let possible = between(-POINT, POINT);
        self.kinds().iter().all(|kind| kind.within(possible).is_some()).then_some(self)
    }
}

impl Record for RaceEquities {
    fn columns() -> &'static [Column] {
        const COLUMNS: [Column; 2 * KINDS] = [
            lower("cubeless"),
            width("cubeless_width"),
            lower("owned"),
            width("owned_width"),
            lower("centred"),
            width("centred_width"),
            lower("opponent"),
            width("opponent_width"),
        ];
        &COLUMNS
    }

    fn to_columns(&self, raw: &mut [u64]) {
        for (raw, kind) in raw.chunks_exact_mut(2).zip(self.kinds()) {
            kind.to_columns(raw);
        }
    }

    fn from_columns(raw: &[u64]) -> Self {
        let kind = |kind: usize| PointInterval::from_columns(&raw[2 * kind..]);
        RaceEquities::from_kinds([0, 1, 2, 3].map(kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_read_back() {
        let kind = |units: i32| between(units, units + 3);
        let value = RaceEquities::from_kinds([-POINT, -7, 0, POINT - 3].map(kind));
        let mut raw = [0; 2 * KINDS];
        value.to_columns(&mut raw);
        assert_eq!(RaceEquities::from_columns(&raw), value);
        assert_eq!(value.proper(), Some(value));
        // A damaged file may hold anything.
        let wild = RaceEquities::from_columns(&[u64::MAX; 2 * KINDS]);
        assert_eq!(wild.proper(), None);
        let wide = RaceEquities { owned: kind(POINT - 2), ..value };
        assert_eq!(wide.proper(), None, "more than a game gives");
    }

    #[test]
    fn the_chance_to_win_is_rounded_outward() {
        let win = |lower: i32, upper: i32| {
            let cubeless = between(lower, upper);
            let PointInterval { lower, upper } =
                RaceEquities { cubeless, ..RaceEquities::WON }.win();
            (lower.0, upper.0)
        };
        assert_eq!(win(-POINT, POINT), (0, POINT));
        assert_eq!(win(-3, 3), (POINT / 2 - 2, POINT / 2 + 2));
        assert_eq!(win(4, 4), (POINT / 2 + 2, POINT / 2 + 2));
    }

    #[test]
    fn a_finished_race_is_worth_the_same_after_a_play_into_it() {
        for over in [RaceEquities::WON, RaceEquities::LOST] {
            assert_eq!(over.opposite().opposite(), over);
        }
        assert_eq!(RaceEquities::LOST.after_play(), RaceEquities::WON);
    }
}
