//! Proof search with what is kept of it: checkpoints, ledgers, and the prover over both.

#[path = "../../../shuban-search/tests/it/maze.rs"]
mod maze;

mod checkpoint;
mod ledger;
mod prover;
