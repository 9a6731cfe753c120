//! The fuzz target: reading any bytes as a database does not panic.
//!
//! `cargo test` tries random inputs for a second. Guided by coverage, and until it finds something:
//!
//! ```text
//! cargo install cargo-bolero
//! cargo +nightly bolero test tests::reading_any_bytes_does_not_panic
//! ```

#![cfg(test)]

#[path = "../tests/common/mod.rs"]
mod common;

mod tests {
    #[test]
    fn reading_any_bytes_does_not_panic() {
        bolero::check!().for_each(|script: &[u8]| {
            let _ = super::common::forge::read_scripted(script);
        });
    }
}
