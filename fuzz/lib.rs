//! The fuzz targets. The tests of the crates give bounded runs of random input to the same functions;
//! here a fuzzer does, guided by coverage, for as long as `scripts/fuzz.py` lets it:
//!
//! ```text
//! cargo install cargo-bolero
//! scripts/fuzz.py 10 files::only_true_ones_are_verified
//! ```
//!
//! `cargo test` gives each target the inputs that are kept in `corpus`, and random ones for a second.

#![cfg(test)]

#[path = "../crates/shuban-play/tests/examination/any_answers.rs"]
mod any_answers;
#[path = "../crates/shuban-cgt/tests/it/any_form.rs"]
mod any_form;
#[path = "../crates/shuban-gammon/tests/it/any_input.rs"]
mod any_hypergammon;
#[path = "../crates/shuban-referee/tests/it/any_layer.rs"]
mod any_layer;
#[path = "../crates/shuban-solve/tests/it/proof/any_ledger.rs"]
mod any_ledger;
#[path = "../crates/shuban-match/tests/it/any_input.rs"]
mod any_match;
#[path = "../programs/shuban-daihinmin/tests/it/any_message.rs"]
mod any_message;
#[path = "../crates/shuban-catalog/tests/it/any_own_file.rs"]
mod any_own_file;
#[path = "../crates/shuban-catalog/tests/it/any_position.rs"]
mod any_position;
#[path = "../crates/shuban-play/tests/it/any_record.rs"]
mod any_record;
#[path = "../crates/shuban-server/tests/it/any_request.rs"]
mod any_request;
#[path = "../crates/shuban-check/tests/resealed/board_proofs.rs"]
mod board_proofs;
#[path = "../crates/shuban-store/tests/it/common/mod.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod common;
#[path = "../crates/shuban-referee/tests/it/contact_truth.rs"]
mod contact_truth;
mod corpus;
#[path = "../crates/shuban-solve/tests/it/forge.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod forge;
#[path = "../crates/shuban-solve/tests/it/proof/forged_checkpoints.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod forged_checkpoints;
#[path = "../crates/shuban-solve/tests/it/graph.rs"]
mod graph;
#[path = "../programs/shuban-daihinmin/tests/it/heard.rs"]
mod heard;
#[path = "../crates/shuban-solve/tests/it/faults/kinds.rs"]
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
#[path = "../crates/shuban-match/tests/it/xg_file.rs"]
mod xg_file;

/// Defines a target: a function that is given the kept inputs, and those of the fuzzer.
macro_rules! target {
    ($name:ident, $run:expr) => {
        #[test]
        fn $name() {
            let run = $run;
            // The fuzzer has them already.
            if !cfg!(fuzzing) {
                let module = module_path!().split_once("::").expect("a module of this crate").1;
                let kept = crate::corpus::kept(&format!("{module}::{}", stringify!($name)));
                kept.iter().for_each(|input| run(input));
            }
            bolero::check!().for_each(|input: &[u8]| run(input));
        }
    };
}

/// Runs `forge` on the kind that the first byte selects.
fn each<T, R>(kinds: &[T], script: &[u8], forge: impl Fn(&T, &[u8]) -> R) {
    if let Some((&kind, script)) = script.split_first() {
        forge(&kinds[usize::from(kind) % kinds.len()], script);
    }
}

/// Databases: any bytes, files with sound checksums and false content, work in progress, and ledgers.
mod files {
    use std::sync::LazyLock;

    use super::any_layer::as_layer;
    use super::common::forge::read_scripted;
    use super::each;
    use super::reseal::{Sound, SoundLedger};

    static SOUND: LazyLock<Vec<Sound>> = LazyLock::new(Sound::all);
    static LEDGER: LazyLock<SoundLedger> = LazyLock::new(SoundLedger::new);

