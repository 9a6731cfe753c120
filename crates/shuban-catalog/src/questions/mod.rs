//! Questions other than values: advice, estimates, checks, ledgers, proofs and files.

mod advice;
mod checks;
mod estimates;
mod ledgers;
mod own_files;
mod proofs;

pub use advice::AnyAdvice;
