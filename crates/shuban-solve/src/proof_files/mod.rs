//! Files of proof search: its table, saved, and what it has proven.

mod checkpoint;
mod strategy_file;

pub use checkpoint::{CheckpointError, ProofCheckpoint};
pub use strategy_file::write_proof;
