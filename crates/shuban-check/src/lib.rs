//! Checks proofs of limited TRAX, independently of the solver that wrote them.
//!
//! A proof file names a position and an answer, and holds the moves of the side that has the
//! answer, as a [`Walk`]; the positions are made here. [`check`] follows every line: after each of
//! these moves, *every* legal reply must lead to a position of the walk, or to one that is won at
//! once, and plain search must decide the leaves within a few plies. Rules, search and the order of
//! the walk are not shared with the solver: the rules are written a second time, cell by cell
//! ([`Board`]), and the only search is the plain one. The container (blocks, checksums, and numbers
//! of known likelihood) is read by the crate that writes it.
//!
//! ```no_run
//! let proof = shuban_check::Proof::open("5x5.shuban".as_ref())?;
//! let checked = shuban_check::check(&proof)?;
//! println!("{}: {} positions, {} replies", proof.claim(), checked.nodes, checked.replies);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod check;
mod class;
mod closing;
mod field;
mod key;
mod proof;
mod record;
mod rules;
mod tile;
mod tracks;
mod walk;

pub use board::Board;
pub use check::{Checked, Readings, Refusal};
pub use proof::{Claim, Proof, ProofError, Walk};
pub use rules::{After, Ending};
pub use tile::{Colour, Tile};
pub use walk::{check, check_unless};
