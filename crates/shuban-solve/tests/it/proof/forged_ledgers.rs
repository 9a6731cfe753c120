//! Ledgers with false contents.

use shuban_solve::Error;
use shuban_store_testing::trials;

use super::any_ledger::{SoundRows, Told, solve, sound};
use super::forged_checkpoints::Stopped;
use crate::corpus::kept;
use crate::forge::script;
use crate::truth::Truth;

/// Number of forged ledgers.
fn scripts() -> u64 {
    trials(120)
}

#[test]
fn a_forged_ledger_is_refused_or_named_wherever_an_answer_rests_on_it() {
    let sound = SoundRows::new();
    let all: Vec<Told> = (0..scripts()).map(|number| sound.forged(&script(6, number))).collect();
    let refused = all.iter().filter(|told| told.refused).count();
    let proofs = all.iter().filter(|told| told.has_proof).count();
    let truths: usize = all.iter().map(|told| told.truths).sum();
    let lies: usize = all.iter().map(|told| told.lies).sum();
    println!(
        "ledgers: {refused} refused, {truths} answers true, {lies} false and said to rest on the \
         ledger, {proofs} proofs without one"
    );
    let most = scripts() as usize;
    assert!(refused > most / 10 && truths > most / 10 && lies > most / 20 && proofs < most / 10);
}

#[test]
fn what_was_found_by_coverage_proves_nothing_false() {
    let (sound, all) = (SoundRows::new(), Stopped::all());
    for script in kept("searches::go_on_from_any_ledger") {
        sound.forged(&script);
    }
    for input in kept("searches::go_on_from_any_checkpoint") {
        if let Some((&number, script)) = input.split_first() {
            all[usize::from(number) % all.len()].forged(script);
        }
    }
}

#[test]
fn a_ledger_takes_no_more_memory_than_a_search_may() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.json");
    let document = sound(&mut Truth::of("trax/3").unwrap());
    let long = format!("{document}{}", " ".repeat(1 << 20));
    std::fs::write(&path, &long).unwrap();
    let Err(Error::Store(error)) = solve(&path, None, 16 << 20) else { panic!("too long") };
    assert!(matches!(error, shuban_store::Error::Memory { .. }), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), long);
    assert_eq!(solve(&path, None, 64 << 20).unwrap().source.as_deref(), Some("search"));
}
