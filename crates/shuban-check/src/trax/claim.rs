//! Claims about positions.

use crate::trax::rules::Ending;
use crate::trax::tile::Colour;

/// The claim that a side can force a draw, or a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The side with the strategy.
    pub side: Colour,
    /// True if a draw is not enough.
    pub wins: bool,
}

impl Claim {
    /// Returns true if the ending of a game satisfies it.
    pub(crate) fn holds(self, ending: Ending) -> bool {
        match ending {
            Ending::Won(colour) => colour == self.side,
            Ending::Draw => !self.wins,
        }
    }
}
