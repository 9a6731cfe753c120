//! Layers whose numbers are on the disk while they are solved, or checked: the same bytes, however
//! little memory there is.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use shuban_core::{LayerId, Silent};
use shuban_gammon::Contact;
use shuban_solve::{
    BuildOptions, CertifyBySweep, Error, VerifyOptions, build, estimate, layer_named, verify,
};
use shuban_store::{Disk, FileSystem, layer_path};
use shuban_store_testing::{DiskFault, MemoryDisk};

use crate::half_gammon;

/// Two parts that read each other; and one that reads itself.
const LAYERS: [&str; 2] = ["half-gammon/contact-4-3", "half-gammon/contact-4-4"];

const DATA: &str = "/data";

struct Builder {
    domain: Contact,
    files: Arc<dyn FileSystem>,
}

impl Builder {
    fn new(files: impl FileSystem + 'static) -> Self {
        Builder { domain: Contact::new(half_gammon()), files: Arc::new(files) }
    }

    fn layer(&self, name: &str) -> LayerId {
        layer_named(&self.domain, name).unwrap()
    }

    fn build(&self, name: &str, options: &BuildOptions) -> Result<(), Error> {
        let solver = CertifyBySweep(&self.domain);
        build(&self.files, &solver, self.layer(name), options, &Silent).map(drop)
    }

    /// The least memory with which a layer is built, with all that it needs.
    fn least(&self, name: &str, data: &Path) -> u64 {
        let options = BuildOptions { memory: 0, ..on_disk(data) };
        let solver = CertifyBySweep(&self.domain);
        let all = estimate(&self.files, &solver, self.layer(name), &options).unwrap();
        assert!(all.last().unwrap().scratch > 0);
        all.iter().map(|estimate| estimate.memory).max().unwrap()
    }
}

fn on_disk(data: &Path) -> BuildOptions {
    BuildOptions { on_disk: true, rebuild: true, ..BuildOptions::new(data) }
}

/// A disk in memory with all layers before the last one.
fn with_needs(data: &Path) -> MemoryDisk {
    let disk = MemoryDisk::default();
    let folder = data.join("half-gammon");
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap();
        let path = Path::new(DATA).join("half-gammon").join(file.file_name());
        if layer_path(Path::new(DATA), LAYERS[1]).unwrap() != path {
            disk.put(&path, std::fs::read(file.path()).unwrap());
        }
    }
    disk
}

#[test]
fn bytes_depend_neither_on_memory_nor_on_the_disk_nor_on_a_full_one() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let builder = Builder::new(Disk::default());
    builder.build(LAYERS[1], &BuildOptions::new(data)).unwrap();
    for name in LAYERS {
        let path = layer_path(data, name).unwrap();
        let expected = std::fs::read(&path).unwrap();
        let least = builder.least(name, data);
        for (memory, threads) in [(least, 2), (least + (2 << 20), 1), (u64::MAX, 3)] {
            let options = BuildOptions { memory, threads, ..on_disk(data) };
            builder.build(name, &options).unwrap();
            assert!(std::fs::read(&path).unwrap() == expected, "{name} in {memory} bytes");
            // And as it was proven it is checked.
            let memory = memory.min(least);
            let options = VerifyOptions { threads, memory, by_rules: 10, ..VerifyOptions::new(data) };
            let (files, solver) = (&builder.files, CertifyBySweep(&builder.domain));
            let verified = verify(files, &solver, builder.layer(name), &options, &Silent).unwrap();
            assert_eq!(verified.failure, None);
            assert_eq!(verified.by_rules, Some(10), "it was checked by sweeps");
        }
    }
    full_disks(&std::fs::read(layer_path(data, LAYERS[1]).unwrap()).unwrap(), data);
}

/// A disk that is full at any moment, or fails a read, ends the build with an error; the next build,
/// on the disk or not, goes on to the same bytes.
fn full_disks(expected: &[u8], data: &Path) {
    let name = LAYERS[1];
    let path = layer_path(Path::new(DATA), name).unwrap();
    let options = |on_disk| BuildOptions {
        on_disk,
        checkpoint_every: Duration::ZERO,
        ..BuildOptions::new(DATA)
    };
    let whole = with_needs(data);
    let builder = Builder::new(whole.clone());
    let before = (whole.operations(), whole.reads());
    builder.build(name, &options(true)).unwrap();
    assert!(whole.contents(&path).unwrap() == expected);
    let (operations, reads) = (whole.operations() - before.0, whole.reads() - before.1);
    // In memory there are fewer operations, most of them for checkpoints.
    for (part, reads_fail, is_on_disk) in [
        (operations / 900, false, true),
        (operations / 3, false, true),
        (reads / 2, true, true),
        (operations * 9 / 10, false, true),
        (60, false, false),
    ] {
        let disk = with_needs(data);
        let builder = Builder::new(disk.clone());
        if reads_fail {
            disk.fail_read_at(part, io::ErrorKind::Other);
        } else {
            disk.fail_at(part, DiskFault::From(io::ErrorKind::StorageFull));
        }
        let error = builder.build(name, &options(is_on_disk)).unwrap_err();
        assert!(matches!(error, Error::Store(_)), "{error}");
        assert!(disk.contents(&path).is_none(), "a failed build has published");
        disk.heal();
        builder.build(name, &options(!is_on_disk)).unwrap();
        assert!(disk.contents(&path).unwrap() == expected, "after {part} of {operations} operations, or {reads} reads");
    }
}

#[test]
fn too_little_memory_is_refused_with_the_least_that_is_enough() {
    let folder = tempfile::tempdir().unwrap();
    let builder = Builder::new(Disk::default());
    // (The layers before it take less.)
    let name = "half-gammon/contact-6-6";
    let least = builder.least(name, folder.path());
    let refused = BuildOptions { memory: least - 1, ..BuildOptions::new(folder.path()) };
    let error = builder.build(name, &refused).unwrap_err();
    let Error::Memory { needed, .. } = error else { panic!("{error}") };
    assert_eq!(needed, least);
}
