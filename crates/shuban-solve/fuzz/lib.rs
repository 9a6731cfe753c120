//! The fuzz targets: of files with sound checksums and any content, only true ones are verified,
//! and builds that go on from any work in progress publish nothing false that is.
//!
//! `cargo test` tries random inputs for a second each. Guided by coverage, and until it finds
//! something:
//!
//! ```text
//! cargo install cargo-bolero
//! cargo +nightly bolero test tests::only_true_files_are_verified
//! cargo +nightly bolero test tests::builds_go_on_from_any_work
//! ```

#![cfg(test)]

#[path = "../tests/loopy/graph.rs"]
mod graph;
#[path = "../tests/faults/kinds.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod kinds;
#[path = "../tests/streaming/numbers.rs"]
#[expect(dead_code, reason = "other tests use more of it")]
mod numbers;
#[path = "../tests/faults/reseal.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod reseal;

mod tests {
    use std::sync::LazyLock;

    use super::reseal::Sound;

    static SOUND: LazyLock<Vec<Sound>> = LazyLock::new(Sound::all);

    /// The first byte says which kind is forged.
    fn each(script: &[u8], forge: impl Fn(&Sound, &[u8])) {
        if let Some((&kind, script)) = script.split_first() {
            forge(&SOUND[usize::from(kind) % SOUND.len()], script);
        }
    }

    #[test]
    fn only_true_files_are_verified() {
        bolero::check!().for_each(|script: &[u8]| {
            each(script, |sound, script| {
                let _ = sound.forged(script);
            });
        });
    }

    #[test]
    fn builds_go_on_from_any_work() {
        bolero::check!().for_each(|script: &[u8]| {
            each(script, |sound, script| {
                let _ = sound.forged_work(script);
            });
        });
    }
}
