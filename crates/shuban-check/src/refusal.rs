//! The refusal of a proof.

use crate::board::Board;

/// The first position at which a proof fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{}: {reason} ({tiles})",
    .node.map_or("the root".to_owned(), |node| format!("position {node}"))
)]
pub struct Refusal {
    /// The number of the position, from 0, in the order in which the file lists them or its walk
    /// comes to them; `None` for the root.
    pub node: Option<usize>,
    /// What is wrong there.
    pub reason: &'static str,
    /// The tiles after the wrong move or reply, or of the position itself, as [`Board::diagram`]
    /// writes them.
    pub tiles: String,
}

/// Refuses a proof at a position.
pub(crate) fn refusal(node: Option<usize>, reason: &'static str, board: &Board) -> Refusal {
    Refusal { node, reason, tiles: board.diagram() }
}
