//! What a game must say of itself so that its sums can be scored.

use std::fmt::Debug;
use std::hash::Hash;

use crate::outcome::Player;

/// Something that a sum falls into: components that do not touch each other, and spare moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts<C> {
    /// Components in which somebody can move.
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

/// The rules of a game whose positions fall apart into components.
///
/// Every play is finite. Two components that are equal have the same moves, up to symmetries: the
/// more positions are made equal, the less work there is.
pub trait SumRules {
    /// A part of a position that does not touch the rest of it.
    type Component: Clone + Eq + Hash + Debug;

    /// Calls `each` with what every move of a player leaves of a component. `self` may remember
    /// things.
    fn for_each_move(
        &mut self,
        component: &Self::Component,
        player: Player,
        each: impl FnMut(&Parts<Self::Component>),
    );

    /// No less than a player can ever make moves in the component, the other one moving or not.
    fn most_moves(&self, component: &Self::Component, player: Player) -> u32;

    /// How many bytes the rules take for what they remember, about.
    fn bytes(&self) -> u64 {
        0
    }
}
