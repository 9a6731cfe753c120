//! Small builds of each kind, to be troubled: their undisturbed results are the measure.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use miniatures::cyclic_chance::Races;
use miniatures::interned::Strips;
use miniatures::reachable::Boards;
use shuban_core::loopy::Horizon;
use shuban_core::{Domain, Interval, LayerId, Silent};
use shuban_solve::{
    BuildOptions, CertifyBySweep, EndlessPlay, Error, Ledger, OpenLayer, Retrograde,
    RetrogradeWithEndlessPlay, Solver, Tabulation, Verified, VerifyOptions, build, tally, verify,
};
use shuban_store::{FileSystem, Options, compact_path, layer_path};
use shuban_store_testing::{DiskFault, MemoryDisk};

use crate::graph::{Node, Walks};
use crate::numbers::Numbers;

pub(crate) type Contents = BTreeMap<PathBuf, Vec<u8>>;

const DATA: &str = "/data";
const LEDGER: &str = "/ledgers/layer.json";

/// A build of a domain in one way.
pub(crate) trait Kind: Send + Sync {
    /// Returns the way.
    fn name(&self) -> &'static str;

    /// Builds all layers, with these options of files.
    fn build_as(&self, disk: &MemoryDisk, write: Options) -> Result<(), Error>;

    /// Builds all layers.
    fn build(&self, disk: &MemoryDisk) -> Result<(), Error> {
        self.build_as(disk, Options::default())
    }

    /// Returns true if a killed build may leave work in progress.
    fn leaves_work(&self) -> bool {
        true
    }

    /// Resumes the build, and saves no more work in progress.
    fn go_on(&self, disk: &MemoryDisk) -> Result<(), Error> {
        self.build(disk)
    }

    /// Returns the contents that must be the same after any trouble: all files, without times.
    fn left(&self, disk: &MemoryDisk) -> Contents {
        contents(disk)
    }

    /// Returns the files of the layers, the last one last.
    fn paths(&self) -> Vec<PathBuf>;

    /// Reads a layer in every way.
    fn probe(&self, disk: &MemoryDisk, layer: usize) -> Result<(), Error>;

    /// Verifies a layer.
    fn verify(&self, disk: &MemoryDisk, layer: usize) -> Result<Verified, Error>;

    /// Returns the first position of a layer whose value differs from that on a disk of sound
    /// files.
    fn difference(
        &self,
        disk: &MemoryDisk,
        sound: &MemoryDisk,
        layer: usize,
    ) -> Result<Option<String>, Error>;

    /// Runs a build without trouble; returns its results.
    fn undisturbed(&self) -> (MemoryDisk, Contents) {
        let disk = MemoryDisk::default();
        self.build(&disk).unwrap_or_else(|error| panic!("{}: {error}", self.name()));
        let left = self.left(&disk);
        (disk, left)
    }
}

/// Returns one of each: with shards, with shards and interned values, by retrograde analysis with a
/// stored index, by intervals, and with endless play by passes.
pub(crate) fn kinds() -> Vec<Box<dyn Kind>> {
    fn exact<T: PartialEq>(one: &T, other: &T) -> bool {
        one == other
    }
    let mut strips = Strips::default();
    strips.checkpoint = 40;
    vec![
        Box::new(Building {
            name: "tabulated",
            domain: Numbers::new([300, 500], 60, 200),
            most_layers: 2,
            solver: |domain| Box::new(Tabulation(domain)),
            same: exact,
        }),
        Box::new(Building {
            name: "interned",
            domain: strips,
            most_layers: 4,
            solver: |domain| Box::new(Tabulation(domain)),
            same: exact,
        }),
        Box::new(Building {
            name: "retrograde",
            domain: Boards::default(),
            most_layers: 2,
            solver: |domain| Box::new(Retrograde(domain)),
            same: exact,
        }),
        Box::new(Building {
            name: "iterated",
            domain: Races::default(),
            most_layers: 2,
            solver: |domain| Box::new(CertifyBySweep(domain)),
            same: overlap,
        }),
        Box::new(Building {
            name: "endless",
            domain: Walks::random(7, 300),
            most_layers: 2,
            solver: by_passes,
            same: exact,
        }),
    ]
}

fn by_passes(domain: &Walks) -> Box<dyn Solver + '_> {
    Box::new(RetrogradeWithEndlessPlay { domain, way: EndlessPlay::ByPasses })
}

/// Returns true if both may hold the true value; they need not be the same otherwise.
fn overlap(one: &Interval, other: &Interval) -> bool {
    one.lower <= other.upper && other.lower <= one.upper
}

/// Returns a small layer of endless play by passes, in which forged values can rest on themselves:
/// from each of some nodes, which no other one leads to, the only play leads to it again.
pub(crate) fn circles() -> Box<dyn Kind> {
    let node = |seat, next: &[usize]| Node {
        seat,
        layer: 0,
        next: Ok(next.iter().map(|&after| (after, 0)).collect()),
    };
    let mut nodes = vec![node(0, &[1, 3]), node(1, &[2, 0]), node(0, &[3]), node(1, &[4, 0])];
    nodes.push(Node { seat: 0, layer: 0, next: Err(-1) });
    nodes.extend((5..8).map(|number| node(number % 2, &[number])));
    Box::new(Building {
        name: "circles",
        domain: Walks::new(nodes, 0, Horizon::Conversion, true),
        most_layers: 1,
        solver: by_passes,
        same: |one, other| one == other,
    })
}

