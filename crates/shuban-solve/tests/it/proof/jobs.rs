//! Questions that several processes answer together, by jobs and a ledger.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use shuban_core::shelf::EmptyShelf;
use shuban_core::solver::SearchSetting;
use shuban_core::{Present, Progress, Silent};
use shuban_solve::Error;
use shuban_solve::proof::{LedgerSetting, ProofSetting, Prover};
use shuban_trax::{Lines, Trax};

/// Solves a position; returns the value, with other processes if there is a number of plies.
fn solve(
    size: usize,
    text: &str,
    (ledger, with_others): (&Path, Option<u32>),
    nodes: Option<u64>,
    progress: &dyn Progress,
) -> Result<String, Error> {
    let game = Trax::new(size, Lines::Full).unwrap();
    let (path, flags) = (ledger.to_owned(), String::new());
    let ledger = Some(LedgerSetting { path, flags, worth_keeping: 1000 });
    let proof = ProofSetting { ledger, with_others, ..ProofSetting::default() };
    let shelf = &EmptyShelf;
    let setting =
        SearchSetting { shelf, memory: 16 << 20, threads: 1, nodes, time: None, progress };
    let solved = Prover::new(&game, &proof, setting).solve(&game.read(text).unwrap().position)?;
    Ok(solved.answer.value.unwrap().get("value").unwrap().to_string())
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Counts what is searched.
#[derive(Default)]
struct Counting(AtomicUsize);

impl Progress for Counting {
    fn layer(&self, _: &str, _: usize, _: usize) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn the_answer_does_not_depend_on_how_many_work_on_it() {
    for (size, text, plies) in
        [(4, "start", 1), (4, "start", 3), (5, "start", 2), (4, "@0/ A0\\", 1), (2, "start", 2)]
    {
        let folder = tempfile::tempdir().unwrap();
        let alone = solve(size, text, (&folder.path().join("alone"), None), None, &Silent);
        let (alone, path) = (alone.unwrap(), folder.path().join("shared"));
        let workers = [Counting::default(), Counting::default(), Counting::default()];
        std::thread::scope(|scope| {
            for worker in &workers {
                let (path, alone) = (&path, &alone);
                scope.spawn(move || {
                    let value = solve(size, text, (path, Some(plies)), None, worker).unwrap();
                    assert_eq!(&value, alone, "trax/{size} {text}, {plies} plies");
                });
            }
        });
        assert_eq!(names(folder.path()), ["alone", "shared"].map(String::from).into());
        // Who comes later finds the answer.
        let later = Counting::default();
        solve(size, text, (&path, Some(plies)), None, &later).unwrap();
        assert_eq!(later.0.into_inner(), 0);
    }
}

#[test]
fn jobs_are_tried_as_far_as_allowed_and_what_was_tried_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("ledger");
    let few = solve(6, "start", (&ledger, Some(1)), Some(900), &Silent).unwrap();
    assert_eq!(few, "unknown");
    let tried = folder.path().join("ledger.tried");
    let rows = |path: &Path| {
        let text = std::fs::read(path).unwrap();
        let document: serde_json::Value = serde_json::from_slice(&text).unwrap();
        document["tried"].as_array().unwrap().clone()
    };
    let before = rows(&tried);
    assert!(!before.is_empty() && before.iter().all(|row| row["nodes"] == 900), "{before:?}");
    // Nothing is tried again by the same limit.
    let again = Counting::default();
    solve(6, "start", (&ledger, Some(1)), Some(900), &again).unwrap();
    assert_eq!(again.0.into_inner(), 2, "the start alone, for both questions");
    assert_eq!(rows(&tried), before);
    std::fs::write(&tried, "{}").unwrap();
    let error = solve(6, "start", (&ledger, Some(1)), Some(1000), &Silent).unwrap_err();
    assert!(matches!(error, Error::Ledger { .. }), "{error}");
}
