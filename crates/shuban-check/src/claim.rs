//! The claim of a proof.

use crate::rules::Ending;
use crate::tile::Colour;

/// The claim: a side is sure of a draw, or of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The side whose strategy it is.
    pub side: Colour,
    /// Whether a draw is not enough.
    pub wins: bool,
}

impl Claim {
    /// Whether a finished game satisfies it.
    pub(crate) fn holds(self, ending: Ending) -> bool {
        match ending {
            Ending::Won(colour) => colour == self.side,
            Ending::Draw => !self.wins,
        }
    }
}
