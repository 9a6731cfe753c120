//! Limited TRAX: its rules, written cell by cell, and proofs of it.

mod board;
mod claim;
mod class;
mod closing;
mod field;
mod key;
mod proof;
mod rules;
mod tile;
mod tracks;
mod turns;

pub use board::Board;
pub use claim::Claim;
pub use proof::{Proof, check, check_unless};
pub use rules::{After, Ending};
pub use tile::{Colour, Tile};
