//! Value of a position of a money game: equities with and without a cube, and how it ends.

use shuban_core::interval::FixedPoint;
use shuban_core::{Column, Interval, Record};

use super::cube::best_of_doubling;
use super::fixed::{PointInterval, Points, lower, width};
use crate::won::Won;

/// The most that is won or lost, for a cube of 1.
pub(super) const MOST: i16 = 3;

/// Equities of a position for the player about to roll, who does not double now, for each point
/// that the cube stands for: bounds, which are proven.
///
/// A gammon counts two, a backgammon three. With a cube, only it doubles: there are no automatic
/// doubles and no beavers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MoneyEquities {
    /// Equity without a cube.
    pub cubeless: PointInterval,
    /// Equity when the player about to roll owns the cube.
    pub owned: PointInterval,
    /// Equity when the cube is in the middle.
    pub centred: PointInterval,
    /// Equity when it is in the middle and gammons count only after a double (Jacoby's rule).
    pub jacoby: PointInterval,
    /// Equity when the opponent owns it.
    pub opponent: PointInterval,
}

/// Chances of how a game ends for the player about to roll, if both sides play as without a cube,
/// in proven bounds.
///
/// Of several plays that are equally good within the bounds, each side chooses the one that
/// [`Money`](super::Money) defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chances {
    /// Winning, whether a single game, a gammon or a backgammon.
    pub win: PointInterval,
    /// Winning a gammon or a backgammon.
    pub gammon: PointInterval,
    /// Winning a backgammon.
    pub backgammon: PointInterval,
    /// Losing a gammon or a backgammon.
    pub lose_gammon: PointInterval,
    /// Losing a backgammon.
    pub lose_backgammon: PointInterval,
}

/// Stored value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MoneyValue {
    /// Equities.
    pub equities: MoneyEquities,
    /// Chances of how it ends.
    pub chances: Chances,
}

/// The most that is won or lost, in units.
fn most() -> i128 {
    i128::from(MOST) * Points::ONE.units()
}

/// Number of kinds of equities and of chances.
pub(super) const KINDS: usize = 5;

impl MoneyEquities {
    /// Their names.
    pub(crate) const NAMES: [&'static str; KINDS] =
        ["cubeless", "owned", "centred", "jacoby", "opponent"];

    /// The equities in the order of the names.
    pub(crate) fn kinds(self) -> [PointInterval; KINDS] {
        let MoneyEquities { cubeless, owned, centred, jacoby, opponent } = self;
        [cubeless, owned, centred, jacoby, opponent]
    }

    /// The inverse of [`kinds`](MoneyEquities::kinds).
    pub(super) fn from_kinds(kinds: [PointInterval; KINDS]) -> Self {
        let [cubeless, owned, centred, jacoby, opponent] = kinds;
        MoneyEquities { cubeless, owned, centred, jacoby, opponent }
    }

    /// The value of a game that the player about to roll has lost like this.
    pub(super) fn lost(won: Won) -> Self {
        let points = Interval::points(-i16::from(won.times()));
        let jacoby = Interval::points(-1);
        MoneyEquities { cubeless: points, owned: points, centred: points, jacoby, opponent: points }
    }

    /// The equities of the other player, who does not roll now: the same numbers with the other
    /// sign, and the owners of the cube exchanged.
    pub(crate) fn opposite(self) -> Self {
        MoneyEquities {
            cubeless: -self.cubeless,
            owned: -self.opponent,
            centred: -self.centred,
            jacoby: -self.jacoby,
            opponent: -self.owned,
        }
    }

    /// Equities of the player who has just moved: the opponent, about to roll, may double first if
    /// the cube is not on the other side.
    pub(crate) fn after_play(self) -> Self {
        let doubling = |no_double| -best_of_doubling(no_double, self.opponent);
        MoneyEquities {
            centred: doubling(self.centred),
            // A cube that has been turned makes gammons count.
            jacoby: doubling(self.jacoby),
            opponent: doubling(self.owned),
            ..self.opposite()
        }
    }

    /// Equities where no checker can be moved, as `makehyper` of GNU Backgammon 1.07 has them:
    /// nobody doubles, and the cube goes over to the other side.
    pub(super) fn after_dance_as_gnubg(self) -> Self {
        MoneyEquities::from_kinds(self.kinds().map(|kind| -kind))
    }

    /// The better of every kind.
    pub(crate) fn best(self, other: Self) -> Self {
        let (one, other) = (self.kinds(), other.kinds());
        MoneyEquities::from_kinds(std::array::from_fn(|kind| one[kind].max(other[kind])))
    }

    /// Sort key of plays without a cube: the middle, larger is better.
    pub(super) fn merit(self) -> i64 {
        i64::from(self.cubeless.lower.0) + i64::from(self.cubeless.upper.0)
    }
}

impl Chances {
    /// Their names.
    pub(crate) const NAMES: [&'static str; KINDS] =
        ["win", "gammon", "backgammon", "lose_gammon", "lose_backgammon"];

    /// The chances in the order of the names.
    pub(crate) fn kinds(self) -> [PointInterval; KINDS] {
        let Chances { win, gammon, backgammon, lose_gammon, lose_backgammon } = self;
        [win, gammon, backgammon, lose_gammon, lose_backgammon]
    }

    /// The inverse of [`kinds`](Chances::kinds).
    pub(super) fn from_kinds(kinds: [PointInterval; KINDS]) -> Self {
        let [win, gammon, backgammon, lose_gammon, lose_backgammon] = kinds;
        Chances { win, gammon, backgammon, lose_gammon, lose_backgammon }
    }

    /// The chances of a game that the player about to roll has lost like this.
    pub(super) fn lost(won: Won) -> Self {
        let sure = |is_sure: bool| Interval::points(i16::from(is_sure));
        Chances {
            win: sure(false),
            gammon: sure(false),
            backgammon: sure(false),
            lose_gammon: sure(won != Won::Single),
            lose_backgammon: sure(won == Won::Backgammon),
        }
    }

    /// The chances as the other player sees them.
    pub(crate) fn opposite(self) -> Self {
        let Interval { lower, upper } = self.win;
        let not = |chance: Points| Points(Points::ONE.0.saturating_sub(chance.0));
        Chances {
            win: Interval { lower: not(upper), upper: not(lower) },
            gammon: self.lose_gammon,
            backgammon: self.lose_backgammon,
            lose_gammon: self.gammon,
            lose_backgammon: self.backgammon,
        }
    }
}

impl MoneyValue {
    /// The value of a game that the player about to roll has lost like this.
    pub(super) fn lost(won: Won) -> Self {
        MoneyValue { equities: MoneyEquities::lost(won), chances: Chances::lost(won) }
    }

