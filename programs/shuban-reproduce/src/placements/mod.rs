//! Numbers of ways to lay tiles: exact, and estimated from random ones.
//!
//! A *placement* is a set of tiles on a board, counted once wherever on the board it lies, that
//!
//! 1. is one island: the tiles are connected, side by side;
//! 2. lies at the top left: two that differ by a shift are one;
//! 3. leaves no empty cell into which two ends of one colour lead, as a chain would have filled it;
//! 4. has equal colours where tiles touch.
//!
//! Placements need not be reachable in a game, nor need the game still go on. These are the
//! conditions by which Kuwabara and Hoki, "An Attempt to Solve Limited TRAX" (2016), section 3.1,
//! estimate how large the game is. [`Touching`] selects the use of the fourth.
//!
//! * [`count_placements`] counts them with a transfer matrix, cell by cell; [`weigh_placements`]
//!   sums the weights of the paper's second method in the same way.
//! * [`sample_placements`] draws random boards, as the paper does.
//! * `up_to_symmetry` enumerates those of small boards, rotated and reflected ones once.

mod content;
mod estimate;
mod frontier;
mod images;
mod transfer;

pub use estimate::{Samples, sample_placements};
pub(crate) use images::up_to_symmetry;
pub(crate) use transfer::{ByPlace, counted, weighed};
pub use transfer::{count_placements, weigh_placements};

/// Use of the fourth condition: that the colours agree where tiles touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Touching {
    /// The condition is required: the paper's first method.
    Agree,
    /// Not required: each pair of tiles that touch halves the weight of the placement, the
    /// probability that two random sides agree. The paper's second method; as if the pairs were
    /// independent of each other.
    Halve,
}

#[cfg(test)]
mod tests;
