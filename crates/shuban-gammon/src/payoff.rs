//! Payoffs of a won game.

use shuban_core::ONE;
use shuban_core::checkers::Checkers;

use crate::variant::Variant;
use crate::won::Won;

/// Payoff of a won game, without a cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payoff {
    /// 1, however it was won.
    Win,
    /// One point; two for a gammon and three for a backgammon. Values are stored in units of four
    /// points: so all are between −1 and 1, and exact where the game is over.
    Money,
}

impl Payoff {
    /// Payoff of a win against a side with these checkers left, in units of 1 / [`ONE`].
    #[inline]
    pub(crate) fn of_win(self, variant: &Variant, loser: Checkers) -> i32 {
        match self {
            Payoff::Win => ONE,
            Payoff::Money => i32::from(Won::against(variant, loser).times()) * (ONE / 4),
        }
    }

    /// Greatest payoff of a win, likewise.
    pub(crate) fn most(self) -> i32 {
        match self {
            Payoff::Win => ONE,
            Payoff::Money => 3 * (ONE / 4),
        }
    }

    /// The points that a stored value of 1 stands for.
    pub fn scale(self) -> f64 {
        match self {
            Payoff::Win => 1.0,
            Payoff::Money => 4.0,
        }
    }

    /// The name of the domain, behind that of the variant.
    pub(crate) fn family(self) -> &'static str {
        match self {
            Payoff::Win => "contact",
            Payoff::Money => "money",
        }
    }

    /// Parameter of the payoff in files.
    pub(crate) fn rule(self) -> &'static str {
        match self {
            Payoff::Win => "win",
            Payoff::Money => "money, in units of four points",
        }
    }
}
