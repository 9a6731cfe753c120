//! The fuzz targets. The tests of the crates give bounded runs of random input to the same functions;
//! here a fuzzer does, guided by coverage, until it finds something:
//!
//! ```text
//! cargo install cargo-bolero
//! cargo +nightly bolero test files::only_true_ones_are_verified
//! ```
//!
//! `cargo test` tries random input for a second each.

#![cfg(test)]

#[path = "../crates/shuban-gammon/tests/it/any_input.rs"]
mod any_hypergammon;
#[path = "../crates/shuban-match/tests/it/any_input.rs"]
mod any_match;
#[path = "../crates/shuban-store/tests/it/common/mod.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod common;
#[path = "../crates/shuban-solve/tests/it/forge.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod forge;
#[path = "../crates/shuban-solve/tests/it/proof/forged_checkpoints.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod forged_checkpoints;
#[path = "../crates/shuban-solve/tests/it/graph.rs"]
mod graph;
#[path = "../crates/shuban-solve/tests/it/faults/kinds.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod kinds;
#[path = "../crates/shuban-check/tests/resealed/lies.rs"]
mod lies;
#[path = "../crates/shuban-solve/tests/it/numbers.rs"]
#[expect(dead_code, reason = "other tests use more of it")]
mod numbers;
#[path = "../crates/shuban-check/tests/resealed/proofs.rs"]
mod proofs;
#[path = "../crates/shuban-solve/tests/it/faults/reseal.rs"]
mod reseal;
#[path = "../crates/shuban-check/tests/resealed/truth.rs"]
mod truth;

/// Runs `forge` on the kind that the first byte selects.
fn each<T>(kinds: &[T], script: &[u8], forge: impl Fn(&T, &[u8])) {
    if let Some((&kind, script)) = script.split_first() {
        forge(&kinds[usize::from(kind) % kinds.len()], script);
    }
}

/// Databases: any bytes, files with sound checksums and false content, and work in progress.
mod files {
    use std::sync::LazyLock;

    use super::each;
    use super::reseal::Sound;

    static SOUND: LazyLock<Vec<Sound>> = LazyLock::new(Sound::all);

    #[test]
    fn reading_any_bytes_does_not_panic() {
        bolero::check!().for_each(|script: &[u8]| {
            let _ = super::common::forge::read_scripted(script);
        });
    }

    #[test]
    fn only_true_ones_are_verified() {
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
}

/// Proofs, and checkpoints of the searches for them.
mod searches {
    use std::sync::LazyLock;

    use super::each;
    use super::forged_checkpoints::Stopped;
    use super::proofs::Proofs;

    static STOPPED: LazyLock<Vec<Stopped>> = LazyLock::new(Stopped::all);
    static PROOFS: LazyLock<Proofs> = LazyLock::new(Proofs::all);

    #[test]
    fn only_true_proofs_are_accepted() {
        bolero::check!().for_each(|script: &[u8]| {
            let _ = PROOFS.forged(script);
        });
    }

    #[test]
    fn go_on_from_any_checkpoint() {
        bolero::check!().for_each(|script: &[u8]| {
            each(&STOPPED, script, |stopped, script| {
                let _ = stopped.forged(script);
            });
        });
    }
}

/// Files of other programs of the backgammon family.
mod foreign {
    use shuban_core::present::Transcribed;
    use shuban_trax::PlainTrax;

    use super::{any_hypergammon, any_match};

    #[test]
    fn any_text_is_a_match_or_refused() {
        bolero::check!().for_each(|bytes: &[u8]| any_match::as_match(bytes));
    }

    #[test]
    fn changed_matches_are_read_or_refused() {
        bolero::check!().for_each(|script: &[u8]| any_match::as_changed_match(script));
    }

    #[test]
    fn any_records_of_extreme_gammon_are_read_or_refused() {
        bolero::check!().for_each(|bytes: &[u8]| any_match::as_xg(bytes));
    }

    #[test]
    fn any_record_of_a_game_is_read_or_refused() {
        bolero::check!().for_each(|bytes: &[u8]| {
            let _ = PlainTrax::UNLIMITED.transcripts(&String::from_utf8_lossy(bytes));
        });
    }

    #[test]
    fn any_match_equities_are_read_or_refused() {
        bolero::check!().for_each(|bytes: &[u8]| {
            let _ = any_match::as_match_equities(bytes);
        });
    }

    #[test]
    fn any_bytes_of_hypergammon_are_read_or_refused() {
        bolero::check!().for_each(|bytes: &[u8]| any_hypergammon::as_hypergammon(bytes));
    }
}