    target!(reading_any_bytes_does_not_panic, |script: &[u8]| drop(read_scripted(script)));
    target!(only_true_ones_are_verified, |script: &[u8]| each(&SOUND, script, Sound::forged));
    target!(what_passes_of_any_family_is_true, |script: &[u8]| {
        as_layer(script);
    });
    target!(builds_go_on_from_any_work, |script: &[u8]| each(&SOUND, script, Sound::forged_work));
    target!(only_true_ledgers_agree, |script: &[u8]| {
        LEDGER.forged(script);
    });
}

/// Proofs, and checkpoints and ledgers of the searches for them.
mod searches {
    use std::sync::LazyLock;

    use super::any_ledger::SoundRows;
    use super::board_proofs::BoardProofs;
    use super::each;
    use super::forged_checkpoints::Stopped;
    use super::proofs::Proofs;

    static STOPPED: LazyLock<Vec<Stopped>> = LazyLock::new(Stopped::all);
    static PROOFS: LazyLock<Proofs> = LazyLock::new(Proofs::all);
    static BOARDS: LazyLock<BoardProofs> = LazyLock::new(BoardProofs::all);
    static ROWS: LazyLock<SoundRows> = LazyLock::new(SoundRows::new);

    target!(only_true_proofs_are_accepted, |script: &[u8]| {
        PROOFS.forged(script);
    });
    target!(only_true_boards_are_accepted, |script: &[u8]| {
        BOARDS.forged(script);
    });
    target!(go_on_from_any_checkpoint, |script: &[u8]| each(&STOPPED, script, Stopped::forged));
    target!(go_on_from_any_ledger, |script: &[u8]| {
        ROWS.forged(script);
    });
}

/// Texts of all games: positions, moves, set-up, records.
mod games {
    use super::{any_form, any_position, any_record};

    target!(any_text_is_a_position_or_refused, any_position::as_position);
    target!(any_text_is_a_record_or_refused, any_record::as_record);
    target!(any_text_is_a_saved_game_or_refused, any_record::as_saved);
    target!(any_text_is_a_canonical_form_or_refused, |text: &[u8]| {
        any_form::as_form(text);
    });
}

/// Files of other programs of the backgammon family.
mod foreign {
    use shuban_core::present::Transcribed;
    use shuban_trax::PlainTrax;

    use super::{any_hypergammon, any_match, any_own_file};

    target!(any_text_is_a_match_or_refused, any_match::as_match);
    target!(changed_matches_are_read_or_refused, any_match::as_changed_match);
    target!(any_records_of_extreme_gammon_are_read_or_refused, any_match::as_xg);
    target!(changed_records_of_extreme_gammon_are_read_or_refused, any_match::as_changed_xg);
    target!(any_text_tells_of_a_match_or_not, any_match::as_told);
    target!(any_record_of_a_game_is_read_or_refused, |text: &[u8]| {
        drop(PlainTrax::UNLIMITED.transcripts(&String::from_utf8_lossy(text)));
    });
    target!(any_match_equities_are_read_or_refused, |text: &[u8]| {
        any_match::as_match_equities(text);
    });
    target!(any_bytes_of_hypergammon_are_read_or_refused, any_hypergammon::as_hypergammon);
    target!(any_weights_are_read_or_refused, |script: &[u8]| {
        any_hypergammon::as_network(script);
    });
    target!(any_table_is_read_or_refused, |script: &[u8]| {
        any_own_file::as_own_file(script);
    });
}

/// The contest of Daihinmin: messages of its protocol, and records.
mod cards {
    use super::any_message;

    target!(any_messages_are_answered_legally_or_refused, any_message::as_messages);
    target!(any_answers_end_a_match, any_message::as_answers);
    target!(any_text_is_a_record_or_refused, any_message::as_text);
}

/// Answers of programs that are judged.
mod examinees {
    use super::any_answers;

    target!(any_answers_are_read_or_refused, any_answers::as_answers);
}

/// Requests to the server.
mod service {
    use super::any_request;

    target!(any_request_is_answered, |request: &[u8]| {
        any_request::as_request(request);
    });
}
