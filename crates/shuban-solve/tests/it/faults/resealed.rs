//! A bounded run of the fuzz target.

use std::path::Path;

use shuban_core::{LayerId, Silent};
use shuban_solve::{BuildOptions, Ledger, Tabulation, VerifyOptions, build, tally, verify_ledger};
use shuban_store_testing::MemoryDisk;

use super::kinds::files;
use super::reseal::{Sound, Verdict};
use crate::ALLOCATED;
use crate::forge::{Script, change_member, script};
use crate::numbers::Numbers;

/// Number of forged files of each kind.
const SCRIPTS: u64 = 2_000;

#[test]
fn whatever_sound_checksums_cover_what_is_verified_is_true() {
    for sound in Sound::all() {
        let verdicts: Vec<Verdict> =
            (0..SCRIPTS).map(|number| sound.forged(&script(1, number))).collect();
        let of = |verdict| verdicts.iter().filter(|found| **found == verdict).count();
        let [unwritten, refused, passed] =
            [Verdict::Unwritten, Verdict::Refused, Verdict::True].map(of);
        let name = sound.kind.name();
        println!("{name}: {refused} refused, {passed} true, {unwritten} cannot be written");
        // Some changes have no effect, as in provenance.
        assert!(refused > SCRIPTS as usize / 2 && passed > 0, "{name}");
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
            (0..SCRIPTS / 4).filter_map(|number| sound.forged_work(&script(2, number))).collect();
        let of = |verdict| verdicts.iter().filter(|found| **found == verdict).count();
        let [unwritten, refused, passed] =
            [Verdict::Unwritten, Verdict::Refused, Verdict::True].map(of);
        let name = sound.kind.name();
        println!("{name}: work: {refused} false, {passed} true, {unwritten} cannot be written");
        // Some values of a shard are checked, and all of a checkpoint.
        assert!(refused == 0 || ["tabulated", "interned"].contains(&name), "{name}");
        forged += verdicts.len() - unwritten;
    }
    assert!(forged > SCRIPTS as usize / 2, "{forged}");
}

#[test]
fn a_forged_ledger_is_refused_or_says_nothing_false_of_values() {
    let (numbers, last) = (Numbers::new([300, 500], 60, 200), LayerId(1));
    let disk = MemoryDisk::default();
    let (options, path) = (BuildOptions::new("/data"), Path::new("/ledgers/layer.json"));
    build(&files(&disk), &Tabulation(&numbers), last, &options, &Silent).unwrap();
    let told = tally(&files(&disk), &Tabulation(&numbers), last, path, &options, &Silent);
    let told = told.unwrap().ledger;
    let sound = disk.contents(path).unwrap();
    let verifying = VerifyOptions { threads: 1, memory: 64 << 20, ..VerifyOptions::new("/data") };
    let mut passed = 0;
    for number in 0..SCRIPTS {
        let mut document = serde_json::from_slice(&sound).unwrap();
        let bytes = script(3, number);
        let mut script = Script(&bytes);
        change_member(&mut document, &mut script);
        disk.put(path, document.to_string().into_bytes());
        let files = files(&disk.with_memory(4 << 20));
        let verified =
            verify_ledger(&files, &Tabulation(&numbers), last, path, &verifying, &Silent);
        if !verified.is_ok_and(|verified| verified.passed) {
            continue;
        }
        passed += 1;
        for (shard, entry) in Ledger::read(&disk, path).unwrap().unwrap().done {
            assert!(entry.agrees(&told.done[&shard]), "script {number}: {document}");
        }
    }
    println!("ledger: {passed} of {SCRIPTS} pass, which say nothing false of values");
    assert!((1..SCRIPTS / 2).contains(&passed), "{passed}");
}
