//! A build stays within the memory that it was estimated to take.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use peak_alloc::PeakAlloc;
use shuban_core::{Domain, LayerId, Silent};
use shuban_gammon::bearoff::{OneSidedBearOff, TwoSidedBearOff};
use shuban_gammon::money::MoneyRaces;
use shuban_gammon::{Contact, Variant};
use shuban_solve::{
    BuildOptions, CertifyBySweep, Error, Retrograde, Scratch, Solver, Tabulation, VerifyOptions,
    build, estimate, layer_named, verify,
};
use shuban_store::{Disk, FileSystem};

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

fn options(data: PathBuf, memory: u64) -> BuildOptions {
    BuildOptions { memory, checkpoint_every: Duration::from_millis(200), ..BuildOptions::new(data) }
}

fn build_stays_within_its_estimate<D: Domain>(domain: &D, solver: &dyn Solver, name: &str) {
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let layer = layer_named(domain, name).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_owned();

    let estimates = estimate(&files, solver, layer, &options(data.clone(), u64::MAX)).unwrap();
    let needed = estimates.iter().map(|estimate| estimate.memory).max().unwrap();
    let disk = estimates.iter().map(|estimate| estimate.disk).sum::<u64>();

    let refused = options(data.clone(), needed - 1);
    let error = build(&files, solver, layer, &refused, &Silent).unwrap_err();
    assert!(matches!(error, Error::Memory { .. }), "{error}");
    assert_eq!(std::fs::read_dir(&data).unwrap().count(), 0, "refused, and yet it wrote something");

    ALLOCATED.reset_peak_usage();
    let before = ALLOCATED.current_usage();
    let reports = build(&files, solver, layer, &options(data.clone(), needed), &Silent).unwrap();
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
    if domain.interns() && domain.layers()[layer.0].parts[0].positions.unwrap() > 10_000 {
        // The dictionary alone takes more.
        let verified = verify(&files, solver, layer, &by_rules, &Silent);
        assert!(matches!(verified, Err(Error::Memory { .. })), "{verified:?}");
        return;
    }
    verifying_stays_within(domain, solver, layer, &by_rules);
    if solver.by_sweeps().is_some() {
        let by_sweeps = VerifyOptions { memory: 0, by_rules: 1_000, ..by_rules };
        let refused = verify(&files, solver, layer, &by_sweeps, &Silent).unwrap_err();
        let Error::Memory { needed: memory, .. } = refused else { panic!("{refused}") };
        assert!(memory < needed, "verifying takes no more than building");
        let by_sweeps = VerifyOptions { memory, ..by_sweeps };
        verifying_stays_within(domain, solver, layer, &by_sweeps);
    }
}

/// The same with the numbers of layers on the disk, in as little memory as possible: those of two parts
/// that read each other, and of one that reads itself and has more than go through memory in one piece.
fn builds_on_disk_stay_within_their_estimates() {
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let domain = Contact::new(Variant::by_name("half-gammon").unwrap());
    let solver = CertifyBySweep(&domain);
    let folder = tempfile::tempdir().unwrap();
    let in_memory = options(folder.path().to_owned(), u64::MAX);
    let layer = |name| layer_named(&domain, name).unwrap();
    let names = ["half-gammon/contact-4-3", "half-gammon/contact-4-4"];
    // The last one needs the other.
    let built = build(&files, &solver, layer(names[1]), &in_memory, &Silent).unwrap();
    for name in names {
        let layer = layer(name);
        let on_disk = BuildOptions { scratch: always(), rebuild: true, ..in_memory.clone() };
        let needed = estimate(&files, &solver, layer, &on_disk).unwrap().pop().unwrap().memory;
        ALLOCATED.reset_peak_usage();
        let before = ALLOCATED.current_usage();
        let on_disk = BuildOptions { memory: needed, ..on_disk };
        let again = build(&files, &solver, layer, &on_disk, &Silent).unwrap().pop().unwrap();
        let taken = (ALLOCATED.peak_usage() - before) as u64;
        println!("{name}: {taken} bytes taken on the disk, {needed} estimated");
        assert!(taken <= needed, "{name} took {taken} bytes, estimated {needed}");
        assert!(built.iter().any(|report| report.content_hash == again.content_hash), "{name}");
        let by_sweeps = VerifyOptions {
            threads: 2,
            memory: needed,
            scratch: always(),
            by_rules: 1_000,
            ..VerifyOptions::new(folder.path().to_owned())
        };
        verifying_stays_within(&domain, &solver, layer, &by_sweeps);
    }
}

fn always() -> Scratch {
    Scratch { always: true, folder: None }
}

fn verifying_stays_within<D: Domain>(
    domain: &D,
    solver: &dyn Solver,
    layer: LayerId,
    options: &VerifyOptions,
) {
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    ALLOCATED.reset_peak_usage();
    let before = ALLOCATED.current_usage();
    let verified = verify(&files, solver, layer, options, &Silent).unwrap();
    assert_eq!(verified.failure, None);
    let taken = (ALLOCATED.peak_usage() - before) as u64;
    let (name, memory) = (&domain.layers()[layer.0].name, options.memory);
    println!("{name}: {taken} bytes taken to verify, {memory} allowed");
    assert!(
        taken <= memory + (1 << 20),
        "{name} took {taken} bytes to verify, {memory} were allowed"
    );
}

/// One test, so that nothing else allocates at the same time.
#[test]
fn a_build_takes_no_more_memory_than_estimated_and_is_refused_if_that_is_too_much() {
    for (variant, name) in
        [("half-gammon", "half-gammon/contact-4-2"), ("backgammon", "backgammon/contact-2-2")]
    {
        let domain = Contact::new(Variant::by_name(variant).unwrap());
        build_stays_within_its_estimate(&domain, &CertifyBySweep(&domain), name);
    }
    builds_on_disk_stay_within_their_estimates();
    let alone = OneSidedBearOff::new(Variant::by_name("backgammon").unwrap());
    build_stays_within_its_estimate(&alone, &Retrograde(&alone), "backgammon/bearoff");
    let race = TwoSidedBearOff::new(Variant::by_name("half-gammon").unwrap()).unwrap();
    build_stays_within_its_estimate(&race, &Retrograde(&race), "half-gammon/bearoff2");
    let races = MoneyRaces::all(&Variant::by_name("backgammon").unwrap());
    build_stays_within_its_estimate(&races[0], &Tabulation(&races[0]), "backgammon/race-7x4");
}
