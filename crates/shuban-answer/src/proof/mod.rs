//! Recorded answers of proof searches, as data.
//!
//! A position is worth a win of the first player, a draw, or a win of the second: two questions
//! decide which ([`ProofQuestion`]). A [`LedgerRow`] is the answer to one, and a [`ProofStanding`]
//! the values that answers leave possible.

mod ledger_row;
mod question;
mod standing;

pub use ledger_row::LedgerRow;
pub use question::{AskedQuestion, ProofQuestion, ProofResult};
pub use standing::{ProofStanding, ProofValue};
