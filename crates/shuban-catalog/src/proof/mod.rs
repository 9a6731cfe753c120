//! Proof search for every game that can be proven: what is asked, how, and what is kept of it.
//!
//! A position is worth a win of the first player, a draw, or a win of the second: two questions
//! tell which ([`ProofQuestion`]). A [`Prover`] answers them by search, with the answers of a
//! [`ProofLedger`] at its leaves, and writes checkpoints, proofs and ledgers.

mod ledger;
mod prover;
mod question;
mod report;
mod setting;

pub use ledger::{LedgerRow, ProofLedger};
pub use prover::Prover;
pub use question::{ProofQuestion, ProofResult};
pub use report::{resting, within_text};
pub use setting::{LedgerSetting, ProofSetting};
pub use shuban_search::proof::{ProofOptions, Sum, When};

#[cfg(test)]
mod tests;
