//! Proof search with its files: ledgers at its leaves, checkpoints, and proofs.
//!
//! A position is worth a win of the first player, a draw, or a win of the second: two questions
//! decide which ([`ProofQuestion`]). A [`Prover`] answers them by search, with the answers of a
//! [`ProofLedger`] at its leaves, alone or with other processes. A [`ProofCheckpoint`] keeps the table of a search in a file.
//! [`write_walk`] makes a file of a proof, a [`ProofFile`] looks positions up in it by a
//! [`ProofIndex`], and [`JoinedProofs`] makes one proof of several.

mod checkpoint;
mod claim;
mod first_plies;
mod head;
mod job_progress;
mod jobs;
mod joined;
mod ledger;
mod proof_file;
mod prover;
mod solved;
mod step;
mod tried;
mod walk;

pub use checkpoint::{CheckpointError, ProofCheckpoint};
pub use claim::ProofClaim;
pub use head::ProofFileError;
pub use joined::{JoinError, JoinedProofs};
pub use ledger::{ProofLedger, ledger_game};
pub use proof_file::ProofFile;
pub use prover::{LedgerSetting, ProofSetting, Prover, ProverAnswer};
pub use shuban_answer::proof::{
    AskedQuestion, LedgerRow, ProofQuestion, ProofResult, ProofStanding, ProofValue,
};
pub use solved::{resting, within_text};
pub use step::{ProofMove, ProofStatus, ProofStep};
pub use walk::{ProofIndex, Unsound, WalkError, WrittenWalk, read_walk, write_walk};
