//! Nothing: the fuzz target is `tests/read.rs`.
//!
//! `cargo test` tries random inputs for a second; `cargo bolero test reading_any_bytes_does_not_panic` (from
//! `cargo install cargo-bolero`) is guided by coverage, and goes on until it finds something.
