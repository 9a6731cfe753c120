//! What is streamed takes no more memory than it was estimated to, however large the layer.

use std::sync::Arc;

use numbers::Numbers;
use peak_alloc::PeakAlloc;
use shuban_core::{LayerId, Silent};
use shuban_solve::{BuildOptions, Tabulation, build, estimate, tally};
use shuban_store::{Disk, FileSystem};

#[path = "streaming/numbers.rs"]
#[expect(dead_code, reason = "other tests use more of it")]
mod numbers;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// The largest amount of memory in use at once while something is done, more than before it.
fn peak(work: impl FnOnce()) -> u64 {
    ALLOCATED.reset_peak_usage();
    let before = ALLOCATED.current_usage();
    work();
    (ALLOCATED.peak_usage() - before) as u64
}

#[test]
fn a_streamed_layer_takes_a_window_of_memory_and_not_the_layer() {
    const POSITIONS: u64 = 36 << 20;
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    for (checkpoint, threads) in [(u64::MAX, 1), (u64::MAX, 2), (POSITIONS / 5, 2)] {
        let numbers = Numbers::new([POSITIONS / 4 * 3, 1], 20_000, checkpoint);
        let folder = tempfile::tempdir().unwrap();
        let options = BuildOptions { threads, ..BuildOptions::new(folder.path()) };
        let layer = LayerId(0);
        let estimated =
            estimate(&files, &numbers, &Tabulation, layer, &options).unwrap()[0].clone();
        let taken = peak(|| {
            let report = build(&files, &numbers, &Tabulation, layer, &options, &Silent)
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
            tally(&files, &numbers, &Tabulation, layer, &ledger, &options, &Silent).unwrap();
        });
        assert!(taken <= estimated.memory, "{taken} bytes, {} estimated", estimated.memory);
    }
}
