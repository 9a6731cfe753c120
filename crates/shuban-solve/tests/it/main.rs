//! Builds, verifications and proof search, on sound and on forged files.

mod connected;
#[path = "../../../../fuzz/corpus.rs"]
mod corpus;
mod endless;
mod faults;
mod forge;
mod forged;
mod graph;
mod listed;
mod loopy;
mod numbers;
mod proof;
mod streaming;
#[path = "../../../shuban-check/tests/resealed/truth.rs"]
mod truth;

/// Peak memory of the whole program: no number of a forged file is trusted.
#[global_allocator]
static ALLOCATED: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;
