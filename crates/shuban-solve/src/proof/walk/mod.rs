//! A strategy as a walk: a file of moves alone, from which the positions are reconstructed.
//!
//! From the root the walk visits all reachable positions with the strategy's side to move, in an
//! order in which every position comes after those that lead to it, each once. For each the walk
//! records the chosen move, or that plain search takes over. Positions after a move are not stored:
//! every reply is followed that neither ends the game nor lets the side with the strategy end it at
//! once. So a position takes as many bits as its move is unlikely, two or three instead of fifty or
//! sixty.

mod index;
mod read;
mod steps;
mod write;

pub use index::ProofIndex;
pub use read::{WalkError, read_walk};
pub use steps::Unsound;
pub use write::{WrittenWalk, write_walk};

use std::cmp::Ordering;

use shuban_core::Provable;

/// Largest number of positions whose choices are in one record: those with equally many plies left.
const MOST_IN_A_RECORD: usize = 1 << 16;
/// The section with the moves.
const SECTION: &str = "walk";
/// The fact with the number of positions left to plain search.
const LEAVES: &str = "leaves";

/// Returns the order in which a walk visits positions.
pub(super) fn in_order_of_the_walk<G: Provable>(
    game: &G,
    one: &G::Position,
    other: &G::Position,
) -> Ordering {
    let plies_left = game.plies_left(other).cmp(&game.plies_left(one));
    plies_left.then_with(|| one.cmp(other))
}
