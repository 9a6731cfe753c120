//! Moves on the drawing of a position.

use crate::drawing::Medium;
use crate::game::Game;

/// A game that draws moves, or lets them be made on the drawing of a position.
pub trait MoveDrawing<G: Game> {
    /// Returns the parts of the SVG drawing that a person touches to make a move, in order, by
    /// their names in `data-part`. Plays under the same event differ in them. Empty if the move is
    /// only picked from a list.
    fn touched(&self, position: &G::Position, chance: G::Chance, action: &G::Move) -> Vec<String>;

    /// Draws the steps within a move, in order: the last drawing is that of the position after it.
    /// Empty where a move is one step.
    fn steps(
        &self,
        _position: &G::Position,
        _chance: G::Chance,
        _action: &G::Move,
        _medium: Medium,
    ) -> Vec<String> {
        Vec::new()
    }
}
