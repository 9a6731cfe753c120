//! Builds canonical values in memory and counts the different ones, and who wins:
//!
//! ```text
//! cargo run --release -p shuban-amazons --example canonical_counts -- 8
//! ```
//!
//! Exits with 1 if a count differs from that of a separate program.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use shuban_amazons::{CanonicalRegions, CanonicalValue};
use shuban_cgt::CgtOutcome;
use shuban_core::Silent;
use shuban_solve::{BuildOptions, Error, OpenLayer, Tabulation, build};
use shuban_store::FileSystem;
use shuban_store_testing::MemoryDisk;

/// Different values by size, from 1.
const COUNTS: [usize; 8] = [1, 2, 5, 14, 81, 677, 7_450, 98_832];

fn main() -> Result<ExitCode, Error> {
    let size = std::env::args().nth(1).and_then(|size| size.parse().ok()).unwrap_or(7);
    let Some(layer) = CanonicalRegions::layer(size) else {
        eprintln!("expected the size of the largest regions, 1 to 9");
        return Ok(ExitCode::from(2));
    };
    let started = Instant::now();
    let disk: Arc<dyn FileSystem> = Arc::new(MemoryDisk::default());
    let domain = CanonicalRegions::new();
    build(&disk, &Tabulation(&domain), layer, &BuildOptions::new("/data"), &Silent)?;
    println!("built in {:.1} s", started.elapsed().as_secs_f64());
    let mut agrees = true;
    for size in 1..=size {
        let Some(layer) = CanonicalRegions::layer(size) else { break };
        let open = OpenLayer::open(&disk, Path::new("/data"), &domain, layer)?;
        let mut values: Vec<CanonicalValue> = open.values(0)?;
        let positions = values.len();
        let won = [CgtOutcome::Left, CgtOutcome::Right, CgtOutcome::Next, CgtOutcome::Previous]
            .map(|outcome| values.iter().filter(|value| value.outcome() == outcome).count());
        values.sort_unstable_by_key(CanonicalValue::form);
        values.dedup_by_key(|value| value.form());
        println!(
            "{size}: {positions} positions, {} values, L/R/N/P {} / {} / {} / {}",
            values.len(),
            won[0],
            won[1],
            won[2],
            won[3]
        );
        agrees &= COUNTS.get(size - 1).is_none_or(|&count| count == values.len());
    }
    Ok(if agrees { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
