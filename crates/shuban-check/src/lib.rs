//! Checks proofs of limited TRAX and of boards of Amazons, independently of the solver that wrote them.
//!
//! A proof file names a position and an answer, and holds the moves of the side that has the
//! answer, as a [`Walk`]; the positions are made here. [`AnyProof::check`] follows every line: after each of
//! these moves, *every* legal reply must lead to a position of the walk, or to one that is won at
//! once, and plain search must decide the leaves within a few plies. Rules, search and the order of
//! the walk are not shared with the solver: the rules are written a second time, cell by cell
//! ([`Board`]) or square by square, and the only search is the plain one. The container (blocks, checksums, and numbers
//! of known likelihood) is read by the crate that writes it.
//!
//! ```no_run
//! let proof = shuban_check::AnyProof::open("5x5.shuban".as_ref())?;
//! let checked = proof.check()?;
//! println!("{}: {} positions, {} replies", proof.claim(), checked.nodes, checked.replies);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod amazons;
mod any_proof;
mod check;
mod proof;
mod record;
mod rules;
mod trax;
mod walk;

pub use amazons::{BoardProof, Side};
pub use any_proof::AnyProof;
pub use check::{Checked, Readings, Refusal};
pub use proof::ProofError;
pub use record::Walk;
pub use trax::{After, Board, Claim, Colour, Ending, Proof, Tile, check, check_unless};
