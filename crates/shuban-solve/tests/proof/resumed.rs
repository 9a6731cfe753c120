//! Searches that go on from checkpoints that lie.

use crate::forge::script;
use crate::forged_checkpoints::{INFINITE, Stopped, Verdict};

/// How many checkpoints of each search are forged.
const SCRIPTS: u64 = 100;

#[test]
fn a_search_that_goes_on_from_a_forged_checkpoint_proves_nothing_false() {
    let all = Stopped::all();
    let each = |stopped: &Stopped| {
        (0..SCRIPTS).map(|number| stopped.forged(&script(5, number))).collect::<Vec<_>>()
    };
    let verdicts: Vec<Verdict> = all.iter().flat_map(each).collect();
    let of = |verdict| verdicts.iter().filter(|found| **found == verdict).count();
    let [misled, unproven] = [true, false].map(|is_false| of(Verdict::Unproven { is_false }));
    let [unwritten, refused, passed] =
        [Verdict::Unwritten, Verdict::Refused, Verdict::True].map(of);
    println!(
        "checkpoints: {refused} refused, {passed} true, {misled} false and {unproven} true without \
         a proof and not to be proven, {unwritten} cannot be written"
    );
    let most = verdicts.len();
    assert!(refused > most / 20 && passed > most / 5 && misled > most / 20);
}

#[test]
fn a_root_that_is_said_to_be_won_and_is_not_has_no_proof() {
    assert_eq!(Stopped::with_root(0, INFINITE), Verdict::Unproven { is_false: true });
    assert_eq!(Stopped::with_root(INFINITE, 0), Verdict::True);
    assert_eq!(Stopped::with_root(3, 5), Verdict::True);
}

#[test]
fn numbers_that_no_position_has_are_refused() {
    for (phi, delta) in [(0, 1), (7, 0), (7, INFINITE), (INFINITE, 1), (INFINITE, INFINITE)] {
        assert_eq!(Stopped::with_root(phi, delta), Verdict::Refused, "{phi} {delta}");
    }
}
