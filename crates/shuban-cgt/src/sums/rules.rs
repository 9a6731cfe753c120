//! Rules of a game whose sums can be scored.

use std::fmt::Debug;
use std::hash::Hash;

use crate::outcome::Player;

/// Decomposition of a position: components that do not touch each other, and spare moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts<C> {
    /// Components in which some player can move.
    pub components: Vec<C>,
    /// Moves that Left can make at any time, and Right never.
    pub left: u32,
    /// Moves that Right can make at any time, and Left never.
    pub right: u32,
}

impl<C> Default for Parts<C> {
    fn default() -> Self {
        Parts { components: Vec::new(), left: 0, right: 0 }
    }
}

/// The rules of a game whose positions decompose into components.
///
/// Every play is finite. Two components that are equal have the same moves, up to symmetries: the
/// more positions are made equal, the less work there is.
pub trait SumRules {
    /// A part of a position that does not touch the rest of it.
    type Component: Clone + Eq + Hash + Debug;

    /// Calls `each` with the parts of a component after every move of a player. `self` may cache
    /// results.
    fn for_each_move(
        &mut self,
        component: &Self::Component,
        player: Player,
        each: impl FnMut(&Parts<Self::Component>),
    );

    /// Upper bound of a player's moves in the component, whether or not the other one moves.
    fn most_moves(&self, component: &Self::Component, player: Player) -> u32;

    /// Bytes of the rules' caches, about.
    fn bytes(&self) -> u64 {
        0
    }
}
