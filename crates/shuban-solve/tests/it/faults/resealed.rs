//! A bounded run of the fuzz targets.

use shuban_store_testing::trials;

use super::reseal::{Sound, SoundLedger, Verdict};
use crate::ALLOCATED;
use crate::corpus::kept;
use crate::forge::script;

/// Number of forged files of each kind.
fn scripts() -> u64 {
    trials(600)
}

/// Number of forged pieces of work in progress of each kind.
fn work() -> u64 {
    trials(250)
}

/// Number of forged ledgers.
fn ledgers() -> u64 {
    trials(1_000)
}

#[test]
fn whatever_sound_checksums_cover_what_is_verified_is_true() {
    for sound in Sound::all() {
        let verdicts: Vec<Verdict> =
            (0..scripts()).map(|number| sound.forged(&script(1, number))).collect();
        let of = |verdict| verdicts.iter().filter(|found| **found == verdict).count();
        let [unwritten, refused, passed] =
            [Verdict::Unwritten, Verdict::Refused, Verdict::True].map(of);
        let name = sound.kind.name();
        println!("{name}: {refused} refused, {passed} true, {unwritten} cannot be written");
        // Some changes have no effect, as in provenance. A compact file proves nothing by itself.
        let is_compact = name == "compact";
        assert!(refused > scripts() as usize / 2 && (passed > 0) != is_compact, "{name}");
    }
    // For all tests of this program together: no number of a forged file is trusted.
    let peak = ALLOCATED.peak_usage();
    println!("{} MiB of memory at most", peak >> 20);
    assert!(peak < 512 << 20, "{peak} bytes");
}

#[test]
fn a_build_that_goes_on_from_forged_work_publishes_nothing_false_that_is_verified() {
    let mut forged = 0;
    for sound in Sound::all() {
        let verdicts: Vec<Verdict> =
            (0..work()).filter_map(|number| sound.forged_work(&script(2, number))).collect();
        let of = |verdict| verdicts.iter().filter(|found| **found == verdict).count();
        let [unwritten, refused, passed] =
            [Verdict::Unwritten, Verdict::Refused, Verdict::True].map(of);
        let name = sound.kind.name();
        println!("{name}: work: {refused} false, {passed} true, {unwritten} cannot be written");
        // Some values of a shard are checked, and all of a checkpoint.
        assert!(refused == 0 || ["tabulated", "interned"].contains(&name), "{name}");
        forged += verdicts.len() - unwritten;
    }
    assert!(forged > 2 * work() as usize, "{forged}");
}

#[test]
fn a_forged_ledger_is_refused_or_says_nothing_false_of_values() {
    let sound = SoundLedger::new();
    let passed = (0..ledgers()).filter(|&number| sound.forged(&script(3, number))).count();
    println!("ledger: {passed} of {} pass, which say nothing false of values", ledgers());
    assert!((1..ledgers() as usize / 2).contains(&passed), "{passed}");
}

#[test]
fn what_was_found_by_coverage_is_refused_or_true() {
    let all = Sound::all();
    each(&all, "files::only_true_ones_are_verified", |sound, script| {
        sound.forged(script);
    });
    each(&all, "files::builds_go_on_from_any_work", |sound, script| {
        sound.forged_work(script);
    });
    let ledger = SoundLedger::new();
    kept("files::only_true_ledgers_agree").iter().for_each(|script| {
        ledger.forged(script);
    });
}

/// Gives the kept inputs of a target to the kinds that their first bytes select.
fn each(all: &[Sound], target: &str, forge: impl Fn(&Sound, &[u8])) {
    for input in kept(target) {
        if let Some((&kind, script)) = input.split_first() {
            forge(&all[usize::from(kind) % all.len()], script);
        }
    }
}
