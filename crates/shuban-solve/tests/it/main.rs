//! Builds, verifications and proof search, on files as they should be and on files that lie.

mod endless;
mod faults;
mod forge;
mod forged;
mod graph;
mod loopy;
mod numbers;
mod proof;
mod streaming;
#[path = "../../../shuban-check/tests/resealed/truth.rs"]
mod truth;

/// Peak memory of the whole program: no number of a forged file is taken at its word.
#[global_allocator]
static ALLOCATED: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;
