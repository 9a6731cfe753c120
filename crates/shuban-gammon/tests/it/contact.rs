//! Contact layers from the rules to files and back, against published values.

use std::path::Path;
use std::sync::Arc;

use shuban_core::erased::PartIndex;
use shuban_core::{Domain, Game, Interval, LayerId, ONE, Silent};
use shuban_gammon::{Contact, Variant};
use shuban_solve::{
    BuildOptions, CertifyBySweep, DEFAULT_WIDTH, IterateByBackup, OpenLayer, Solver, VerifyOptions,
    build, layer_named, verify,
};
use shuban_store::{Disk, FileSystem};

fn contact(variant: &str) -> Contact {
    Contact::new(Variant::by_name(variant).unwrap())
}

fn disk() -> Arc<dyn FileSystem> {
    Arc::new(Disk::default())
}

fn options(data: &Path, threads: usize) -> BuildOptions {
    BuildOptions { threads, ..BuildOptions::new(data) }
}

/// Builds a layer and all it needs; returns its content hash.
fn built(domain: &Contact, name: &str, solver: &dyn Solver, data: &Path, threads: usize) -> String {
    let layer = layer_named(domain, name).unwrap();
    let reports = build(&disk(), solver, layer, &options(data, threads), &Silent).unwrap();
    reports.last().unwrap().content_hash.clone()
}

fn value(domain: &Contact, data: &Path, layer: &str, position: &str) -> Interval {
    let layer: LayerId = layer_named(domain, layer).unwrap();
    let open = OpenLayer::open(&disk(), data, domain, layer).unwrap();
    let position = domain.game().parse(position).unwrap();
    open.value(&position).unwrap().unwrap()
}

/// Compares stored intervals with published values, of n decimals.
fn agrees(domain: &Contact, data: &Path, published: &[(&str, &str, f64)], decimals: i32) {
    for &(layer, position, expected) in published {
        let found = value(domain, data, layer, position);
        let slack = 0.5 * 10f64.powi(-decimals);
        let (lower, upper) =
            (f64::from(found.lower) / f64::from(ONE), f64::from(found.upper) / f64::from(ONE));
        assert!(
            lower - slack <= expected && expected <= upper + slack,
            "{position}: {lower}..{upper}"
        );
        assert!(found.width() <= DEFAULT_WIDTH, "{position} is {} wide", found.width());
    }
}

#[test]
fn half_gammon_agrees_with_published_values() {
    let domain = contact("half-gammon");
    let data = tempfile::tempdir().unwrap();
    built(&domain, "half-gammon/contact-3-3", &CertifyBySweep(&domain), data.path(), 2);
    let published = [
        ("half-gammon/contact-1-1", "bar|bar", 0.139_012_314_7),
        ("half-gammon/contact-1-1", "12|12", 0.260_122_532_2),
        ("half-gammon/contact-1-1", "11|10", -0.023_881_582_4),
        ("half-gammon/contact-3-3", "10,11,12|10,11,12", 0.059_135_139_2),
    ];
    agrees(&domain, data.path(), &published, 10);
}

#[test]
fn backgammon_agrees_with_published_values() {
    let domain = contact("backgammon");
    let data = tempfile::tempdir().unwrap();
    built(&domain, "backgammon/contact-2-1", &CertifyBySweep(&domain), data.path(), 2);
    let published = [
        ("backgammon/contact-1-1", "24|24", 0.203_165_448_4),
        ("backgammon/contact-1-1", "bar|bar", 0.169_641_313_1),
    ];
    agrees(&domain, data.path(), &published, 10);
}

#[test]
fn bytes_do_not_depend_on_threads() {
    let domain = contact("half-gammon");
    let mut files = Vec::new();
    for threads in [1, 2, 5] {
        let data = tempfile::tempdir().unwrap();
        built(&domain, "half-gammon/contact-2-2", &CertifyBySweep(&domain), data.path(), threads);
        files.push(std::fs::read(data.path().join("half-gammon/contact-2-2.shuban")).unwrap());
    }
    assert!(files[0] == files[1] && files[1] == files[2]);
}

