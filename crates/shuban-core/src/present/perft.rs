//! Counts of moves.

use crate::game::Game;

/// A game that counts moves in a way of its own: faster than by generating plays, as sequences of
/// moves, or by classes of positions.
pub trait Perft<G: Game>: Sync {
    /// Visits the position after every legal move under every chance event, in a position that is
    /// not over. Moves that lead to the same position are one play, but may be several moves here,
    /// for games that count sequences of moves.
    fn each_after(&self, position: &G::Position, visit: &mut dyn FnMut(G::Position));

    /// Returns the number of these visits, as fast as the game can.
    fn count_plays(&self, position: &G::Position) -> u64 {
        let mut count = 0;
        self.each_after(position, &mut |_| count += 1);
        count
    }

    /// Returns the names of classes by which perft counts positions, besides their total.
    fn classes(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the class of a position, by its place in [`classes`](Perft::classes).
    fn class(&self, _position: &G::Position) -> Option<usize> {
        None
    }
}
