//! Publishing, fetching and reading that end anywhere: by a full disk, by a kill, by a power cut.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shuban_core::{Interval, Silent};
use shuban_publish::{
    Catalogue, KeptParts, PublishedFiles, Reading, Reason, Source, SourceError, fetch, publish,
    read_back,
};
use shuban_store::{CacheSize, Database, FileSystem, LocalFolder, layer_path};
use shuban_store_testing::{DiskFault, Keep, MemoryDisk, trials};

use crate::layers::{options, value, write_some};

const POSITIONS: u64 = 20_000;
const LAYERS: [&str; 2] = ["game/one", "game/two"];

/// A folder of a disk in memory.
#[derive(Debug)]
struct InMemory(MemoryDisk);

impl InMemory {
    fn bytes(&self, name: &str) -> Result<Vec<u8>, SourceError> {
        self.0
            .contents(&Path::new("published").join(name))
            .ok_or_else(|| SourceError { address: self.address(name), reason: Reason::Status(404) })
    }
}

impl Source for InMemory {
    fn range(&self, name: &str, range: Range<u64>, len: u64) -> Result<Vec<u8>, SourceError> {
        let bytes = self.bytes(name)?;
        assert_eq!(bytes.len() as u64, len);
        Ok(bytes[range.start as usize..range.end as usize].to_vec())
    }

    fn whole(&self, name: &str, _most: u64) -> Result<Vec<u8>, SourceError> {
        self.bytes(name)
    }

    fn address(&self, name: &str) -> String {
        format!("memory://published/{name}")
    }
}

fn files(disk: &MemoryDisk) -> Arc<dyn FileSystem> {
    Arc::new(disk.clone())
}

/// A disk with two layers, and their files.
fn with_layers() -> (MemoryDisk, Vec<(String, PathBuf)>) {
    let disk = MemoryDisk::default();
    let write = |domain: &str, needs: &[&str]| {
        let path = write_some(&files(&disk), Path::new("data"), domain, needs, POSITIONS);
        (domain.to_owned(), path)
    };
    let layers = vec![write(LAYERS[0], &[]), write(LAYERS[1], &LAYERS[..1])];
    (disk, layers)
}

fn put(disk: &MemoryDisk, layers: &[(String, PathBuf)]) -> Result<(), shuban_publish::Error> {
    let to = LocalFolder::new(files(disk), "published");
    publish(disk, layers, &to, &options(1 << 15), &Silent).map(drop)
}

fn published() -> MemoryDisk {
    let (disk, layers) = with_layers();
    put(&disk, &layers).unwrap();
    disk
}

/// Every kind of fault and of power cut, in turn.
fn ended(disk: &MemoryDisk, trial: u64) {
    disk.heal();
    disk.power_cut([Keep::None, Keep::All, Keep::Some { seed: trial }][trial as usize % 3]);
}

#[test]
fn a_folder_is_that_of_before_or_that_of_afterwards() {
    let (disk, layers) = with_layers();
    put(&disk, &layers[..1]).unwrap();
    let before = disk.contents(Path::new("published/catalogue.json")).unwrap();
    let operations = disk.operations();
    put(&disk, &layers).unwrap();
    let operations = disk.operations() - operations;
    let after = disk.contents(Path::new("published/catalogue.json")).unwrap();
    for operation in 0..operations {
        let (disk, layers) = with_layers();
        put(&disk, &layers[..1]).unwrap();
        disk.power_cut(Keep::All);
        let fault = [io::ErrorKind::Other, io::ErrorKind::StorageFull][operation as usize % 2];
        disk.fail_at(operation, DiskFault::From(fault));
        // The last operation may fail when all is in place.
        let _ = put(&disk, &layers);
        ended(&disk, operation);
        let found = disk.contents(Path::new("published/catalogue.json")).unwrap();
        assert!(found == before || found == after, "operation {operation}");
        let back = read_back(Box::new(InMemory(disk.clone())), &files(&disk), &Silent).unwrap();
        assert_eq!(back.domains.len(), Catalogue::read(&found).unwrap().layers.len());
        put(&disk, &layers).unwrap();
        assert!(disk.contents(Path::new("published/catalogue.json")).unwrap() == after);
        read_back(Box::new(InMemory(disk.clone())), &files(&disk), &Silent).unwrap();
    }
    assert!(operations > 20, "{operations}");
}

#[test]
fn a_fetched_file_is_whole_or_not_there() {
    let from = published();
    let get = |to: &MemoryDisk| {
        let source = Box::new(InMemory(from.clone()));
        fetch(LAYERS[1], false, source, &files(to), Path::new("data"), &Silent)
    };
    let to = MemoryDisk::default();
    get(&to).unwrap();
    let (operations, mut resumed) = (to.operations(), 0);
    for operation in 0..operations {
        let to = MemoryDisk::default();
        // Twice: a file that was left may be cut again.
        for (trial, operation) in [(operation, operation), (operation + 1, operation / 2)] {
            to.fail_at(operation, DiskFault::From(io::ErrorKind::Other));
            let _ = get(&to);
            ended(&to, trial);
            for domain in LAYERS {
                let path = layer_path(Path::new("data"), domain).unwrap();
                if to.contents(&path).is_some() {
                    Database::open_as(&to, &path, domain).unwrap().check(&mut |_, _| ()).unwrap();
                }
            }
        }
        resumed += get(&to).unwrap().resumed;
        for domain in LAYERS {
            let path = layer_path(Path::new("data"), domain).unwrap();
            assert!(to.contents(&path) == from.contents(&path), "{domain}, operation {operation}");
        }
    }
    assert!(operations > 20 && resumed > 0, "{operations} operations, {resumed} bytes");
}

/// Parts that were kept before a power cut may be cut or empty, and no value is wrong for it.
#[test]
fn kept_parts_survive_a_kill_or_are_read_anew() {
    let from = published();
    let kept = KeptParts { folder: "kept".into(), bytes: 16 << 20 };
    let to = MemoryDisk::default();
    for trial in 0..trials(100) {
        let reading = Reading { kept: Some(kept.clone()), ..Reading::default() };
        let there = PublishedFiles::new(files(&to), reading);
        to.fail_at(trial % 41, DiskFault::From(io::ErrorKind::Other));
        there.add_source("memory://published", Box::new(InMemory(from.clone()))).unwrap();
        let path = layer_path(Path::new("memory://published"), LAYERS[1]).unwrap();
        let database = Database::open_with(&there, &path, CacheSize(0)).unwrap();
        let values = database.records::<Interval>("values").unwrap();
        for step in 0..20 {
            let rank = (trial * 131 + step * 997) % POSITIONS;
            assert_eq!(values.get(rank).unwrap(), value(LAYERS[1], rank), "trial {trial}");
        }
        ended(&to, trial);
    }
    assert!(to.paths().iter().any(|path| path.starts_with("kept")), "nothing was kept");
}
