//! Layers whose numbers are on the disk while they are solved, or checked: the same bytes, however
//! little memory there is.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use shuban_core::erased::{IntervalTables, Tables};
use shuban_core::{Interval, LayerId, Record, Silent};
use shuban_gammon::Contact;
use shuban_solve::{
    BuildOptions, CertifyBySweep, Error, Job, LayerFacts, LayerFile, RestsOn, Scratch, Solver,
    StatedFacts, StoredLayer, VerifyOptions, build, estimate, layer_named, verify,
};
use shuban_store::{Account, Disk, FileSystem, layer_path};
use shuban_store_testing::{DiskFault, MemoryDisk};

use crate::built::{self, LAYERS, domain_of};
use crate::half_gammon;

const DATA: &str = "/data";

struct Builder {
    domain: Contact,
    files: Arc<dyn FileSystem>,
}

impl Builder {
    fn new(domain: Contact, files: impl FileSystem + 'static) -> Self {
        Builder { domain, files: Arc::new(files) }
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

fn always() -> Scratch {
    Scratch { always: true, folder: None }
}

fn on_disk(data: &Path) -> BuildOptions {
    BuildOptions { scratch: always(), rebuild: true, ..BuildOptions::new(data) }
}

#[test]
fn bytes_depend_neither_on_memory_nor_on_the_disk_nor_on_a_full_one() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    built::write_to(data);
    for name in LAYERS {
        let builder = Builder::new(domain_of(name), Disk::default());
        let least = builder.least(name, data);
        for (memory, threads) in [(least, 2), (least + (1 << 19), 1), (u64::MAX, 3)] {
            let options = BuildOptions { memory, threads, ..on_disk(data) };
            builder.build(name, &options).unwrap();
            let found = std::fs::read(layer_path(data, name).unwrap()).unwrap();
            assert!(found == built::bytes(name), "{name} in {memory} bytes");
        }
    }
    full_disks();
}

/// A disk that is full at any moment, or fails a read, ends the build with an error; the next build,
/// on the disk or not, goes on to the same bytes.
fn full_disks() {
    let name = LAYERS[1];
    let expected = built::bytes(name);
    let path = layer_path(Path::new(DATA), name).unwrap();
    let options = |always| BuildOptions {
        scratch: Scratch { always, folder: None },
        checkpoint_every: Duration::ZERO,
        ..BuildOptions::new(DATA)
    };
    let whole = built::disk_without(name, Path::new(DATA));
    let builder = Builder::new(domain_of(name), whole.clone());
    let before = (whole.operations(), whole.reads());
    builder.build(name, &options(true)).unwrap();
    assert!(whole.contents(&path).unwrap() == expected);
    let (operations, reads) = (whole.operations() - before.0, whole.reads() - before.1);
    checked_on_the_disk(&whole, &builder, name);
    // In memory there are fewer operations, most of them for checkpoints.
    for (part, reads_fail, is_on_disk) in [
        (operations / 900, false, true),
        (operations / 3, false, true),
        (reads / 2, true, true),
        (operations * 9 / 10, false, true),
        (60, false, false),
    ] {
        let disk = built::disk_without(name, Path::new(DATA));
        let builder = Builder::new(domain_of(name), disk.clone());
        if reads_fail {
            disk.fail_read_at(part, io::ErrorKind::Other);
        } else {
            disk.fail_at(part, DiskFault::From(io::ErrorKind::StorageFull));
        }
        match builder.build(name, &options(is_on_disk)) {
            Err(error) => {
                assert!(matches!(error, Error::Store(_)), "{error}");
                assert!(disk.contents(&path).is_none(), "a failed build has published");
            }
            // A checkpoint that could not be read from scratch is left out.
            Ok(()) => assert!(reads_fail, "a full disk went unnoticed"),
        }
        disk.heal();
        builder.build(name, &options(!is_on_disk)).unwrap();
        assert!(
            disk.contents(&path).unwrap() == expected,
            "after {part} of {operations} operations, or {reads} reads"
        );
    }
}

/// As a layer was proven it is checked, and a bound that does not follow is found.
fn checked_on_the_disk(disk: &MemoryDisk, builder: &Builder, name: &str) {
    let options =
        VerifyOptions { threads: 2, scratch: always(), by_rules: 10, ..VerifyOptions::new(DATA) };
    let (files, solver) = (&builder.files, CertifyBySweep(&builder.domain));
    let check = |options: &VerifyOptions| {
        let before = disk.operations();
        let verified = verify(files, &solver, builder.layer(name), options, &Silent).unwrap();
        (verified, disk.operations() - before)
    };
    let (verified, written) = check(&options);
    assert_eq!((verified.failure, verified.by_rules), (None, Some(10)));
    assert!(written > 100, "nothing was on the disk");
    let (in_memory, written) =
        check(&VerifyOptions { scratch: Scratch::default(), ..options.clone() });
    assert_eq!((in_memory.failure, written), (None, 0));
    assert_eq!(in_memory.width, verified.width);

    // Published again, with one bound narrower than it follows.
    let rank = 100_003;
    let right = CertifyBySweep(&builder.domain);
    let wrong = Narrowed { right, files: files.clone(), rank };
    let again = BuildOptions { rebuild: true, ..BuildOptions::new(DATA) };
    build(files, &wrong, builder.layer(name), &again, &Silent).unwrap();
    for scratch in [always(), Scratch::default()] {
        let (verified, _) = check(&VerifyOptions { scratch, ..options.clone() });
        assert_eq!(verified.failure.unwrap().rank, Some(rank));
    }
}

/// Publishes the layer that is there with the lower bound of one rank too high.
struct Narrowed<'d> {
    right: CertifyBySweep<'d>,
    files: Arc<dyn FileSystem>,
    rank: u64,
}

