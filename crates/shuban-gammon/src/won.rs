//! Size of a win.

use shuban_core::checkers::Checkers;

use crate::position::Position;
use crate::variant::Variant;

/// Size of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Won {
    /// The loser has borne off a checker.
    Single,
    /// The loser has borne off nothing.
    Gammon,
    /// One of the loser's checkers is also on the bar or in the winner's home.
    Backgammon,
}

impl Won {
    /// The size of the win, if one side has borne off everything.
    pub fn of(variant: &Variant, position: &Position) -> Option<Self> {
        let Position { mover, opponent, .. } = position;
        match (mover.is_empty(), opponent.is_empty()) {
            (true, false) => Some(Won::against(variant, *opponent)),
            (false, true) => Some(Won::against(variant, *mover)),
            _ => None,
        }
    }

    /// The size of a win against a side with some checkers left.
    pub fn against(variant: &Variant, loser: Checkers) -> Self {
        // The winner's home are the last points of the loser's count, and the bar follows on them.
        let is_behind = |place: usize| place > variant.points() - variant.home();
        if loser.count() < variant.checkers() {
            Won::Single
        } else if loser.iter().any(|(place, _)| is_behind(place)) {
            Won::Backgammon
        } else {
            Won::Gammon
        }
    }

    /// The factor of the win where gammons count.
    pub fn times(self) -> u8 {
        match self {
            Won::Single => 1,
            Won::Gammon => 2,
            Won::Backgammon => 3,
        }
    }

    /// Its name, if it is more than a single game.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Won::Single => None,
            Won::Gammon => Some("gammon"),
            Won::Backgammon => Some("backgammon"),
        }
    }
}
