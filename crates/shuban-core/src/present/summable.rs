//! Sums of positions.

use crate::game::{Game, NotationError};

/// A game whose positions are sums of independent parts, in each of which a player moves without
/// effect on the others. Either side may be asked about, since either may move next in a part.
pub trait Summable<G: Game> {
    /// Returns the independent parts of a position; empty if it is one piece.
    fn parts(&self, position: &G::Position) -> Vec<G::Position>;

    /// Returns the position with another player to move, by that side's name.
    ///
    /// # Errors
    /// [`NotationError`] if there is no such side.
    fn with_to_move(
        &self,
        position: &G::Position,
        side: &str,
    ) -> Result<G::Position, NotationError>;

    /// Returns the text of the sum of positions, where search solves sums of this game. The player
    /// to move is that of the first position.
    fn sum(&self, _positions: &[&G::Position]) -> Option<String> {
        None
    }
}
