//! Compact files of contact layers: look-ups, and building other layers from them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use shuban_core::{Domain, Interval, LayerId, ONE, Progress, Silent};
use shuban_gammon::{Contact, Variant};
use shuban_solve::{
    BuildOptions, CertifyBySweep, Error, LayerReport, OpenLayer, Verified, VerifyOptions, build,
    layer_named, verify,
};
use shuban_store::{Disk, FileSystem, compact_path, layer_path};

/// 2⁻¹⁴.
const WIDE: i64 = (ONE >> 14) as i64;

fn disk() -> Arc<dyn FileSystem> {
    Arc::new(Disk::default())
}

/// Half-gammon with wins alone, or with gammons.
fn half_gammon(money: bool) -> Contact {
    let variant = Variant::by_name("half-gammon").unwrap();
    if money { Contact::for_money(variant) } else { Contact::new(variant) }
}

fn built(domain: &Contact, name: &str, options: &BuildOptions) -> Result<Vec<LayerReport>, Error> {
    let layer = layer_named(domain, name)?;
    build(&disk(), &CertifyBySweep(domain), layer, options, &Silent)
}

fn verified(domain: &Contact, name: &str, data: &Path) -> Result<Verified, Error> {
    let layer = layer_named(domain, name)?;
    verify(&disk(), &CertifyBySweep(domain), layer, &VerifyOptions::new(data), &Silent)
}

fn open<'d>(domain: &'d Contact, layer: LayerId, data: &Path) -> OpenLayer<'d, Contact> {
    OpenLayer::open(&disk(), data, domain, layer).unwrap()
}

fn compact(data: &Path) -> BuildOptions {
    BuildOptions { compact: true, ..BuildOptions::new(data) }
}

/// Every value of the compact files contains that of a layer's own; where other layers ask for it,
/// it is the same.
fn holds_what_is_proven(money: bool, name: &str) {
    let domain = half_gammon(money);
    let (plain, few) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let reports = built(&domain, name, &BuildOptions::new(plain.path())).unwrap();
    let compacted = built(&domain, name, &compact(few.path())).unwrap();
    assert_eq!(reports.len(), compacted.len());
    for report in reports {
        let layer = layer_named(&domain, &report.name).unwrap();
        assert!(!layer_path(few.path(), &report.name).unwrap().exists());
        let (own, compact) = (open(&domain, layer, plain.path()), open(&domain, layer, few.path()));
        assert!(compact.is_compact() && !own.is_compact());
        let mut exact = 0;
        for part in 0..own.indexes().len() {
            let exits = domain.exits(shuban_core::PartId { layer, part }).unwrap();
            for rank in 0..own.part_index(part).len() {
                let proven: Interval = own.value_at(part, rank).unwrap();
                let found = compact.value_at(part, rank).unwrap();
                if exits.iter().any(|range| range.contains(&rank)) {
                    assert_eq!(found, proven, "{} rank {rank}", report.name);
                    exact += 1;
                } else {
                    assert!(
                        found.contains(proven) && found.width() <= WIDE,
                        "{found:?} {proven:?}"
                    );
                }
            }
        }
        assert!(exact > 0, "{} has exits", report.name);
    }
}

#[test]
fn compact_intervals_hold_what_is_proven() {
    holds_what_is_proven(false, "half-gammon/contact-3-3");
}

#[test]
fn compact_intervals_of_points_hold_what_is_proven() {
    // Certain gammons and backgammons are at the ends of what is possible.
    let domain = Contact::for_money(Variant::hypergammon(2).unwrap());
    let data = tempfile::tempdir().unwrap();
    let whole = domain.whole().unwrap().1;
    let name = domain.layers()[whole.0].name.clone();
    built(&domain, &name, &BuildOptions::new(data.path())).unwrap();
    let proven = open(&domain, whole, data.path()).values(0).unwrap();
    built(&domain, &name, &compact(data.path())).unwrap();
    let found = open(&domain, whole, data.path()).values(0).unwrap();
    let most = proven.iter().map(|value| value.upper).max();
    assert_eq!(found.iter().map(|value| value.upper).max(), most);
    for (proven, found) in proven.iter().zip(&found) {
        assert!(found.contains(*proven) && found.width() <= WIDE, "{found:?} {proven:?}");
    }
    holds_what_is_proven(true, "half-gammon/money-2-2");
}

#[test]
fn what_proves_a_compact_layer_is_made_again_byte_for_byte() {
    let domain = half_gammon(false);
    let name = "half-gammon/contact-3-2";
    let (plain, few) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    built(&domain, name, &BuildOptions::new(plain.path())).unwrap();
    built(&domain, name, &compact(few.path())).unwrap();
    let refused = verified(&domain, name, few.path());
    assert!(matches!(refused, Err(Error::Compact { domain }) if domain == name));

    // It is there already, unless its proof is asked for: from compact layers alone.
    let own = layer_path(few.path(), name).unwrap();
    built(&domain, name, &BuildOptions::new(few.path())).unwrap();
    assert!(!own.exists());
    let certificate = BuildOptions { certificate: true, ..BuildOptions::new(few.path()) };
    let reports = built(&domain, name, &certificate).unwrap();
    let names: Vec<(&str, bool)> =
        reports.iter().map(|report| (&*report.name, report.built)).collect();
    assert_eq!(names.iter().filter(|(_, built)| *built).count(), 1, "{names:?}");
    let expected = fs::read(layer_path(plain.path(), name).unwrap()).unwrap();
    assert!(fs::read(&own).unwrap() == expected);

    let checked = verified(&domain, name, few.path()).unwrap();
    assert!(checked.passed && checked.compact, "{checked}");
    let without = verified(&domain, name, plain.path()).unwrap();
    assert!(without.passed && !without.compact);
}

