//! A build stays within the memory that it was estimated to take.

use std::path::PathBuf;
use std::time::Duration;

use peak_alloc::PeakAlloc;
use shuban_catalog::{Catalog, Error, PlacedLayer};
use shuban_core::Silent;
use shuban_solve::{BuildOptions, Error as SolveError, VerifyOptions};

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

fn options(data: PathBuf, memory: u64) -> BuildOptions {
    BuildOptions { memory, checkpoint_every: Duration::from_millis(200), ..BuildOptions::new(data) }
}

fn build_stays_within_its_estimate(catalog: &Catalog, name: &str, interns: bool, sweeps: bool) {
    let placed = catalog.layer(name).unwrap();
    let PlacedLayer { family, layer, .. } = placed;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_owned();

    let estimates = family.estimate(layer, &options(data.clone(), u64::MAX)).unwrap();
    let needed = estimates.iter().map(|estimate| estimate.memory).max().unwrap();
    let disk = estimates.iter().map(|estimate| estimate.disk).sum::<u64>();

    let refused = options(data.clone(), needed - 1);
    let error = family.build(layer, &refused, &Silent).unwrap_err();
    assert!(matches!(error, Error::Solve(SolveError::Memory { .. })), "{error}");
    assert_eq!(std::fs::read_dir(&data).unwrap().count(), 0, "refused, and yet it wrote something");

    ALLOCATED.reset_peak_usage();
    let before = ALLOCATED.current_usage();
    let reports = family.build(layer, &options(data.clone(), needed), &Silent).unwrap();
    let taken = (ALLOCATED.peak_usage() - before) as u64;
    println!("{name}: {taken} bytes taken, {needed} estimated");
    assert!(taken <= needed, "{name} took {taken} bytes, estimated {needed}");
    assert!(
        needed <= 4 * taken,
        "{name}: an estimate of {needed} for {taken} bytes refuses too much"
    );
    let written = reports.iter().map(|report| report.bytes).sum::<u64>();
    assert!(written <= disk, "{name} wrote {written} bytes, estimated {disk}");

    // Verifying keeps to what it may use, but for a little that does not grow with the tables.
    let memory = 4 << 20;
    let by_rules =
        VerifyOptions { threads: 2, memory, by_rules: u64::MAX, ..VerifyOptions::new(data) };
    if interns && family.layers()[layer.0].parts[0].positions.unwrap() > 10_000 {
        // The dictionary alone takes more.
        let verified = family.verify(layer, None, &by_rules, &Silent);
        let is_refused = matches!(verified, Err(Error::Solve(SolveError::Memory { .. })));
        assert!(is_refused, "{verified:?}");
        return;
    }
    verifying_stays_within(&placed, &by_rules);
    if sweeps {
        let by_sweeps = VerifyOptions { memory: 0, by_rules: 1_000, ..by_rules };
        let refused = family.verify(layer, None, &by_sweeps, &Silent).unwrap_err();
        let Error::Solve(SolveError::Memory { needed: memory, .. }) = refused else {
            panic!("{refused}")
        };
        assert!(memory < needed, "verifying takes no more than building");
        let by_sweeps = VerifyOptions { memory, ..by_sweeps };
        verifying_stays_within(&placed, &by_sweeps);
    }
}

fn verifying_stays_within(placed: &PlacedLayer<'_>, options: &VerifyOptions) {
    ALLOCATED.reset_peak_usage();
    let before = ALLOCATED.current_usage();
    let verified = placed.family.verify(placed.layer, None, options, &Silent).unwrap();
    assert_eq!(verified.failure, None);
    let taken = (ALLOCATED.peak_usage() - before) as u64;
    let (name, memory) = (placed.name(), options.memory);
    println!("{name}: {taken} bytes taken to verify, {memory} allowed");
    assert!(
        taken <= memory + (1 << 20),
        "{name} took {taken} bytes to verify, {memory} were allowed"
    );
}

/// One test, so that nothing else allocates at the same time.
#[test]
fn a_build_takes_no_more_memory_than_estimated_and_is_refused_if_that_is_too_much() {
    let catalog = shuban_games::catalog();
    // Also whether values are interned, and whether there are sweeps.
    for (name, interns, sweeps) in [
        ("half-gammon/contact-3-3", false, true),
        ("half-gammon/contact-4-2", false, true),
        ("backgammon/contact-2-2", false, true),
        ("backgammon/bearoff", true, false),
        ("half-gammon/bearoff2", false, false),
        ("backgammon/race-7x4", false, false),
    ] {
        build_stays_within_its_estimate(&catalog, name, interns, sweeps);
    }
}
