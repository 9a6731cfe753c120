//! Plain search, for positions below a proof's leaves.

use crate::trax::board::Board;
use crate::trax::claim::Claim;
use crate::trax::tile::Colour;

/// The limits of plain search for a claim.
#[derive(Clone, Copy)]
pub(crate) struct Closing {
    pub(crate) claim: Claim,
    /// Number of plies that it looks ahead.
    pub(crate) plies: u32,
    /// Number of positions that it visits.
    pub(crate) nodes: u64,
}

impl Closing {
    /// Returns true if it finds that the claim holds, with the side that claims it to move. Shallow
    /// searches come first: they are cheap, and most positions are won at once.
    pub(crate) fn decides(self, board: &Board) -> bool {
        let mut left = self.nodes;
        (1..=self.plies)
            .any(|plies| self.value(board, self.claim.side, plies, &mut left) == Some(true))
    }

    /// Returns true if the claim holds; `None` if this many plies or positions do not decide it.
    fn value(self, board: &Board, to_move: Colour, plies: u32, left: &mut u64) -> Option<bool> {
        let aim = to_move == self.claim.side;
        // A player without a turn has lost.
        let mut value = Some(!aim);
        for (after, ending) in board.turns(to_move) {
            *left = left.checked_sub(1)?;
            let found = match ending {
                Some(ending) => Some(self.claim.holds(ending)),
                None if plies > 1 => self.value(&after, to_move.other(), plies - 1, left),
                None => None,
            };
            match found {
                Some(found) if found == aim => return Some(aim),
                Some(_) => (),
                None => value = None,
            }
        }
        value
    }
}