/// Calls the work off as soon as a phase begins.
struct CalledOff(&'static str, AtomicBool);

impl Progress for CalledOff {
    fn phase(&self, what: &str, _: u64) {
        self.1.fetch_or(what == self.0, Ordering::Relaxed);
    }

    fn interrupted(&self) -> bool {
        self.1.load(Ordering::Relaxed)
    }
}

#[test]
fn what_is_called_off_while_a_file_is_written_leaves_what_was_there() {
    let domain = half_gammon(false);
    let name = "half-gammon/contact-3-2";
    let data = tempfile::tempdir().unwrap();
    let layer = layer_named(&domain, name).unwrap();
    let called_off = |phase, options: &BuildOptions| {
        let progress = CalledOff(phase, AtomicBool::new(false));
        let built = build(&disk(), &CertifyBySweep(&domain), layer, options, &progress);
        assert!(matches!(built, Err(Error::Interrupted)), "{phase}: {:?}", built.err());
    };
    built(&domain, "half-gammon/contact-3-1", &BuildOptions::new(data.path())).unwrap();
    built(&domain, "half-gammon/contact-2-2", &BuildOptions::new(data.path())).unwrap();
    let files = || -> BTreeSet<_> {
        let all = fs::read_dir(data.path().join("half-gammon")).unwrap();
        all.map(|entry| entry.unwrap().file_name()).collect()
    };
    let before = files();
    called_off("writing", &BuildOptions::new(data.path()));
    assert!(before.is_subset(&files()) && !layer_path(data.path(), name).unwrap().exists());
    built(&domain, name, &BuildOptions::new(data.path())).unwrap();
    let before = files();
    called_off("writing what is looked up", &compact(data.path()));
    assert_eq!(files(), before);
}

#[test]
fn a_compact_file_of_another_certificate_is_wrong_and_goes_with_the_next_build() {
    let domain = half_gammon(false);
    let name = "half-gammon/contact-2-1";
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    built(&domain, name, &compact(one.path())).unwrap();
    let wider = BuildOptions { width: 1 << 13, ..BuildOptions::new(other.path()) };
    built(&domain, name, &wider).unwrap();
    let path = compact_path(other.path(), name).unwrap();
    fs::copy(compact_path(one.path(), name).unwrap(), &path).unwrap();
    let failure = verified(&domain, name, other.path()).unwrap().failure.unwrap();
    assert_eq!(failure.file, path);
    assert!(failure.reason.contains("it was made from"), "{}", failure.reason);
    built(&domain, name, &BuildOptions { rebuild: true, ..wider }).unwrap();
    assert!(!path.exists());
    assert!(verified(&domain, name, other.path()).unwrap().passed);
}

#[test]
fn a_damaged_compact_file_is_found_by_block() {
    let domain = half_gammon(false);
    let name = "half-gammon/contact-3-2";
    let data = tempfile::tempdir().unwrap();
    built(&domain, name, &compact(data.path())).unwrap();
    built(&domain, name, &BuildOptions { certificate: true, ..BuildOptions::new(data.path()) })
        .unwrap();
    let path = compact_path(data.path(), name).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    bytes[5_000] ^= 1;
    fs::write(&path, bytes).unwrap();
    let failure = verified(&domain, name, data.path()).unwrap().failure.unwrap();
    assert_eq!((&failure.file, failure.block), (&path, Some(1)));
    // Advice says to build anew.
    built(&domain, name, &BuildOptions { rebuild: true, ..BuildOptions::new(data.path()) })
        .unwrap();
    assert!(!path.exists());
    assert!(verified(&domain, name, data.path()).unwrap().passed);
}

#[test]
fn what_proves_a_compact_layer_is_made_to_the_width_that_it_had() {
    let domain = half_gammon(false);
    let name = "half-gammon/contact-2-1";
    let data = tempfile::tempdir().unwrap();
    let narrow = BuildOptions { width: 1 << 6, ..compact(data.path()) };
    let before = built(&domain, name, &narrow).unwrap();
    built(&domain, name, &BuildOptions { certificate: true, ..BuildOptions::new(data.path()) })
        .unwrap();
    assert!(verified(&domain, name, data.path()).unwrap().compact);
    let after = built(&domain, name, &narrow).unwrap();
    let hashes = |reports: &[LayerReport]| -> Vec<String> {
        reports.iter().map(|report| report.content_hash.clone()).collect()
    };
    assert_eq!(hashes(&before), hashes(&after));
}

#[test]
fn intervals_that_are_too_wide_are_not_compacted() {
    let domain = half_gammon(false);
    let name = "half-gammon/contact-1-1";
    let data = tempfile::tempdir().unwrap();
    let options = BuildOptions { width: i64::from(ONE >> 4), ..compact(data.path()) };
    let refused = built(&domain, name, &options);
    assert!(matches!(refused, Err(Error::NoCompact { .. })), "{refused:?}");
    assert!(!layer_path(data.path(), name).unwrap().exists());
    assert!(!compact_path(data.path(), name).unwrap().exists());
}
