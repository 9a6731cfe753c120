//! Bounded runs of the fuzz targets.
//!
//! A program of its own: concurrent tests would allocate too.

mod board_proofs;
#[path = "../../../../fuzz/corpus.rs"]
mod corpus;
mod lies;
mod proofs;
mod truth;

#[path = "../../../shuban-solve/tests/it/forge.rs"]
mod forge;

use peak_alloc::PeakAlloc;
use shuban_store_testing::trials;

use crate::board_proofs::{BoardProofs, BoardVerdict};
use crate::corpus::kept;
use crate::forge::script;
use crate::proofs::{Proofs, Verdict};

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// Number of forged proofs.
fn scripts() -> u64 {
    trials(2_000)
}

#[test]
fn whatever_sound_checksums_cover_a_proof_that_is_accepted_is_true() {
    let proofs = Proofs::all();
    let before = ALLOCATED.current_usage();
    ALLOCATED.reset_peak_usage();
    let verdicts: Vec<Verdict> =
        (0..scripts()).map(|number| proofs.forged(&script(4, number))).collect();
    let count = |is: &dyn Fn(&Verdict) -> bool| verdicts.iter().filter(|found| is(found)).count();
    let unwritten = count(&|found| *found == Verdict::Unwritten);
    let unopened = count(&|found| *found == Verdict::Unopened);
    let refused = count(&|found| matches!(found, Verdict::Refused { .. }));
    let lies = count(&|found| matches!(found, Verdict::Refused { is_false: Some(true) }));
    let accepted = count(&|found| matches!(found, Verdict::True { .. }));
    let others = count(&|found| *found == Verdict::True { is_other: true });
    println!(
        "{unwritten} cannot be written, {unopened} are not opened, {refused} are refused, of which \
         {lies} claim what is false, {accepted} are accepted and true, {others} of them say \
         something else than the proof that they were made from"
    );
    let most = scripts() as usize;
    assert!(unopened > most / 10 && refused > most / 5 && unopened + refused > most / 2);
    // Enough of them are checked, and some are still proofs, of something else.
    assert!(lies > most / 10 && accepted > most / 30 && others > most / 100);
    for script in kept("searches::only_true_proofs_are_accepted") {
        proofs.forged(&script);
    }
    only_true_boards_are_accepted();
    let peak = ALLOCATED.peak_usage() - before;
    println!("{} KiB of memory at most", peak >> 10);
    assert!(peak < 64 << 20, "{peak} bytes");
}

fn only_true_boards_are_accepted() {
    let proofs = BoardProofs::all();
    let verdicts: Vec<BoardVerdict> =
        (0..scripts()).map(|number| proofs.forged(&script(5, number))).collect();
    let count = |is: BoardVerdict| verdicts.iter().filter(|found| **found == is).count();
    let unopened = count(BoardVerdict::Unopened);
    let [lies, refused] = [true, false].map(|is_false| count(BoardVerdict::Refused { is_false }));
    let [others, accepted] = [true, false].map(|is_other| count(BoardVerdict::True { is_other }));
    println!(
        "of boards {unopened} are not opened, {} are refused, of which {lies} claim what is false, {} \
         are accepted and true, {others} of them say something else than the proof that they were \
         made from",
        refused + lies,
        accepted + others
    );
    let most = scripts() as usize;
    assert!(unopened > most / 10 && refused + lies > most / 5 && lies > most / 10);
    assert!(accepted + others > most / 30 && others > most / 100);
    for script in kept("searches::only_true_boards_are_accepted") {
        proofs.forged(&script);
    }
}
