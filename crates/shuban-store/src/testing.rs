//! A file system in memory that fails, and loses power, when a test says so.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::filesystem::{FileSystem, LockGuard, ReadAt, WriteFile};

/// A file system in memory. It has a *live* image, which programs see, and a *durable* one, which a
/// power cut leaves: files as they were synced, names as their folders were. Clones share it.
///
/// Operations that change something are counted from 0, and one of them can be made to fail.
#[derive(Clone, Debug, Default)]
pub struct MemoryDisk {
    state: Arc<Mutex<State>>,
    mapped: bool,
}

/// What happens to an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It fails with this error, and what it appends is written half; those after it succeed.
    Once(io::ErrorKind),
    /// It and all after it fail with this error: a disk that is full or broken.
    From(io::ErrorKind),
}

/// What a power cut leaves of the changes that were not synced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Nothing.
    None,
    /// All of them.
    All,
    /// Some: each append and each name by the toss of a coin, whatever their order.
    Some {
        /// Which tosses.
        seed: u64,
    },
}

#[derive(Debug, Default)]
struct State {
    files: Vec<Content>,
    live: BTreeMap<PathBuf, usize>,
    durable: BTreeMap<PathBuf, usize>,
    /// Changes of names that no folder's sync has made durable.
    unsynced: Vec<(PathBuf, Option<usize>)>,
    folders: BTreeSet<PathBuf>,
    locks: BTreeSet<PathBuf>,
    operations: u64,
    fault: Option<(u64, Fault)>,
    read_fault: Option<io::ErrorKind>,
}

#[derive(Debug, Default)]
struct Content {
    bytes: Arc<Vec<u8>>,
    /// The length when it was last synced.
    synced: usize,
    /// Where each append since then ends.
    appends: Vec<usize>,
}

impl MemoryDisk {
    /// An empty disk, whose files are read as if mapped into memory.
    pub fn mapped() -> Self {
        MemoryDisk { mapped: true, ..MemoryDisk::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many operations there were.
    pub fn operations(&self) -> u64 {
        self.state().operations
    }

    /// Makes an operation fail: number `operation` from now, from 0.
    pub fn fail_at(&self, operation: u64, fault: Fault) {
        let mut state = self.state();
        state.fault = Some((state.operations + operation, fault));
    }

    /// Makes reads fail that do not go through a mapping, those of open files too.
    pub fn fail_reads(&self, kind: io::ErrorKind) {
        self.state().read_fault = Some(kind);
    }

    /// Lets everything succeed again.
    pub fn heal(&self) {
        let mut state = self.state();
        state.fault = None;
        state.read_fault = None;
    }

    /// Cuts the power: what is not durable is lost except for what `keep` leaves; locks end, and the
    /// disk works again. Files that are still open are of a process that is gone: they must not be used.
    pub fn power_cut(&self, keep: Keep) {
        let mut coin = Coin { keep, state: if let Keep::Some { seed } = keep { seed } else { 0 } };
        let mut state = self.state();
        let state = &mut *state;
        for (path, file) in std::mem::take(&mut state.unsynced) {
            if coin.toss() {
                set_name(&mut state.durable, path, file);
            }
        }
        for content in &mut state.files {
            let mut kept = content.bytes[..content.synced].to_vec();
            let mut start = content.synced;
            for end in std::mem::take(&mut content.appends) {
                if coin.toss() {
                    // Before it, an append that was lost leaves a hole of zeros.
                    kept.resize(start, 0);
                    kept.extend_from_slice(&content.bytes[start..end]);
                }
                start = end;
            }
            content.synced = kept.len();
            content.bytes = Arc::new(kept);
        }
        state.live = state.durable.clone();
        state.locks.clear();
        state.fault = None;
    }

    /// The bytes of a file, if there is one.
    pub fn contents(&self, path: &Path) -> Option<Vec<u8>> {
        let state = self.state();
        Some(state.files[*state.live.get(path)?].bytes.to_vec())
    }

    /// Puts a file there, durably, and not as a counted operation.
    pub fn put(&self, path: &Path, bytes: Vec<u8>) {
        let mut state = self.state();
        let file = state.files.len();
        state.files.push(Content { synced: bytes.len(), bytes: Arc::new(bytes), appends: Vec::new() });
        state.live.insert(path.to_owned(), file);
        state.durable.insert(path.to_owned(), file);
    }

    /// The paths of all files.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.state().live.keys().cloned().collect()
    }
}

impl State {
    /// Counts an operation, which fails if it was told to.
    fn operate(&mut self) -> io::Result<()> {
        let number = self.operations;
        self.operations += 1;
        match self.fault {
            Some((at, Fault::Once(kind))) if number == at => Err(kind.into()),
            Some((at, Fault::From(kind))) if number >= at => Err(kind.into()),
            _ => Ok(()),
        }
    }

