//! Checks proofs of limited TRAX, independently of the solver that wrote them.
//!
//! A proof file names a position and an answer, and lists positions in which the side that has the
//! answer is to move, each with its move; or it holds these moves alone, as a [`Walk`], and the
//! positions are made here. [`check`] follows every line: after each of these moves, *every* legal
//! reply must lead to a position of the strategy, or to one that plain search decides within a few
//! plies. Neither rules nor search are shared with the solver: the rules are written a second time,
//! cell by cell ([`Board`]), and the only search is the plain one. The container (blocks and
//! checksums) is read by the crate that writes it.
//!
//! ```no_run
//! let proof = shuban_check::Proof::open("5x5.shuban".as_ref())?;
//! let checked = shuban_check::check(&proof)?;
//! println!("{}: {} positions, {} replies", proof.claim(), checked.nodes, checked.replies);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod check;
mod checked;
mod claim;
mod class;
mod closing;
mod coder;
mod field;
mod key;
mod model;
mod proof;
mod record;
mod refusal;
mod rules;
mod tile;
mod tiles;
mod tracks;
mod walk;

pub use board::Board;
pub use check::check;
pub use checked::{Checked, Readings};
pub use claim::Claim;
pub use proof::{Node, Proof, ProofError, Strategy, Walk};
pub use refusal::Refusal;
pub use rules::{After, Ending};
pub use tile::{Colour, Tile};
pub use tiles::Tiles;
