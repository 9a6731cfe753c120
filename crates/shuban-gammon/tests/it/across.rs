//! Layers that several processes solve together: the same bytes, however many there are.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use shuban_gammon::Contact;
use shuban_solve::{BuildOptions, CertifyBySweep, Error, LayerReport, layer_named};
use shuban_store::{Disk, FileSystem, layer_path};

use crate::built::{self, LAYERS, domain_of};
use crate::connected::{self, Threads, connected};
use crate::half_gammon;

/// Builds a layer by so many processes; returns what each comes to.
fn by_several(
    (domain, name): (&Contact, &str),
    options: &BuildOptions,
    connected: Vec<Threads>,
) -> Vec<Result<Vec<LayerReport>, Error>> {
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let layer = layer_named(domain, name).unwrap();
    connected::by_several(&[files], (&CertifyBySweep(domain), layer), options, connected)
}

fn read(data: &Path, name: &str) -> Vec<u8> {
    std::fs::read(layer_path(data, name).unwrap()).unwrap()
}

#[test]
fn bytes_do_not_depend_on_the_number_of_processes() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    built::write_to(data);
    let mut rounds = 0;
    for (name, count) in LAYERS.into_iter().flat_map(|name| [(name, 2), (name, 5)]) {
        let options = BuildOptions { rebuild: true, ..BuildOptions::new(data) };
        let connected = connected(count, None);
        let round = connected[0].round.clone();
        for (process, done) in
            by_several((&domain_of(name), name), &options, connected).into_iter().enumerate()
        {
            let reports = done.unwrap();
            let built = reports.iter().filter(|report| report.built).count();
            assert_eq!(built, usize::from(process == 0), "{name}, {process} of {count}");
        }
        assert!(read(data, name) == built::bytes(name), "{name} by {count}");
        rounds = round.load(Ordering::Relaxed);
        assert!(rounds > 0, "{name} was solved by one");
    }
    ends_and_goes_on(data, LAYERS[1], rounds);
}

/// If a process ends without a word, so do all others, with the reason; others go on from what was
/// saved.
fn ends_and_goes_on(data: &Path, name: &str, rounds: usize) {
    let path = layer_path(data, name).unwrap();
    let options = BuildOptions { checkpoint_every: Duration::ZERO, ..BuildOptions::new(data) };
    for (count, who, round) in [(2, 1, 1), (3, 2, rounds / 3), (4, 0, rounds * 9 / 10)] {
        std::fs::remove_file(&path).ok();
        std::fs::remove_file(path.with_extension("checkpoint")).ok();
        let ends =
            by_several((&domain_of(name), name), &options, connected(count, Some((who, round))));
        for (process, ended) in ends.into_iter().enumerate() {
            let error = ended.unwrap_err();
            assert!(matches!(error, Error::Lost(_)), "{process} of {count}: {error}");
        }
        assert!(!path.exists(), "a build that ended has published");
    }
    assert!(path.with_extension("checkpoint").exists(), "nothing was saved");
    let dones = by_several((&domain_of(name), name), &options, connected(3, None));
    assert!(dones.iter().all(Result::is_ok));
    assert!(read(data, name) == built::bytes(name));
}

/// More positions than processes hand on together, or one takes from the others in one piece.
#[test]
fn a_large_layer_has_the_content_that_is_published() {
    const LARGE: &str = "half-gammon/contact-4-4";
    let folder = tempfile::tempdir().unwrap();
    let done = by_several(
        (&Contact::new(half_gammon()), LARGE),
        &BuildOptions::new(folder.path()),
        connected(2, None),
    );
    let built = done.into_iter().next().unwrap().unwrap().pop().unwrap();
    assert!(built.positions > 1 << 20);
    let ledger = include_str!("../../../../docs/ledgers/half-gammon.json");
    let of_layer = ledger.lines().find(|line| line.contains(LARGE)).unwrap();
    assert!(of_layer.contains(&built.content_hash), "{built:?}");
}
