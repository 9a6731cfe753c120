//! Reads whatever a fuzzer makes up.

#[path = "../../tests/common/mod.rs"]
mod common;

#[test]
fn reading_any_bytes_does_not_panic() {
    bolero::check!().for_each(|script: &[u8]| {
        let _ = common::forge::read_scripted(script);
    });
}
