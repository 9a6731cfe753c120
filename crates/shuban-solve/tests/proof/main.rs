//! Proof search with what is kept of it: checkpoints, ledgers, and the prover over both.

#[path = "../faults/forge.rs"]
mod forge;
#[path = "../../../shuban-search/tests/it/maze.rs"]
mod maze;
#[path = "../../../shuban-check/tests/resealed/truth.rs"]
mod truth;

mod checkpoint;
mod forged_checkpoints;
mod forged_ledgers;
mod ledger;
mod proof_file;
mod prover;
mod resumed;
mod standing;