/// Returns [`kinds`], one whose values are not kept, and compact files, also with certificates.
pub(crate) fn every_kind() -> Vec<Box<dyn Kind>> {
    let mut all = kinds();
    all.push(Box::new(Tallying(Building {
        name: "ledger",
        domain: Numbers::new([300, 500], 60, 200),
        most_layers: 2,
        solver: |domain| Box::new(Tabulation(domain)),
        same: |one, other| one == other,
    })));
    for (name, certificate) in [("compact", false), ("certificate", true)] {
        let races = Building {
            name,
            domain: Races::default(),
            most_layers: 2,
            solver: |domain| Box::new(CertifyBySweep(domain)),
            same: overlap,
        };
        all.push(Box::new(Compacting { races, certificate }));
    }
    all
}

/// Returns all that is on a disk, by path.
pub(crate) fn contents(disk: &MemoryDisk) -> Contents {
    disk.paths().into_iter().map(|path| (path.clone(), disk.contents(&path).unwrap())).collect()
}

/// Returns a disk with files.
pub(crate) fn disk_of(contents: &Contents) -> MemoryDisk {
    let disk = MemoryDisk::default();
    contents.iter().for_each(|(path, bytes)| disk.put(path, bytes.clone()));
    disk
}

/// Returns the contents left by a build killed at the last moment with a whole file of work in
/// progress with this in its name; and that file.
pub(crate) fn unfinished(kind: &dyn Kind, name: &str) -> Option<(Contents, PathBuf)> {
    let operations = kind.undisturbed().0.operations();
    (0..operations).rev().find_map(|operation| {
        let disk = MemoryDisk::default();
        disk.fail_at(operation, DiskFault::From(ErrorKind::Other));
        let _ = kind.build(&disk);
        disk.heal();
        let is_published = kind.paths().iter().all(|path| disk.contents(path).is_some());
        let is_it = |path: &PathBuf| {
            let path = path.to_string_lossy();
            path.contains(name) && !path.ends_with(".partial")
        };
        let path = disk.paths().into_iter().find(is_it).filter(|_| !is_published)?;
        Some((contents(&disk), path))
    })
}

pub(crate) fn files(disk: &MemoryDisk) -> Arc<dyn FileSystem> {
    Arc::new(disk.clone())
}

/// Returns options of one thread, so that operations have a fixed order, and a checkpoint after
/// every step.
fn options() -> BuildOptions {
    BuildOptions {
        threads: 1,
        width: 1 << 20,
        checkpoint_every: Duration::ZERO,
        ..BuildOptions::new(DATA)
    }
}

/// Makes a solver of a domain.
pub(crate) type SolverOf<D> = fn(&D) -> Box<dyn Solver + '_>;

struct Building<D: Domain> {
    name: &'static str,
    domain: D,
    /// Largest number of layers that are built.
    most_layers: usize,
    solver: SolverOf<D>,
    /// True if two values can both be right.
    same: fn(&D::Value, &D::Value) -> bool,
}

impl<D: Domain> Building<D> {
    fn solver(&self) -> Box<dyn Solver + '_> {
        (self.solver)(&self.domain)
    }

    /// Returns the last layer that is built.
    fn last(&self) -> LayerId {
        LayerId(self.domain.layers().len().min(self.most_layers) - 1)
    }

    /// Returns each layer's file, by one of the store's names for it.
    fn paths_by(
        &self,
        path: fn(&Path, &str) -> Result<PathBuf, shuban_store::Error>,
    ) -> Vec<PathBuf> {
        let layers = &self.domain.layers()[..=self.last().0];
        layers.iter().map(|layer| path(Path::new(DATA), &layer.name).unwrap()).collect()
    }

    fn open(&self, disk: &MemoryDisk, layer: usize) -> Result<OpenLayer<'_, D>, Error> {
        OpenLayer::open(&files(disk), Path::new(DATA), &self.domain, LayerId(layer))
    }
}

