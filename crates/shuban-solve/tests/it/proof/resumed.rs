//! Searches that resume from forged checkpoints.

use std::path::Path;
use std::time::Duration;

use shuban_core::shelf::EmptyShelf;
use shuban_core::solver::SearchSetting;
use shuban_core::{Datum, Silent};
use shuban_search::proof::ProofError;
use shuban_solve::Error;
use shuban_solve::proof::{ProofQuestion, ProofResult, ProofSetting, Prover, ProverAnswer};
use shuban_store_testing::trials;
use shuban_trax::{Lines, Position, Trax};

use super::forged_checkpoints::{INFINITE, Stopped, Verdict};
use crate::forge::script;

/// Number of forged checkpoints of each search.
fn scripts() -> u64 {
    trials(50)
}

#[test]
fn a_search_that_goes_on_from_a_forged_checkpoint_proves_nothing_false() {
    let all = Stopped::all();
    let each = |stopped: &Stopped| {
        (0..scripts()).map(|number| stopped.forged(&script(5, number))).collect::<Vec<_>>()
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

/// Resumes from a checkpoint with these numbers at the root, which white does not win.
fn with_root(phi: u64, delta: u64) -> Verdict {
    let (stopped, bytes) = Stopped::with_root(phi, delta);
    stopped.gone_on(&bytes)
}

#[test]
fn a_root_that_is_said_to_be_won_and_is_not_has_no_proof() {
    assert_eq!(with_root(0, INFINITE), Verdict::Unproven { is_false: true });
    assert_eq!(with_root(INFINITE, 0), Verdict::True);
    assert_eq!(with_root(3, 5), Verdict::True);
}

#[test]
fn numbers_that_no_position_has_are_refused() {
    for (phi, delta) in [(0, 1), (7, 0), (7, INFINITE), (INFINITE, 1), (INFINITE, INFINITE)] {
        assert_eq!(with_root(phi, delta), Verdict::Refused, "{phi} {delta}");
    }
}

#[test]
fn a_false_answer_of_a_checkpoint_tells_its_runs_and_is_not_written_as_a_proof() {
    let folder = tempfile::tempdir().unwrap();
    let [saved, proof] = ["search.checkpoint", "proof.shuban"].map(|name| folder.path().join(name));
    std::fs::write(&saved, Stopped::with_root(0, INFINITE).1).unwrap();
    let (shelf, progress) = (&EmptyShelf, &Silent);
    let (nodes, time) = (None, None);
    let search = SearchSetting { shelf, memory: 16 << 20, threads: 1, nodes, time, progress };
    let trax = Trax::new(3, Lines::Full).unwrap();
    let solve = |proof: Option<&Path>| {
        let setting = ProofSetting {
            asked: Some(ProofQuestion::Win),
            checkpoint: Some((saved.clone(), Duration::from_secs(60))),
            proof: proof.map(Path::to_owned),
            ..ProofSetting::default()
        };
        Prover::new(&trax, &setting, search).solve(&Position::START)
    };
    assert!(matches!(solve(Some(&proof)), Err(Error::Proof(ProofError::Unproven))));
    assert!(!proof.exists());
    let ProverAnswer { answer, asked } = solve(None).unwrap();
    assert_eq!((asked[0].result, asked[0].has_proof), (Some(ProofResult::Proven), false));
    let Some(Datum::List(questions)) = answer.extras.get("questions") else { panic!("questions") };
    let Datum::Object(members) = &questions[0] else { panic!("an object") };
    let told = |name: &str| members.iter().find(|member| member.0 == name).unwrap().1.to_string();
    // Saved twice before: by the forged search, and by the one that had no proof.
    assert_eq!(["result", "runs"].map(told), ["proven", "3"]);
}
