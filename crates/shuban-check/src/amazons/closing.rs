//! Plain search, for positions below a proof's leaves.

use crate::amazons::board::{Board, Side};
use crate::amazons::rooms;

/// The limits of plain search for the side that claims to win.
#[derive(Clone, Copy)]
pub(crate) struct Closing {
    pub(crate) side: Side,
    /// Number of plies that it looks ahead.
    pub(crate) plies: u32,
    /// Number of positions that it visits.
    pub(crate) nodes: u64,
}

impl Closing {
    /// Returns true if the side, which is to move, is found to win. Shallow searches come first: most leaves are
    /// certain as they are.
    pub(crate) fn decides(self, board: &Board) -> bool {
        let mut left = self.nodes;
        (0..=self.plies)
            .any(|plies| self.winner(board, self.side, plies, &mut left) == Some(self.side))
    }

    /// Returns the side that makes the last move; `None` if this many plies or positions do not decide it.
    fn winner(self, board: &Board, to_move: Side, plies: u32, left: &mut u64) -> Option<Side> {
        *left = left.checked_sub(1)?;
        let certain = rooms::winner(board, to_move);
        let Some(beyond) = plies.checked_sub(1).filter(|_| certain.is_none()) else {
            return certain;
        };
        let mut winner = Some(to_move.other());
        for action in board.moves(to_move) {
            match self.winner(&board.after(action), to_move.other(), beyond, left) {
                Some(found) if found == to_move => return Some(found),
                Some(_) => (),
                None => winner = None,
            }
        }
        winner
    }
}
