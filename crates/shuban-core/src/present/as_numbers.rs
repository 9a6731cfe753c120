//! Positions as rows of numbers.

use crate::game::Game;

/// A game whose positions are rows of numbers, for programs that ask about all positions at once.
pub trait AsNumbers<G: Game> {
    /// Returns the names of the numbers, the same for all positions of a layer of which this is one.
    fn names(&self, like: &G::Position) -> Vec<String>;

    /// Appends the numbers of a position, in the order of their names.
    fn numbers(&self, position: &G::Position, numbers: &mut Vec<i16>);
}