/// The hashes change when the solver, the index or the format of values does: knowingly, that is.
#[test]
fn content_hashes_are_the_published_ones() {
    let golden = [
        (
            "half-gammon",
            "half-gammon/contact-2-1",
            "57041363d53e8b11eb3db4dbc63ddc2c1284bd2084126b5f193d90175d54b78b",
        ),
        (
            "half-gammon",
            "half-gammon/contact-2-2",
            "362cce50ca7c0204f0073a90710a86f953a4e9dc6fae2b321e1f00994ebbfb91",
        ),
        (
            "backgammon",
            "backgammon/contact-1-1",
            "bbebf99f95a3a76d5ae0d4c5a720c851f6e3f3a464318545c9eb45dd46a67a31",
        ),
    ];
    for (variant, layer, hash) in golden {
        let data = tempfile::tempdir().unwrap();
        assert_eq!(
            built(&contact(variant), layer, &CertifyBySweep(&contact(variant)), data.path(), 2),
            hash,
            "{layer}"
        );
    }
}

#[test]
fn sweeps_and_plain_backups_enclose_the_same_values() {
    let domain = contact("half-gammon");
    let (by_sweep, by_backup) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let name = "half-gammon/contact-2-1";
    built(&domain, name, &CertifyBySweep(&domain), by_sweep.path(), 2);
    built(&domain, name, &IterateByBackup(&domain), by_backup.path(), 2);
    let layer = layer_named(&domain, name).unwrap();
    let open = |data: &Path| OpenLayer::open(&disk(), data, &domain, layer).unwrap();
    let (one, other) = (open(by_sweep.path()), open(by_backup.path()));
    for part in 0..2 {
        for (a, b) in one.values(part).unwrap().into_iter().zip(other.values(part).unwrap()) {
            assert!(a.lower <= b.upper && b.lower <= a.upper, "{a:?} and {b:?} do not meet");
        }
    }
}

#[test]
fn every_value_is_rederived_by_the_rules_alone() {
    for (variant, name) in [("half-gammon", "contact-2-2"), ("mini-gammon", "contact-2-1")] {
        let domain = contact(variant);
        let data = tempfile::tempdir().unwrap();
        let name = format!("{variant}/{name}");
        built(&domain, &name, &CertifyBySweep(&domain), data.path(), 2);
        let layer = layer_named(&domain, &name).unwrap();
        let options =
            VerifyOptions { threads: 2, memory: 1 << 30, ..VerifyOptions::new(data.path()) };
        let verified = verify(&disk(), &CertifyBySweep(&domain), layer, &options, &Silent).unwrap();
        assert_eq!(verified.failure, None);
        let positions =
            domain.layers()[layer.0].parts.iter().filter_map(|part| part.positions).sum::<u64>();
        assert_eq!(verified.positions, positions);
        assert!(verified.leaving_rounds.is_some());
    }
}

#[test]
fn play_leaves_every_layer_in_as_many_rounds_as_published() {
    let domain = contact("half-gammon");
    let data = tempfile::tempdir().unwrap();
    let layer = layer_named(&domain, "half-gammon/contact-3-3").unwrap();
    let reports =
        build(&disk(), &CertifyBySweep(&domain), layer, &options(data.path(), 2), &Silent).unwrap();
    let rounds = |name: &str| {
        let report = reports.iter().find(|report| report.name.ends_with(name)).unwrap();
        assert_eq!(report.facts["leaving_proven"], true);
        report.facts["leaving_rounds"].as_u64().unwrap()
    };
    assert_eq!(["1-1", "2-1", "2-2", "3-3"].map(rounds), [3, 4, 5, 10]);
}

#[test]
fn as_many_positions_follow_from_known_values_as_published() {
    let domain = contact("backgammon");
    let data = tempfile::tempdir().unwrap();
    for name in ["backgammon/contact-2-2", "backgammon/contact-3-1"] {
        built(&domain, name, &CertifyBySweep(&domain), data.path(), 2);
    }
    let published = [
        ("backgammon/contact-1-1", &[282][..]),
        ("backgammon/contact-2-1", &[2_302, 2_478]),
        ("backgammon/contact-2-2", &[15_100]),
        ("backgammon/contact-3-1", &[14_950, 17_003]),
    ];
    for (name, valued) in published {
        let layer = layer_named(&domain, name).unwrap();
        let open = OpenLayer::open(&disk(), data.path(), &domain, layer).unwrap();
        let parts = &open.database().manifest().account.parts;
        let found: Vec<u64> =
            parts.iter().map(|part| part.facts["valued"].as_u64().unwrap()).collect();
        assert_eq!(found, valued, "{name}");
    }
}

