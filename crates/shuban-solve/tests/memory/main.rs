//! Builds take no more memory than estimated or allowed; streaming, for any size of layer. A ledger
//! takes no more than is allowed, with any content.
//!
//! A program of its own: concurrent tests would allocate too.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hash_walk::HashWalk;
use numbers::Numbers;
use peak_alloc::PeakAlloc;
use shuban_core::{LayerId, Progress, Silent};
use shuban_solve::proof::ProofLedger;
use shuban_solve::{
    BuildOptions, EndlessPlay, Error, Retrograde, RetrogradeWithEndlessPlay, Solver, Tabulation,
    build, estimate, tally,
};
use shuban_store::{Disk, FileSystem};
use shuban_store_testing::MemoryDisk;
use shuban_trax::{Lines, Trax};

mod hash_walk;
#[path = "../it/numbers.rs"]
#[expect(dead_code, reason = "other tests use more of it")]
mod numbers;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// Lets one test run at a time, since all of them have one allocator.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the peak memory in use while something is done, more than before it.
fn peak(work: impl FnOnce()) -> u64 {
    ALLOCATED.reset_peak_usage();
    let before = ALLOCATED.current_usage();
    work();
    (ALLOCATED.peak_usage() - before) as u64
}

#[test]
fn a_streamed_layer_takes_a_window_of_memory_and_not_the_layer() {
    const POSITIONS: u64 = 36 << 20;
    let _alone = alone();
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    for (checkpoint, threads) in [(u64::MAX, 1), (u64::MAX, 2), (POSITIONS / 5, 2)] {
        let numbers = Numbers::new([POSITIONS / 4 * 3, 1], 20_000, checkpoint);
        let folder = tempfile::tempdir().unwrap();
        let options = BuildOptions { threads, ..BuildOptions::new(folder.path()) };
        let layer = LayerId(0);
        let estimated =
            estimate(&files, &Tabulation(&numbers), layer, &options).unwrap()[0].clone();
        let taken = peak(|| {
            let report = build(&files, &Tabulation(&numbers), layer, &options, &Silent)
                .unwrap()
                .pop()
                .unwrap();
            assert_eq!(report.positions, POSITIONS);
            assert!(report.bytes <= estimated.disk);
        });
        println!(
            "{taken} bytes taken, {} estimated, {POSITIONS} positions of a byte",
            estimated.memory
        );
        assert!(taken <= estimated.memory, "{taken} bytes, {} estimated", estimated.memory);
        assert!(taken < POSITIONS / 2, "{taken} bytes for {POSITIONS} positions");
        let ledger = folder.path().join("ledger.json");
        let taken = peak(|| {
            tally(&files, &Tabulation(&numbers), layer, &ledger, &options, &Silent).unwrap();
        });
        assert!(taken <= estimated.memory, "{taken} bytes, {} estimated", estimated.memory);
    }
}

/// A phase, and true once it has begun.
struct Phase(&'static str, AtomicBool);

impl Progress for Phase {
    fn phase(&self, what: &str, _: u64) {
        self.1.fetch_or(what == self.0, Ordering::Relaxed);
    }
}

/// Returns the memory that the build of one layer takes, and its estimate.
fn taken(solver: &dyn Solver, memory: u64, progress: &dyn Progress) -> (u64, u64) {
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let folder = tempfile::tempdir().unwrap();
    // Checkpoints take memory too, and on a slow machine they are written.
    let checkpoint_every = Duration::ZERO;
    let folder_options = BuildOptions::new(folder.path());
    let options = BuildOptions { threads: 2, memory, checkpoint_every, ..folder_options };
    let layer = LayerId(0);
    let estimated = estimate(&files, solver, layer, &options).unwrap()[0].memory;
    let taken = peak(|| {
        build(&files, solver, layer, &options, progress).unwrap();
    });
    println!("{}: {taken} bytes taken, {estimated} estimated", solver.name());
    (taken, estimated)
}

#[test]
fn endless_play_is_solved_in_the_memory_that_it_may_use() {
    const POSITIONS: u64 = 1 << 18;
    let _alone = alone();
    let walk = HashWalk::new(POSITIONS, true);
    let endless = |way| RetrogradeWithEndlessPlay { domain: &walk, way };
    // As documented: with room for lists of predecessors, and with a byte less.
    let lists = 18 * POSITIONS + 4 * walk.steps.plays() + (1 << 18);
    for (memory, in_lists) in [(lists, true), (lists - 1, false)] {
        let phase = Phase("retrograde analysis", AtomicBool::new(false));
        let (taken, estimated) = taken(&endless(EndlessPlay::ByMemory), memory, &phase);
        assert_eq!(phase.1.into_inner(), in_lists);
        assert!(taken <= memory && estimated <= memory, "{taken} bytes, {memory} allowed");
    }
    let (taken, estimated) = taken(&endless(EndlessPlay::ByPasses), u64::MAX, &Silent);
    assert!(taken <= estimated, "{taken} bytes, {estimated} estimated");
}

#[test]
fn retrograde_analysis_keeps_to_its_estimate() {
    let _alone = alone();
    let walk = HashWalk::new(1 << 19, false);
    let (taken, estimated) = taken(&Retrograde(&walk), u64::MAX, &Silent);
    assert!(taken <= estimated, "{taken} bytes, {estimated} estimated");
}

#[test]
fn a_proof_ledger_takes_no_more_memory_than_is_granted() {
    const GRANTED: u64 = 8 << 20;
    let _alone = alone();
    let trax = Trax::new(3, Lines::Full).unwrap();
    let (disk, path) = (MemoryDisk::default(), Path::new("/ledger.json"));
    let sound = r#"{"position":"@0+","question":"win","result":"disproven","nodes":0,"seconds":0,
        "runs":0,"leaves":0,"program":"","command":""}"#;
    let rows = r#""game":"trax/3","rows":["#;
    for (before, often, after) in [
        (rows, "[[[]]],", "[]]}"),
        (rows, "{},", "0]}"),
        (rows, &format!("{sound},"), &format!("{sound}]}}")),
        (r#""game":["#, "0,", "0]}"),
        ("", r#""a":[[]],"#, r#""rows":[]}"#),
    ] {
        // As long as one may be.
        let times = GRANTED as usize / 33 / often.len();
        let text = format!("{{\"ledger\":1,{before}{}{after}", often.repeat(times));
        assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{before}{often}{after}");
        disk.put(path, text.into_bytes());
        let taken = peak(|| {
            let read = ProofLedger::read(&trax, &disk.with_memory(GRANTED), path);
            assert!(matches!(read, Err(Error::Ledger { .. })), "{before}{often}");
        });
        println!("{before}{often} {taken} bytes of {GRANTED}");
        assert!(taken <= GRANTED, "{before}{often}: {taken} bytes");
    }
}
