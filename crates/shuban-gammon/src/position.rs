//! A position of the family.

use shuban_core::Seat;
use shuban_core::checkers::Checkers;

use crate::variant::Variant;

/// A position before the roll: the checkers of the player about to roll and of the opponent, each
/// counted in its own direction (own place p is the other side's `points + 1 - p`; the place above
/// the highest point is the bar; missing checkers are borne off), and the seat about to roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The player about to roll.
    pub mover: Checkers,
    /// The other one.
    pub opponent: Checkers,
    /// The seat of the player about to roll, 0 or 1. It does not matter to the value.
    pub turn: u8,
}

impl Position {
    /// Returns true if the sides have still to pass each other, so that a checker may be hit. If
    /// not, it is a race.
    #[inline]
    pub fn is_contact(&self, variant: &Variant) -> bool {
        let [mover, opponent] = self.rearmost();
        mover + opponent > variant.bar()
    }

    /// The places of the rearmost checkers of the mover and of the opponent, each as that side
    /// counts: 0 for a side that has borne off everything, and one more than there are points for
    /// the bar.
    #[inline]
    pub fn rearmost(&self) -> [usize; 2] {
        [self.mover, self.opponent].map(|side| side.highest().unwrap_or(0))
    }

    /// Returns true if all checkers of the mover are at home, so that it may bear off.
    #[inline]
    pub fn may_bear_off(&self, variant: &Variant) -> bool {
        self.rearmost()[0] <= variant.home()
    }

    /// A position with seat 0 about to roll.
    pub fn new(mover: Checkers, opponent: Checkers) -> Self {
        Position { mover, opponent, turn: 0 }
    }

    /// The same position with the other side about to roll.
    #[inline]
    #[must_use]
    pub fn swapped(self) -> Self {
        Position { mover: self.opponent, opponent: self.mover, turn: 1 - self.turn }
    }

    /// The seat of the player about to roll.
    pub fn seat(&self) -> Seat {
        usize::from(self.turn)
    }
}
