//! What a race is worth with and without a cube, in gnubg's integers.

/// What a position is worth to the player about to roll, who does not double now, in units of the
/// cube: without a cube; and for money, when the player owns it, when it is in the middle, and when
/// the opponent owns it. Gammons do not count.
///
/// A number e stands for (e + 32768) / 32767.5 − 1: from −1, which is `i16::MIN`, to 1, which is
/// `i16::MAX`. They are rounded towards 0 turn by turn as `makebearoff` rounds them, so that they
/// are those of its files to the bit; of true values they may be off by some 1e-4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Equities {
    /// Without a cube.
    pub cubeless: i16,
    /// When the player about to roll owns the cube.
    pub owned: i16,
    /// When it is in the middle.
    pub centred: i16,
    /// When the opponent owns it.
    pub opponent: i16,
}

/// The ordered pairs of dice.
const THROWS: i32 = 36;

impl Equities {
    /// Of a position in which the player about to roll has borne off everything.
    pub(super) const WON: Equities = Equities::from_kinds([i16::MAX; 4]);
    /// Of one in which the opponent has.
    pub(super) const LOST: Equities = Equities::from_kinds([i16::MIN; 4]);

    /// The four kinds, in the order of the files.
    pub(crate) const fn kinds(self) -> [i16; 4] {
        [self.cubeless, self.owned, self.centred, self.opponent]
    }

    /// The inverse of [`kinds`](Equities::kinds).
    pub(super) const fn from_kinds([cubeless, owned, centred, opponent]: [i16; 4]) -> Self {
        Equities { cubeless, owned, centred, opponent }
    }

    /// What it is to the other player, who does not roll now: the same numbers with the other sign,
    /// and the owners of the cube exchanged.
    #[inline(always)]
    pub(crate) fn opposite(self) -> Self {
        Equities {
            cubeless: !self.cubeless,
            owned: !self.opponent,
            centred: !self.centred,
            opponent: !self.owned,
        }
    }

    /// What a position is worth to whoever has just played into it: the opponent, about to roll,
    /// may double first if the cube is not on the other side.
    #[inline(always)]
    pub(crate) fn after_play(self) -> Self {
        Equities {
            centred: !doubled(self.centred, self.opponent),
            opponent: !doubled(self.owned, self.opponent),
            ..self.opposite()
        }
    }

    /// Of every kind the better.
    pub(crate) fn best(self, other: Self) -> Self {
        let (mut best, other) = (self.kinds(), other.kinds());
        for (best, other) in best.iter_mut().zip(other) {
            *best = (*best).max(other);
        }
        Equities::from_kinds(best)
    }

    /// The mean of one kind, from the sum of what the 36 throws come to: rounded towards 0.
    #[inline(always)]
    pub(super) fn mean(sum: i32) -> i16 {
        (sum / THROWS) as i16
    }

    /// Whether the player about to roll, with the cube in the middle or in hand, should double, and
    /// whether the opponent should take.
    pub(crate) fn action(self, no_double: i16) -> CubeAction {
        match doubled(no_double, self.opponent) {
            i16::MAX if self.opponent >= PASS => CubeAction::DoublePass,
            _ if is_double(no_double, self.opponent) => CubeAction::DoubleTake,
            _ => CubeAction::NoDouble,
        }
    }
}

/// From here on the opponent of a doubled cube loses more by taking than by passing.
const PASS: i16 = i16::MAX / 2;

/// What is best with the cube before a roll. Without gammons no position is too good to double.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CubeAction {
    /// Not to double.
    NoDouble,
    /// To double, and for the opponent to take.
    DoubleTake,
    /// To double, and for the opponent to pass.
    DoublePass,
}

impl CubeAction {
    /// In words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            CubeAction::NoDouble => "no double",
            CubeAction::DoubleTake => "double, take",
            CubeAction::DoublePass => "double, pass",
        }
    }
}

/// Whether a double is at least as good as none, for somebody who has `no_double` without, and
/// `taken` for each point of a cube that the opponent takes: half of what is had without, rounded
/// towards 0.
#[inline(always)]
fn is_double(no_double: i16, taken: i16) -> bool {
    taken >= no_double / 2
}

/// The best of doubling and not.
#[inline(always)]
fn doubled(no_double: i16, taken: i16) -> i16 {
    // What is too much for 16 bits is more than a pass gives, and what is too little is not chosen.
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
        // Whoever has doubled gets a point, or twice what the other's cube leaves.
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
