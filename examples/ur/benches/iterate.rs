//! Iteration over listed successors against iteration that asks the rules at every sweep.

use std::sync::Arc;

use divan::Bencher;
use shuban_core::{LayerId, Silent};
use shuban_solve::{BuildOptions, IterateByBackup, build, estimate};
use shuban_store::{Disk, FileSystem};
use ur::endings::Endings;
use ur::rules::FINKEL;

/// Layer `ur/finkel/5-4` with all that it needs: 105,257 positions, 79,760 of them its own.
const LAYER: LayerId = LayerId(8);

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 3, sample_size = 1, args = ["Listed", "Asked"])]
fn by_backup(bencher: Bencher, way: &str) {
    bencher.with_inputs(|| tempfile::tempdir().expect("a folder")).bench_values(|folder| {
        let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
        let domain = Endings::new(&FINKEL);
        let solver = IterateByBackup(&domain);
        let options = BuildOptions { threads: 1, ..BuildOptions::new(folder.path()) };
        let estimates = estimate(&files, &solver, LAYER, &options).expect("an estimate");
        let least = estimates.iter().map(|estimate| estimate.memory).max().unwrap_or(0);
        let memory = if way == "Listed" { u64::MAX } else { least };
        let options = BuildOptions { memory, ..options };
        build(&files, &solver, LAYER, &options, &Silent).expect("a build")
    });
}
