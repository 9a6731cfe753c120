//! Boards of Amazons, won or lost: the rules, written square by square, and proofs of boards.

mod board;
mod closing;
mod key;
mod proof;
mod rooms;
mod turns;

pub use board::Side;
pub use proof::BoardProof;