impl Solver for Narrowed<'_> {
    fn domain(&self) -> &dyn Tables {
        self.right.domain()
    }

    fn name(&self) -> &'static str {
        self.right.name()
    }

    fn bytes(&self, _: LayerId, _: usize) -> u64 {
        0
    }

    fn intervals(&self) -> Option<&dyn IntervalTables> {
        self.right.intervals()
    }

    fn rests_on(&self) -> RestsOn {
        self.right.rests_on()
    }

    fn stated(&self, account: &Account) -> Result<StatedFacts, String> {
        self.right.stated(account)
    }

    fn solve(&self, job: &Job<'_>, file: &LayerFile) -> Result<(), Error> {
        let open = StoredLayer::open(&self.files, Path::new(DATA), self.domain(), job.layer)?;
        let account = &open.database().manifest().account;
        let facts = LayerFacts {
            parts: account.parts.iter().map(|part| part.facts.clone()).collect(),
            layer: account.facts.clone(),
            statuses: None,
        };
        let domain = self.right.0;
        let mut rows = |part: usize, rank: u64, row: &mut [u64]| {
            open.row_at(part, rank, row).unwrap();
            if rank == self.rank {
                let value = domain.interval(row, open.dictionary()).unwrap();
                let half = value.lower.midpoint(value.upper);
                Interval { lower: half, ..value }.to_columns(row);
            }
        };
        file.publish(job, &mut rows, &job.domain.empty_dictionary(), facts)
    }
}

#[test]
fn narrower_intervals_than_slack_leaves_room_for_are_made_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let builder = Builder::new(domain_of(LAYERS[1]), Disk::default());
    let solver = CertifyBySweep(&builder.domain);
    let scratch = |width| {
        let options = BuildOptions { width, ..on_disk(folder.path()) };
        let all = estimate(&builder.files, &solver, builder.layer(LAYERS[1]), &options).unwrap();
        all.last().unwrap().scratch
    };
    assert!(scratch(1 << 10) > 0);
    assert_eq!(scratch((1 << 10) - 1), 0);
}

#[test]
fn the_disk_is_chosen_where_a_layer_does_not_fit_into_memory_and_takes_less_there() {
    let folder = tempfile::tempdir().unwrap();
    let builder = Builder::new(Contact::new(half_gammon()), Disk::default());
    let solver = CertifyBySweep(&builder.domain);
    let on_disk = |name: &str, memory: u64| {
        let options = BuildOptions { memory, ..BuildOptions::new(folder.path()) };
        let all = estimate(&builder.files, &solver, builder.layer(name), &options).unwrap();
        let last = all.last().unwrap();
        (last.scratch > 0, last.memory <= memory)
    };
    assert_eq!(on_disk("half-gammon/contact-5-5", u64::MAX), (false, true));
    assert_eq!(on_disk("half-gammon/contact-5-5", 100 << 20), (true, true));
    assert_eq!(on_disk("half-gammon/contact-5-5", 1 << 20), (true, false));
    // It takes a few megabytes, where buffers alone take more.
    assert_eq!(on_disk("half-gammon/contact-4-3", 1 << 20), (false, false));
}

#[test]
fn a_folder_that_takes_no_scratch_is_told_before_anything_is_built() {
    let folder = tempfile::tempdir().unwrap();
    let builder = Builder::new(Contact::new(half_gammon()), Disk::default());
    let file = folder.path().join("file");
    std::fs::write(&file, "no folder").unwrap();
    for wrong in [file, folder.path().join("none")] {
        let scratch = Scratch { always: true, folder: Some(wrong.clone()) };
        let data = folder.path().join("data");
        let options = BuildOptions { scratch, ..BuildOptions::new(&data) };
        let error = builder.build("half-gammon/contact-4-3", &options).unwrap_err().to_string();
        assert!(error.contains("scratch") && error.contains(&*wrong.to_string_lossy()), "{error}");
        assert!(std::fs::read_dir(data).unwrap().next().is_none(), "something was built");
    }
}

#[test]
fn too_little_memory_is_refused_with_the_least_that_is_enough() {
    let folder = tempfile::tempdir().unwrap();
    let builder = Builder::new(Contact::new(half_gammon()), Disk::default());
    // (The layers before it take less.)
    let name = "half-gammon/contact-6-6";
    let least = builder.least(name, folder.path());
    let refused = BuildOptions { memory: least - 1, ..BuildOptions::new(folder.path()) };
    let error = builder.build(name, &refused).unwrap_err();
    let Error::Memory { needed, .. } = error else { panic!("{error}") };
    assert_eq!(needed, least);
}
