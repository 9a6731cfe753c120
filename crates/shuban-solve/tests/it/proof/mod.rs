//! Proof search with its files: checkpoints, ledgers, and the prover over both.

#[path = "../../../../shuban-search/tests/it/maze.rs"]
mod maze;

mod any_ledger;
mod checkpoint;
mod forged_checkpoints;
mod forged_ledgers;
mod jobs;
mod ledger;
mod proof_file;
mod prover;
mod resumed;
mod standing;
