//! Questions other than values: advice, estimates, checks, ledgers, proofs and files.

mod advice;
mod checks;
mod estimates;
mod ledgers;
mod own_files;
mod proofs;
mod transcripts;

pub use advice::AnyAdvice;
