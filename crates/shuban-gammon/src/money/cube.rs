//! Cube actions.

use shuban_core::Interval;
use shuban_core::interval::FixedPoint;

use super::fixed::{PointInterval, Points};

/// Best cube action before a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubeAction {
    /// No double; the opponent would take.
    NoDouble,
    /// Double; the opponent takes.
    DoubleTake,
    /// Double; the opponent passes.
    DoublePass,
    /// Play on for a gammon; the opponent would pass.
    TooGood,
    /// The bounds do not decide.
    Undecided,
}

impl CubeAction {
    /// The action of a player who has `no_double` without doubling, and `taken` for each point of a
    /// cube that the opponent takes. Where two are equally good: to double, and to pass.
    pub fn new(no_double: PointInterval, taken: PointInterval) -> Self {
        let [lower, upper] = ends(taken);
        Self::of_ends(ends(no_double), [2 * lower, 2 * upper], [Points::ONE.units(); 2])
    }

    /// The action of a player about to roll who has `no_double` without doubling, `take` if the
    /// opponent takes a double, and `pass` if not.
    pub fn among(no_double: PointInterval, take: PointInterval, pass: PointInterval) -> Self {
        Self::of_ends(ends(no_double), ends(take), ends(pass))
    }

    fn of_ends(no_doubles: [i128; 2], takes: [i128; 2], passes: [i128; 2]) -> Self {
        let decide = |no_double: i128, take: i128, pass: i128| match (
            take >= pass,
            no_double <= take.min(pass),
        ) {
            (true, true) => CubeAction::DoublePass,
            (true, false) => CubeAction::TooGood,
            (false, true) => CubeAction::DoubleTake,
            (false, false) => CubeAction::NoDouble,
        };
        let mut all = no_doubles.into_iter().flat_map(|no_double| {
            takes.into_iter().flat_map(move |take| {
                passes.into_iter().map(move |pass| decide(no_double, take, pass))
            })
        });
        let first = all.next().unwrap_or(CubeAction::Undecided);
        if all.all(|action| action == first) { first } else { CubeAction::Undecided }
    }

    /// Name of the action.
    pub fn name(self) -> &'static str {
        match self {
            CubeAction::NoDouble => "no double",
            CubeAction::DoubleTake => "double, take",
            CubeAction::DoublePass => "double, pass",
            CubeAction::TooGood => "too good to double",
            CubeAction::Undecided => "undecided within the bounds",
        }
    }
}

/// The best of doubling and not, from the equity of a cube in hand or in the middle without
/// doubling, and of each point of a cube that the opponent takes.
pub(super) fn best_of_doubling(no_double: PointInterval, taken: PointInterval) -> PointInterval {
    let best = |no_double: Points, taken: Points| {
        let double = taken.units().saturating_mul(2).min(Points::ONE.units());
        Points::of_units(no_double.units().max(double))
    };
    Interval {
        lower: best(no_double.lower, taken.lower),
        upper: best(no_double.upper, taken.upper),
    }
}

fn ends(interval: PointInterval) -> [i128; 2] {
    [interval.lower.units(), interval.upper.units()]
}

#[cfg(test)]
mod tests {
    use super::super::value::Chances;
    use super::*;

    fn around(hundredths: i128, width: i128) -> PointInterval {
        let units = |hundredths: i128| Points::of_units(hundredths * Points::ONE.units() / 100);
        Interval { lower: units(hundredths), upper: units(hundredths + width) }
    }

    #[test]
    fn doubling_is_taken_passed_or_too_good() {
        let exactly = |hundredths| around(hundredths, 0);
        let after = |no_double, taken| best_of_doubling(exactly(no_double), exactly(taken));
        assert_eq!(after(70, 40), exactly(80), "taken");
        assert_eq!(after(70, 50), exactly(100), "passed");
        assert_eq!(after(110, 90), exactly(110), "too good");
        assert_eq!(after(70, 20), exactly(70), "no double");
    }

    #[test]
    fn actions_follow_from_both_bounds() {
        let action = |no_double, taken| CubeAction::new(around(no_double, 0), around(taken, 0));
        assert_eq!(action(70, 40), CubeAction::DoubleTake);
        assert_eq!(action(70, 55), CubeAction::DoublePass);
        assert_eq!(action(70, 30), CubeAction::NoDouble);
        assert_eq!(action(120, 90), CubeAction::TooGood);
        assert_eq!(CubeAction::new(around(70, 0), around(45, 10)), CubeAction::Undecided);
        assert_eq!(CubeAction::new(around(70, 1), around(52, 10)), CubeAction::DoublePass);
    }

    #[test]
    fn without_gammons_a_quarter_is_enough_and_a_fifth_with_a_live_cube() {
        let chance = |hundredths| around(hundredths, 0);
        let chances = Chances {
            win: chance(75),
            gammon: chance(0),
            backgammon: chance(0),
            lose_gammon: chance(0),
            lose_backgammon: chance(0),
        };
        let [dead, live] = chances.take_points().unwrap();
        assert!((dead - 0.25).abs() < 1e-12 && (live - 0.2).abs() < 1e-12);
        assert_eq!(Chances { win: chance(100), ..chances }.take_points(), None);
    }
}