impl<D: Domain> Kind for Building<D> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn build_as(&self, disk: &MemoryDisk, write: Options) -> Result<(), Error> {
        let (files, options) = (files(disk), BuildOptions { write, ..options() });
        build(&files, &*self.solver(), self.last(), &options, &Silent).map(drop)
    }

    fn go_on(&self, disk: &MemoryDisk) -> Result<(), Error> {
        let options = BuildOptions { checkpoint_every: Duration::from_secs(3600), ..options() };
        build(&files(disk), &*self.solver(), self.last(), &options, &Silent).map(drop)
    }

    fn paths(&self) -> Vec<PathBuf> {
        self.paths_by(layer_path)
    }

    fn probe(&self, disk: &MemoryDisk, layer: usize) -> Result<(), Error> {
        let open = self.open(disk, layer)?;
        for (part, index) in open.indexes().iter().enumerate() {
            for rank in 0..index.len().min(2_000) {
                // Each by itself: an unreadable one does not end the others.
                let _ = open.value_at(part, rank);
                let _ = open.stored().status_at(part, rank);
                let position = open.part_index(part).unrank(rank);
                let _ = position.map(|position| open.value(&position));
            }
            let _ = open.values(part);
        }
        Ok(())
    }

    fn verify(&self, disk: &MemoryDisk, layer: usize) -> Result<Verified, Error> {
        let options = VerifyOptions { threads: 1, memory: 64 << 20, ..VerifyOptions::new(DATA) };
        verify(&files(disk), &*self.solver(), LayerId(layer), &options, &Silent)
    }

    fn difference(
        &self,
        disk: &MemoryDisk,
        sound: &MemoryDisk,
        layer: usize,
    ) -> Result<Option<String>, Error> {
        let (open, sound) = (self.open(disk, layer)?, self.open(sound, layer)?);
        for (part, index) in sound.indexes().iter().enumerate() {
            let found = open.part_index(part).len();
            if found != index.len() {
                return Ok(Some(format!("{found} positions of {}", index.len())));
            }
            for rank in 0..index.len() {
                let position = sound.part_index(part).unrank(rank).expect("a sound index");
                let expected = sound.value_at(part, rank)?;
                match open.value(&position)? {
                    Some(value) if (self.same)(&value, &expected) => {}
                    other => {
                        let what = format!("{position:?}: {other:?}, expected {expected:?}");
                        return Ok(Some(what));
                    }
                }
            }
        }
        Ok(None)
    }
}

/// Keeps only the last layer's ledger.
struct Tallying<D: Domain>(Building<D>);

impl<D: Domain> Kind for Tallying<D> {
    fn name(&self) -> &'static str {
        self.0.name
    }

    fn build_as(&self, disk: &MemoryDisk, write: Options) -> Result<(), Error> {
        let (path, options) = (Path::new(LEDGER), BuildOptions { write, ..options() });
        tally(&files(disk), &*self.0.solver(), self.0.last(), path, &options, &Silent).map(drop)
    }

    fn left(&self, disk: &MemoryDisk) -> Contents {
        let mut left = contents(disk);
        if let Some(bytes) = left.get_mut(Path::new(LEDGER)) {
            let mut ledger = Ledger::read(disk, Path::new(LEDGER)).unwrap().unwrap();
            ledger.done.values_mut().for_each(|entry| entry.seconds = 0.0);
            *bytes = format!("{ledger:?}").into_bytes();
        }
        left
    }

    fn paths(&self) -> Vec<PathBuf> {
        let mut paths = self.0.paths();
        paths.pop();
        paths
    }

    fn probe(&self, disk: &MemoryDisk, _: usize) -> Result<(), Error> {
        Ledger::read(disk, Path::new(LEDGER)).map(drop)
    }

    fn verify(&self, disk: &MemoryDisk, layer: usize) -> Result<Verified, Error> {
        self.0.verify(disk, layer)
    }

    fn difference(
        &self,
        disk: &MemoryDisk,
        sound: &MemoryDisk,
        layer: usize,
    ) -> Result<Option<String>, Error> {
        self.0.difference(disk, sound, layer)
    }
}

/// Keeps only compact files; with `certificate`, remakes the last one's proving file.
struct Compacting {
    races: Building<Races>,
    certificate: bool,
}

impl Kind for Compacting {
    fn name(&self) -> &'static str {
        self.races.name
    }

    fn build_as(&self, disk: &MemoryDisk, write: Options) -> Result<(), Error> {
        let (files, solver, last) = (files(disk), self.races.solver(), self.races.last());
        // Checkpoints are tested by other kinds.
        let checkpoint_every = Duration::from_secs(3600);
        let compact =
            BuildOptions { write, width: 1 << 15, compact: true, checkpoint_every, ..options() };
        build(&files, &*solver, last, &compact, &Silent)?;
        if self.certificate {
            let certificate = BuildOptions { compact: false, certificate: true, ..compact };
            build(&files, &*solver, last, &certificate, &Silent)?;
        }
        Ok(())
    }

    fn leaves_work(&self) -> bool {
        false
    }

    /// The last compact file may be removed when its certificate is remade, so it may be absent.
    fn paths(&self) -> Vec<PathBuf> {
        let mut paths = self.races.paths_by(compact_path);
        if self.certificate {
            paths.pop();
            paths.extend(self.races.paths().pop());
        }
        paths
    }

    fn probe(&self, disk: &MemoryDisk, layer: usize) -> Result<(), Error> {
        self.races.probe(disk, layer)
    }

    fn verify(&self, disk: &MemoryDisk, layer: usize) -> Result<Verified, Error> {
        self.races.verify(disk, layer)
    }

    fn difference(
        &self,
        disk: &MemoryDisk,
        sound: &MemoryDisk,
        layer: usize,
    ) -> Result<Option<String>, Error> {
        self.races.difference(disk, sound, layer)
    }
}
