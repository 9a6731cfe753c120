//! Whatever fails while a database is built, nothing published is damaged, and the build goes on.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use shuban_core::{LayerId, Silent};
use shuban_gammon::{Contact, Variant};
use shuban_solve::{BuildOptions, CertifyBySweep, Error, LayerReport, build, layer_named};
use shuban_store::{Database, FileSystem};
use shuban_store_testing::{DiskFault, Keep, MemoryDisk};

const LAYERS: [&str; 2] = ["half-gammon/contact-1-1", "half-gammon/contact-2-1"];

fn options() -> BuildOptions {
    BuildOptions {
        threads: 1, // After every sweep.
        checkpoint_every: Duration::ZERO,
        ..BuildOptions::new("/data")
    }
}

struct Builder {
    domain: Contact,
    layer: LayerId,
}

impl Builder {
    fn new() -> Self {
        let domain = Contact::new(Variant::by_name("half-gammon").unwrap());
        let layer = layer_named(&domain, LAYERS[1]).unwrap();
        Builder { domain, layer }
    }

    fn build(&self, disk: &MemoryDisk) -> Result<Vec<LayerReport>, Error> {
        let files: Arc<dyn FileSystem> = Arc::new(disk.clone());
        build(&files, &CertifyBySweep(&self.domain), self.layer, &options(), &Silent)
    }
}

/// Content hashes of the layers that are there; each must be whole.
fn published(disk: &MemoryDisk) -> Vec<(String, String)> {
    LAYERS
        .iter()
        .filter_map(|layer| {
            let path = shuban_store::layer_path(Path::new("/data"), layer).unwrap();
            disk.contents(&path)?;
            let database = Database::open_as(disk, &path, layer).unwrap();
            database.check(&mut |_, _| ()).unwrap();
            Some(((*layer).to_owned(), database.manifest().content_hash.clone()))
        })
        .collect()
}

/// Some operations of a build: all of the first and last ones, and every `step`-th between.
fn some(operations: u64, step: u64) -> impl Iterator<Item = u64> {
    (0..operations).filter(move |&k| k < 20 || k + 20 > operations || k % step == 0)
}

#[test]
fn an_operation_that_fails_harms_nothing_and_the_next_build_ends_alike() {
    let builder = Builder::new();
    let whole = MemoryDisk::default();
    let hashes: Vec<String> =
        builder.build(&whole).unwrap().into_iter().map(|report| report.content_hash).collect();
    for kind in [io::ErrorKind::StorageFull, io::ErrorKind::Other] {
        for fault in [DiskFault::Once(kind), DiskFault::From(kind)] {
            for k in some(whole.operations(), 47) {
                let disk = MemoryDisk::default();
                disk.fail_at(k, fault);
                // A checkpoint that cannot be written does not stop a build.
                let outcome = builder.build(&disk);
                disk.heal();
                for (layer, hash) in published(&disk) {
                    assert!(hashes.contains(&hash), "{layer} after {fault:?} at {k}");
                }
                // The last operation removes an obsolete checkpoint.
                if matches!(fault, DiskFault::From(_)) && k + 1 < whole.operations() {
                    let error = outcome.expect_err("a build cannot end well on a broken disk");
                    assert!(error.to_string().contains("/data"), "{error} does not say where");
                }
                let again = builder.build(&disk).unwrap();
                assert_eq!(
                    again.into_iter().map(|report| report.content_hash).collect::<Vec<_>>(),
                    hashes
                );
            }
        }
    }
}

#[test]
fn a_power_cut_at_any_moment_leaves_whole_files_and_a_build_that_goes_on() {
    let builder = Builder::new();
    let whole = MemoryDisk::default();
    let hashes: Vec<String> =
        builder.build(&whole).unwrap().into_iter().map(|report| report.content_hash).collect();
    for keep in [Keep::None, Keep::Some { seed: 7 }, Keep::All] {
        for k in some(whole.operations(), 41) {
            let disk = MemoryDisk::default();
            disk.fail_at(k, DiskFault::From(io::ErrorKind::Other));
            let _ = builder.build(&disk);
            disk.power_cut(keep);
            for (layer, hash) in published(&disk) {
                assert!(hashes.contains(&hash), "{layer} after a cut at {k}, keeping {keep:?}");
            }
            let again = builder.build(&disk).unwrap();
            assert_eq!(
                again.into_iter().map(|report| report.content_hash).collect::<Vec<_>>(),
                hashes
            );
        }
    }
}