#[test]
fn sweeps_and_plain_backups_value_the_same_positions() {
    let domain = contact("half-gammon");
    let name = "half-gammon/contact-2-1";
    let layer = layer_named(&domain, name).unwrap();
    let statuses = |solver: &dyn Solver| -> Vec<_> {
        let data = tempfile::tempdir().unwrap();
        built(&domain, name, solver, data.path(), 2);
        let open = OpenLayer::open(&disk(), data.path(), &domain, layer).unwrap();
        let lens = open.indexes().iter().map(PartIndex::len).enumerate();
        lens.flat_map(|(part, len)| (0..len).map(move |rank| (part, rank)))
            .map(|(part, rank)| open.stored().status_at(part, rank).unwrap())
            .collect()
    };
    assert_eq!(statuses(&CertifyBySweep(&domain)), statuses(&IterateByBackup(&domain)));
}

#[test]
fn layers_build_from_those_they_name_alone_however_many_checkers_are_left() {
    let domain = contact("half-gammon");
    let data = tempfile::tempdir().unwrap();
    let name = "half-gammon/contact-6-1";
    built(&domain, name, &CertifyBySweep(&domain), data.path(), 2);
    // An informative bound is stored with slack: a certain win is one less a little.
    let certain = Interval { lower: ONE - 64, upper: ONE };
    // Six checkers on the ace point need two turns at least: the opponent, about to roll with one
    // to go from its own ace point, wins first.
    let won = value(&domain, data.path(), name, "1|1,1,1,1,1,1");
    assert!(certain.contains(won) && won.upper == ONE, "{won:?}");
    // And one with three pips to go wins whatever it rolls, unless it is hit.
    let lost = value(&domain, data.path(), name, "1,1,1,1,1,1|3");
    assert!((-certain).contains(lost) && lost.lower == -ONE, "{lost:?}");
    let layer = layer_named(&domain, name).unwrap();
    let options = VerifyOptions {
        threads: 2,
        memory: 1 << 30,
        sample: Some(20_000),
        ..VerifyOptions::new(data.path())
    };
    let verified = verify(&disk(), &CertifyBySweep(&domain), layer, &options, &Silent).unwrap();
    assert_eq!(verified.failure, None);
}

#[test]
fn a_file_that_is_not_what_was_asked_for_is_built_again() {
    let domain = contact("half-gammon");
    let data = tempfile::tempdir().unwrap();
    let layer = layer_named(&domain, "half-gammon/contact-2-1").unwrap();
    let run = |options: BuildOptions| -> Vec<bool> {
        let reports = build(&disk(), &CertifyBySweep(&domain), layer, &options, &Silent).unwrap();
        reports.into_iter().map(|report| report.built).collect()
    };
    let wide = |width| BuildOptions { width, ..options(data.path(), 2) };
    assert_eq!(run(wide(1 << 20)), [true, true]);
    assert_eq!(run(wide(1 << 20)), [false, false]);
    // A narrower one is wanted: then both, for the second was built from the first.
    assert_eq!(run(wide(DEFAULT_WIDTH)), [true, true]);
    // A file that is narrower than asked will do.
    assert_eq!(run(wide(1 << 20)), [false, false]);
    assert_eq!(run(BuildOptions { rebuild: true, ..wide(1 << 20) }), [false, true]);
    // Damage that shows when the file is opened.
    let first = data.path().join("half-gammon/contact-1-1.shuban");
    let mut bytes = std::fs::read(&first).unwrap();
    bytes.truncate(bytes.len() - 7);
    std::fs::write(&first, bytes).unwrap();
    assert_eq!(run(wide(DEFAULT_WIDTH)), [true, true]);
    assert_eq!(run(wide(DEFAULT_WIDTH)), [false, false]);
}
