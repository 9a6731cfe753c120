//! Proof search with what is kept of it: ledgers at its leaves, checkpoints, and proofs as files.
//!
//! A position is worth a win of the first player, a draw, or a win of the second: two questions
//! tell which ([`ProofQuestion`]). A [`Prover`] answers them by search, with the answers of a
//! [`ProofLedger`] at its leaves. A [`ProofCheckpoint`] keeps the table of a search in a file, and
//! [`write_proof`] makes a file of a proof, which is walked by [`ProofFile`]; [`write_walk`] makes
//! one of moves alone, and [`JoinedProofs`] one of several.

mod checkpoint;
mod joined;
mod ledger;
mod proof_file;
mod prover;
mod question;
mod solved;
mod standing;
mod step;
mod strategy_file;
mod walk;

pub use checkpoint::{CheckpointError, ProofCheckpoint};
pub use joined::{JoinError, JoinedProofs, RewrittenProof};
pub use ledger::{LedgerRow, ProofLedger, ledger_game};
pub use proof_file::{ProofFile, ProofFileError};
pub use prover::{LedgerSetting, ProofSetting, Prover};
pub use question::{ProofQuestion, ProofResult};
pub use solved::{resting, within_text};
pub use standing::ProofStanding;
pub use step::{ProofMove, ProofStatus, ProofStep};
pub use strategy_file::{ProofClaim, write_proof};
pub use walk::{Unsound, WalkError, WrittenWalk, read_walk, write_walk};
