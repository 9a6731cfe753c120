//! Checkpoints of proof search's table.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::maze::{Maze, ROOT, large, question, slow};
use shuban_core::provable::{Question, value_by_rules};
use shuban_core::{Game, Progress, Silent};
use shuban_search::proof::{
    Knowledge, ProofError, ProofOptions, ProofOutcome, prove, prove_knowing,
};
use shuban_solve::proof::{CheckpointError, ProofCheckpoint};
use shuban_store::{Disk, FileSystem};

/// Interrupts the work immediately.
struct CallOff;

impl Progress for CallOff {
    fn interrupted(&self) -> bool {
        true
    }
}

fn checkpoint(files: &Arc<dyn FileSystem>, path: &Path, question: Question) -> ProofCheckpoint {
    ProofCheckpoint::new(
        files.clone(),
        path.to_owned(),
        &large(),
        &ROOT,
        question,
        Duration::from_secs(60),
    )
}

#[test]
fn a_search_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.shuban");
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let win = question(0, 1);
    let saved = checkpoint(&files, &path, win);
    let whole = prove(&large(), &ROOT, win, &slow(), None, &Silent).unwrap();
    assert!(whole.nodes > 400, "{}", whole.nodes);

    let most = whole.nodes / 2;
    let first = ProofOptions { nodes: Some(most), ..slow() };
    let half = prove(&large(), &ROOT, win, &first, Some(&saved), &Silent).unwrap();
    assert!(matches!(half.outcome, ProofOutcome::Unknown { .. }));
    assert!(path.exists());

    // Other memory, and another number of threads.
    let second = ProofOptions { memory: 1 << 20, threads: 2, ..slow() };
    let rest = prove(&large(), &ROOT, win, &second, Some(&saved), &Silent).unwrap();
    assert_eq!(rest.outcome, whole.outcome);
    assert!(rest.nodes < whole.nodes * 3 / 4, "{} of {}", rest.nodes, whole.nodes);

    // A checkpoint of another question is not used, and a damaged one is refused.
    let other = prove(
        &large(),
        &ROOT,
        question(0, 0),
        &slow(),
        Some(&checkpoint(&files, &path, question(0, 0))),
        &Silent,
    );
    let Err(ProofError::Keeper(other)) = other else { panic!("{other:?}") };
    assert!(other.is::<CheckpointError>(), "{other}");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let damaged = prove(&large(), &ROOT, win, &slow(), Some(&saved), &Silent);
    let Err(ProofError::Keeper(damaged)) = damaged else { panic!("{damaged:?}") };
    assert!(damaged.is::<shuban_store::Error>(), "{damaged}");
}

#[test]
fn a_search_that_is_called_off_leaves_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.shuban");
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    // So large that the search cannot end before it is interrupted.
    let endless = Maze { seed: 3, plies: 4_000, width: 1 << 40 };
    let saved = ProofCheckpoint::new(
        files,
        path.clone(),
        &endless,
        &ROOT,
        question(0, 1),
        Duration::from_secs(60),
    );
    let options = ProofOptions { nodes: Some(3_000_000), ..slow() };
    let proved = prove(&endless, &ROOT, question(0, 1), &options, Some(&saved), &CallOff).unwrap();
    if let ProofOutcome::Unknown { .. } = proved.outcome {
        assert!(path.exists());
    }
}

#[test]
fn a_checkpoint_remembers_that_what_it_holds_may_rest_on_answers_of_others() {
    let (maze, win) = (large(), question(0, 1));
    let whole = prove(&maze, &ROOT, win, &slow(), None, &Silent).unwrap();
    let mut plays = Vec::new();
    maze.plays(&ROOT, (), &mut plays);
    let after = plays[0].after;
    let known = [(after, value_by_rules(&maze, &after, &win, u32::MAX).unwrap())];
    let folder = tempfile::tempdir().unwrap();
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let saved = checkpoint(&files, &folder.path().join("proof.shuban"), win);
    let few = ProofOptions { nodes: Some(1), ..slow() };
    let knowledge = Knowledge { leaves: &known, ..Knowledge::default() };
    prove_knowing(&maze, &ROOT, win, knowledge, &few, Some(&saved), &Silent).unwrap();
    let resumed = prove(&maze, &ROOT, win, &slow(), Some(&saved), &Silent).unwrap();
    assert_eq!((resumed.outcome, resumed.known), (whole.outcome, 1));
}