    /// The value of a game that the player about to roll has won like this.
    pub(super) fn won(won: Won) -> Self {
        MoneyValue::lost(won).opposite()
    }

    /// The value as the other player sees it, who does not roll now.
    pub(crate) fn opposite(self) -> Self {
        MoneyValue { equities: self.equities.opposite(), chances: self.chances.opposite() }
    }

    /// Returns the value if every interval is a proper one of possible numbers.
    pub(super) fn proper(self) -> Option<Self> {
        let equity = Interval { lower: Points::of_units(-most()), upper: Points::of_units(most()) };
        let chance = Interval { lower: Points(0), upper: Points::ONE };
        let is_within = |kinds: [PointInterval; KINDS], range| {
            kinds.iter().all(|kind| kind.within(range).is_some())
        };
        (is_within(self.equities.kinds(), equity) && is_within(self.chances.kinds(), chance))
            .then_some(self)
    }
}

impl Record for MoneyValue {
    fn columns() -> &'static [Column] {
        const COLUMNS: [Column; 4 * KINDS] = [
            lower("cubeless"),
            width("cubeless_width"),
            lower("owned"),
            width("owned_width"),
            lower("centred"),
            width("centred_width"),
            lower("jacoby"),
            width("jacoby_width"),
            lower("opponent"),
            width("opponent_width"),
            lower("win"),
            width("win_width"),
            lower("gammon"),
            width("gammon_width"),
            lower("backgammon"),
            width("backgammon_width"),
            lower("lose_gammon"),
            width("lose_gammon_width"),
            lower("lose_backgammon"),
            width("lose_backgammon_width"),
        ];
        &COLUMNS
    }

    fn to_columns(&self, raw: &mut [u64]) {
        let kinds = self.equities.kinds().into_iter().chain(self.chances.kinds());
        for (raw, kind) in raw.chunks_exact_mut(2).zip(kinds) {
            kind.to_columns(raw);
        }
    }

    fn from_columns(raw: &[u64]) -> Self {
        let kinds = |from: usize| {
            std::array::from_fn(|kind| PointInterval::from_columns(&raw[2 * (from + kind)..]))
        };
        MoneyValue {
            equities: MoneyEquities::from_kinds(kinds(0)),
            chances: Chances::from_kinds(kinds(KINDS)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_game_is_worth_the_same_after_a_play_into_it() {
        for won in [Won::Single, Won::Gammon, Won::Backgammon] {
            let equities = MoneyEquities::lost(won);
            assert_eq!(equities.after_play(), equities.opposite(), "{won:?}");
            assert_eq!(MoneyValue::won(won).opposite(), MoneyValue::lost(won));
            assert!(MoneyValue::won(won).proper().is_some());
        }
    }

    #[test]
    fn records_read_back() {
        let value = MoneyValue::lost(Won::Gammon);
        let mut raw = [0; 4 * KINDS];
        value.to_columns(&mut raw);
        assert_eq!(MoneyValue::from_columns(&raw), value);
        // A damaged file may hold anything.
        let wild = MoneyValue::from_columns(&[u64::MAX; 4 * KINDS]);
        assert_eq!(wild.proper(), None);
    }
}
