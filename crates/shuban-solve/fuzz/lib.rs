//! The fuzz targets: of files with sound checksums and any content, only true ones are verified,
//! and builds that go on from any work in progress publish nothing false that is. Of proofs only
//! true ones are accepted, and searches that go on from any checkpoint prove nothing false.
//!
//! `cargo test` tries random inputs for a second each. Guided by coverage, and until it finds
//! something:
//!
//! ```text
//! cargo install cargo-bolero
//! cargo +nightly bolero test tests::only_true_files_are_verified
//! cargo +nightly bolero test tests::builds_go_on_from_any_work
//! cargo +nightly bolero test tests::only_true_proofs_are_accepted
//! cargo +nightly bolero test tests::searches_go_on_from_any_checkpoint
//! ```

#![cfg(test)]

#[path = "../tests/faults/forge.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod forge;
#[path = "../tests/proof/forged_checkpoints.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod forged_checkpoints;
#[path = "../tests/loopy/graph.rs"]
mod graph;
#[path = "../tests/faults/kinds.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod kinds;
#[path = "../../shuban-check/tests/resealed/lies.rs"]
mod lies;
#[path = "../tests/streaming/numbers.rs"]
#[expect(dead_code, reason = "other tests use more of it")]
mod numbers;
#[path = "../../shuban-check/tests/resealed/proofs.rs"]
mod proofs;
#[path = "../tests/faults/reseal.rs"]
mod reseal;
#[path = "../../shuban-check/tests/resealed/truth.rs"]
mod truth;

mod tests {
    use std::sync::LazyLock;

    use super::forged_checkpoints::Stopped;
    use super::proofs::Proofs;
    use super::reseal::Sound;

    static SOUND: LazyLock<Vec<Sound>> = LazyLock::new(Sound::all);
    static STOPPED: LazyLock<Vec<Stopped>> = LazyLock::new(Stopped::all);
    static PROOFS: LazyLock<Proofs> = LazyLock::new(Proofs::all);

    /// The first byte says which kind is forged.
    fn each<T>(kinds: &[T], script: &[u8], forge: impl Fn(&T, &[u8])) {
        if let Some((&kind, script)) = script.split_first() {
            forge(&kinds[usize::from(kind) % kinds.len()], script);
        }
    }

    #[test]
    fn only_true_files_are_verified() {
        bolero::check!().for_each(|script: &[u8]| {
            each(&SOUND, script, |sound, script| {
                let _ = sound.forged(script);
            });
        });
    }

    #[test]
    fn builds_go_on_from_any_work() {
        bolero::check!().for_each(|script: &[u8]| {
            each(&SOUND, script, |sound, script| {
                let _ = sound.forged_work(script);
            });
        });
    }
    #[test]
    fn only_true_proofs_are_accepted() {
        bolero::check!().for_each(|script: &[u8]| {
            let _ = PROOFS.forged(script);
        });
    }

    #[test]
    fn searches_go_on_from_any_checkpoint() {
        bolero::check!().for_each(|script: &[u8]| {
            each(&STOPPED, script, |stopped, script| {
                let _ = stopped.forged(script);
            });
        });
    }
}