    fn rename_live(&mut self, path: &Path, file: Option<usize>) {
        set_name(&mut self.live, path.to_owned(), file);
        self.unsynced.push((path.to_owned(), file));
    }

    fn file(&self, path: &Path) -> io::Result<usize> {
        Ok(*self.live.get(path).ok_or(io::ErrorKind::NotFound)?)
    }
}

fn set_name(names: &mut BTreeMap<PathBuf, usize>, path: PathBuf, file: Option<usize>) {
    match file {
        Some(file) => names.insert(path, file),
        None => names.remove(&path),
    };
}

struct Coin {
    keep: Keep,
    state: u64,
}

impl Coin {
    fn toss(&mut self) -> bool {
        match self.keep {
            Keep::None => false,
            Keep::All => true,
            Keep::Some { .. } => {
                // SplitMix64.
                self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
                let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
                (mixed ^ mixed >> 31) & 1 == 1
            }
        }
    }
}

impl FileSystem for MemoryDisk {
    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadAt>> {
        let state = self.state();
        let bytes = Arc::clone(&state.files[state.file(path)?].bytes);
        Ok(Box::new(Reading { disk: self.clone(), bytes }))
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn WriteFile>> {
        let mut state = self.state();
        state.operate()?;
        // A new file in any case: cutting a file that is there to nothing is not tried here.
        let file = state.files.len();
        state.files.push(Content::default());
        state.rename_live(path, Some(file));
        Ok(Box::new(Writing { disk: self.clone(), file }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.operate()?;
        let file = state.file(from)?;
        state.rename_live(from, None);
        state.rename_live(to, Some(file));
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.operate()?;
        state.file(path)?;
        state.rename_live(path, None);
        Ok(())
    }

    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.operate()?;
        state.folders.insert(path.to_owned());
        Ok(())
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.operate()?;
        let state = &mut *state;
        let here = |name: &Path| name.parent() == Some(path);
        let (synced, unsynced) =
            std::mem::take(&mut state.unsynced).into_iter().partition(|(name, _)| here(name));
        let synced: Vec<(PathBuf, Option<usize>)> = synced;
        state.unsynced = unsynced;
        for (name, file) in synced {
            set_name(&mut state.durable, name, file);
        }
        Ok(())
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        let state = self.state();
        let here = |path: &&PathBuf| path.parent() == Some(dir);
        let paths: BTreeSet<PathBuf> =
            state.live.keys().filter(here).chain(state.folders.iter().filter(here)).cloned().collect();
        Ok(paths.into_iter().collect())
    }

    fn len(&self, path: &Path) -> io::Result<Option<u64>> {
        let state = self.state();
        Ok(state.live.get(path).map(|file| state.files[*file].bytes.len() as u64))
    }

    fn free_space(&self, _dir: &Path) -> io::Result<u64> {
        Ok(1 << 40)
    }

    fn try_lock(&self, path: &Path) -> io::Result<Option<Box<dyn LockGuard>>> {
        let mut state = self.state();
        if !state.locks.insert(path.to_owned()) {
            return Ok(None);
        }
        Ok(Some(Box::new(Held { disk: self.clone(), path: path.to_owned() })))
    }
}

struct Reading {
    disk: MemoryDisk,
    bytes: Arc<Vec<u8>>,
}

impl ReadAt for Reading {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        if let Some(kind) = self.disk.state().read_fault {
            return Err(kind.into());
        }
        let found = usize::try_from(offset)
            .ok()
            .and_then(|start| self.bytes.get(start..start.checked_add(buffer.len())?))
            .ok_or(io::ErrorKind::UnexpectedEof)?;
        buffer.copy_from_slice(found);
        Ok(())
    }

    fn bytes(&self) -> Option<&[u8]> {
        self.disk.mapped.then_some(&self.bytes)
    }
}

struct Writing {
    disk: MemoryDisk,
    file: usize,
}

impl WriteFile for Writing {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.disk.state();
        let done = state.operate();
        let written = if done.is_ok() { bytes } else { &bytes[..bytes.len() / 2] };
        let content = &mut state.files[self.file];
        Arc::make_mut(&mut content.bytes).extend_from_slice(written);
        content.appends.push(content.bytes.len());
        done
    }

    fn sync(&mut self) -> io::Result<()> {
        let mut state = self.disk.state();
        state.operate()?;
        let content = &mut state.files[self.file];
        content.synced = content.bytes.len();
        content.appends.clear();
        Ok(())
    }
}

#[derive(Debug)]
struct Held {
    disk: MemoryDisk,
    path: PathBuf,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.disk.state().locks.remove(&self.path);
    }
}

impl LockGuard for Held {}
