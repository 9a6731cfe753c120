//! Builds of streamed layers on a disk in memory, and their progress reports.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use miniatures::interned::Strips;
use miniatures::pairs::Regions;
use shuban_core::{Domain, LayerId, Progress, Silent, Tabulate};
use shuban_solve::{BuildOptions, Error, LayerReport, Tabulation, build};
use shuban_store::{FileSystem, layer_path};
use shuban_store_testing::MemoryDisk;

use crate::numbers::Numbers;

pub(crate) const LEDGER: &str = "/ledgers/layer.json";

pub(crate) fn options() -> BuildOptions {
    BuildOptions { threads: 2, ..BuildOptions::new("/data") }
}

pub(crate) fn files(disk: &MemoryDisk) -> Arc<dyn FileSystem> {
    Arc::new(disk.clone())
}

pub(crate) fn last<D: Domain>(domain: &D) -> LayerId {
    LayerId(domain.layers().len() - 1)
}

pub(crate) fn path<D: Domain>(domain: &D, layer: LayerId) -> PathBuf {
    layer_path(Path::new("/data"), &domain.layers()[layer.0].name).unwrap()
}

/// Builds the last layer.
pub(crate) fn build_last<D: Tabulate>(
    domain: &D,
    disk: &MemoryDisk,
    options: &BuildOptions,
    progress: &dyn Progress,
) -> Result<Vec<LayerReport>, Error> {
    build(&files(disk), &Tabulation(domain), last(domain), options, progress)
}

/// Returns all that is on a disk, by path.
pub(crate) fn contents(disk: &MemoryDisk) -> BTreeMap<PathBuf, Vec<u8>> {
    disk.paths().into_iter().map(|path| (path.clone(), disk.contents(&path).unwrap())).collect()
}

/// Builds a whole domain, on one thread and without checkpoints; returns the files.
pub(crate) fn whole<D: Tabulate>(domain: &D) -> BTreeMap<PathBuf, Vec<u8>> {
    let disk = MemoryDisk::default();
    build_last(domain, &disk, &BuildOptions { threads: 1, ..options() }, &Silent).unwrap();
    contents(&disk)
}

/// Collects progress reports, and interrupts the work after n calls.
#[derive(Default)]
pub(crate) struct Listener {
    pub(crate) heard: Mutex<Vec<String>>,
    pub(crate) calls: AtomicU64,
    pub(crate) most: Option<u64>,
}

impl Listener {
    pub(crate) fn hears(&self, what: &str) -> usize {
        self.heard.lock().unwrap().iter().filter(|text| text.contains(what)).count()
    }

    /// Returns the number of shards computed, or begun.
    pub(crate) fn shards(&self) -> usize {
        self.heard
            .lock()
            .unwrap()
            .iter()
            .filter(|text| text.starts_with("shard") && text.len() < 12)
            .count()
    }
}

impl Progress for Listener {
    fn phase(&self, what: &str, _: u64) {
        self.heard.lock().unwrap().push(what.to_owned());
    }

    fn at(&self, _: u64, detail: &str) {
        let mut heard = self.heard.lock().unwrap();
        if !detail.is_empty() && heard.last().is_none_or(|last| last != detail) {
            heard.push(detail.to_owned());
        }
    }

    fn note(&self, text: &str) {
        self.heard.lock().unwrap().push(text.to_owned());
    }

    fn interrupted(&self) -> bool {
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        self.most.is_some_and(|most| call >= most)
    }
}

pub(crate) fn numbers(checkpoint: u64) -> Numbers {
    Numbers::new([5_000, 9_000], 700, checkpoint)
}

pub(crate) fn strips(checkpoint: u64) -> Strips {
    let mut strips = Strips::default();
    strips.checkpoint = checkpoint;
    strips
}

pub(crate) fn regions(checkpoint: u64) -> Regions {
    let mut regions = Regions::new(5);
    regions.checkpoint = checkpoint;
    regions
}
