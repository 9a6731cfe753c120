//! Equities of a race with and without a cube, in gnubg's integers.

use std::ops::RangeInclusive;

use shuban_core::{Codec, Column, Record};

use crate::bearoff::race::{RaceWorth, Sixteen};

/// Equities of a position for the player about to roll, who does not double now, in units of the
/// cube: without a cube; and for money, when the player owns it, when it is in the middle, and when
/// the opponent owns it. Gammons do not count, which a side of 15 checkers could lose.
///
/// A number e stands for (e + 32768) / 32767.5 − 1: from −1, which is `i16::MIN`, to 1, which is
/// `i16::MAX`. They are rounded towards 0 turn by turn as `makebearoff` rounds them, so that they
/// are those of its files to the bit; of true values they may be off by some 1e-4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Equities {
    /// Equity without a cube.
    pub cubeless: i16,
    /// Equity when the player about to roll owns the cube.
    pub owned: i16,
    /// Equity when it is in the middle.
    pub centred: i16,
    /// Equity when the opponent owns it.
    pub opponent: i16,
}

/// The ordered pairs of dice.
pub(super) const THROWS: i32 = 36;

impl Equities {
    /// The four kinds, in the order of the files.
    pub(crate) const fn kinds(self) -> [i16; 4] {
        [self.cubeless, self.owned, self.centred, self.opponent]
    }

    /// The inverse of [`kinds`](Equities::kinds).
    pub(super) const fn from_kinds([cubeless, owned, centred, opponent]: [i16; 4]) -> Self {
        Equities { cubeless, owned, centred, opponent }
    }

    /// The equities of the other player, who does not roll now: the same numbers with the other
    /// sign, and the owners of the cube exchanged.
    #[inline(always)]
    pub(crate) fn opposite(self) -> Self {
        Equities {
            cubeless: !self.cubeless,
            owned: !self.opponent,
            centred: !self.centred,
            opponent: !self.owned,
        }
    }

    /// The cube action of the player about to roll, with the cube in the middle or in hand, and of
    /// the opponent.
    pub(crate) fn action(self, no_double: i16) -> CubeAction {
        match doubled(no_double, self.opponent) {
            i16::MAX if self.opponent >= PASS => CubeAction::DoublePass,
            _ if is_double(no_double, self.opponent) => CubeAction::DoubleTake,
            _ => CubeAction::NoDouble,
        }
    }
}

impl RaceWorth for Equities {
    type Lanes = Sixteen<i16, 4>;

    const NAME: &'static str = "gnubg-ts";
    const PARAMETER: (&'static str, &'static str) = ("equities", "16 bits, as gnubg rounds them");
    /// Numbers of points without contact: at most half the board.
    const POINTS: RangeInclusive<usize> = 1..=12;
    const FEWER_POINTS: &'static str = "a side stands on one point at least";
    const MOST_CHECKERS: usize = 15;
    const WON: Self = Equities::from_kinds([i16::MAX; 4]);
    const LOST: Self = Equities::from_kinds([i16::MIN; 4]);

    fn after_play(self) -> Self {
        Equities {
            centred: !doubled(self.centred, self.opponent),
            opponent: !doubled(self.owned, self.opponent),
            ..self.opposite()
        }
    }

    fn best(self, other: Self) -> Self {
        let (one, other) = (self.kinds(), other.kinds());
        Equities::from_kinds(std::array::from_fn(|kind| one[kind].max(other[kind])))
    }

    /// The mean, rounded towards 0.
    fn mean(weighted: &[(u32, Self)]) -> Option<Self> {
        let mut sums = [0; 4];
        for (weight, equities) in weighted {
            for (sum, number) in sums.iter_mut().zip(equities.kinds()) {
                *sum += *weight as i32 * i32::from(number);
            }
        }
        Some(Equities::from_kinds(sums.map(|sum| (sum / THROWS) as i16)))
    }

    fn proper(self) -> Option<Self> {
        Some(self)
    }
}

impl Record for Equities {
    fn columns() -> &'static [Column] {
        const fn column(name: &'static str) -> Column {
            Column { name, bits: 16, codec: Codec::Signed }
        }
        const COLUMNS: [Column; 4] =
            [column("cubeless"), column("owned"), column("centred"), column("opponent")];
        &COLUMNS
    }

    fn to_columns(&self, raw: &mut [u64]) {
        for (raw, number) in raw.iter_mut().zip(self.kinds()) {
            *raw = u64::from(number as u16);
        }
    }

    fn from_columns(raw: &[u64]) -> Self {
        Equities::from_kinds([raw[0], raw[1], raw[2], raw[3]].map(|number| number as u16 as i16))
    }
}

/// Least equity with which the opponent of a doubled cube loses more by taking than by passing.
const PASS: i16 = i16::MAX / 2;

/// Best cube action before a roll. Without gammons no position is too good to double.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CubeAction {
    /// No double.
    NoDouble,
    /// Double; the opponent takes.
    DoubleTake,
    /// Double; the opponent passes.
    DoublePass,
}

impl CubeAction {
    /// Name of the action.
    pub(crate) fn name(self) -> &'static str {
        match self {
            CubeAction::NoDouble => "no double",
            CubeAction::DoubleTake => "double, take",
            CubeAction::DoublePass => "double, pass",
        }
    }
}

/// Returns true if a double is at least as good as none, for a player with `no_double` without, and
/// `taken` for each point of a cube that the opponent takes: half of the equity without, rounded
/// towards 0.
#[inline(always)]
fn is_double(no_double: i16, taken: i16) -> bool {
    taken >= no_double / 2
}

/// The best of doubling and not.
#[inline(always)]
pub(super) fn doubled(no_double: i16, taken: i16) -> i16 {
    // An overflow is more than a pass gives; an underflow is not chosen.
    let twice = if taken >= PASS { i16::MAX } else { taken.wrapping_mul(2) };
    if is_double(no_double, taken) { twice } else { no_double }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_double_is_passed_from_half_a_point_on() {
        let value = |centred: i16, opponent: i16| Equities {
            cubeless: 0,
            owned: centred,
            centred,
            opponent,
        };
        let actions = [
            (20_000, 16_383, CubeAction::DoublePass),
            (20_000, 16_382, CubeAction::DoubleTake),
            (20_000, 10_000, CubeAction::DoubleTake),
            (20_000, 9_999, CubeAction::NoDouble),
            (-20_000, -10_001, CubeAction::NoDouble),
        ];
        for (centred, opponent, action) in actions {
            let value = value(centred, opponent);
            assert_eq!(value.action(value.centred), action, "{centred} {opponent}");
        }
        // The doubler gets a point, or twice what the other's cube leaves.
        assert_eq!(value(20_000, 16_383).after_play().centred, i16::MIN);
        assert_eq!(value(20_000, 16_382).after_play().centred, !32_764);
        assert_eq!(value(20_000, 9_999).after_play().centred, !20_000);
    }

    #[test]
    fn signs_change_without_loss() {
        for all in [Equities::WON, Equities::LOST, Equities::from_kinds([-5, 0, 7, 32_766])] {
            assert_eq!(all.opposite().opposite(), all);
        }
        assert_eq!(Equities::WON.opposite(), Equities::LOST);
        assert_eq!(Equities::LOST.after_play(), Equities::WON);
    }
}
