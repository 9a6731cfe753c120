//! A file system in memory that fails, and loses power, on demand.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shuban_core::Random;
use shuban_core::Unanswered;
use shuban_core::own_file::ReadAt;
use shuban_core::tabulate::{ScratchFile, ScratchMemory};
use shuban_store::{Error, FileIdentity, FileSystem, WriteFile};

/// A file system in memory. Programs see its *live* image. A power cut leaves its *durable* image:
/// files as they were last synced, and names (also those of folders) as of the last sync of their
/// folder. If a folder's own name is lost, its content is lost with it. Clones share the file
/// system.
///
/// Operations that change something are counted from 0, and any of them can be made to fail.
#[derive(Clone, Debug, Default)]
pub struct MemoryDisk {
    state: Arc<Mutex<DiskState>>,
    memory: Option<u64>,
    free: Option<u64>,
}

/// The fault of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiskFault {
    /// It fails with this error, after appending half; those after it succeed.
    Once(io::ErrorKind),
    /// It and all later ones fail with this error: a full or broken disk.
    From(io::ErrorKind),
    /// It reports success, but appends a wrong byte: a faulty disk.
    Corrupt {
        /// The index of the wrong byte in the appended piece, modulo its length.
        byte: usize,
    },
    /// It reports success, but appends only the first half: a faulty disk.
    Short,
}

/// The unsynced changes that survive a power cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// No changes.
    None,
    /// All changes.
    All,
    /// Some changes: a coin toss for each append and each name, regardless of their order.
    Some {
        /// The seed of the tosses.
        seed: u64,
    },
}

#[derive(Debug, Default)]
struct DiskState {
    files: Vec<FileContent>,
    live: Names,
    durable: Names,
    /// Changes of names that no sync of a folder has made durable.
    unsynced: Vec<(PathBuf, Option<NameTarget>)>,
    locks: BTreeSet<PathBuf>,
    operations: u64,
    fault: Option<(u64, DiskFault)>,
    reads: u64,
    read_fault: Option<(RangeInclusive<u64>, io::ErrorKind)>,
}

/// The target of a name: an index into [`DiskState::files`], or a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NameTarget {
    File(usize),
    Folder,
}

type Names = BTreeMap<PathBuf, NameTarget>;

#[derive(Debug, Default)]
struct FileContent {
    bytes: Arc<Vec<u8>>,
    /// The length when it was last synced.
    synced: usize,
    /// The end of each append since then.
    appends: Vec<usize>,
}

impl MemoryDisk {
    /// Returns the same disk, whose readers may take this much memory.
    #[must_use]
    pub fn with_memory(&self, bytes: u64) -> Self {
        MemoryDisk { memory: Some(bytes), ..self.clone() }
    }

    /// Returns the same disk with so many free bytes, however many are written.
    #[must_use]
    pub fn with_free(&self, bytes: u64) -> Self {
        MemoryDisk { free: Some(bytes), ..self.clone() }
    }

    fn state(&self) -> MutexGuard<'_, DiskState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of operations so far.
    pub fn operations(&self) -> u64 {
        self.state().operations
    }

    /// Makes an operation fail: number `operation` from now, from 0.
    pub fn fail_at(&self, operation: u64, fault: DiskFault) {
        let mut state = self.state();
        state.fault = Some((state.operations + operation, fault));
    }

    /// Makes reads fail, including those of open files.
    pub fn fail_reads(&self, kind: io::ErrorKind) {
        self.state().read_fault = Some((0..=u64::MAX, kind));
    }

    /// Makes one read fail: number `read` from now, from 0.
    pub fn fail_read_at(&self, read: u64, kind: io::ErrorKind) {
        let mut state = self.state();
        let read = state.reads + read;
        state.read_fault = Some((read..=read, kind));
    }

    /// Returns the number of reads so far.
    pub fn reads(&self) -> u64 {
        self.state().reads
    }

    /// Makes all operations succeed again.
    pub fn heal(&self) {
        let mut state = self.state();
        state.fault = None;
        state.read_fault = None;
    }

    /// Cuts the power: all changes that are not durable are lost, except those that `keep` selects.
    /// Locks end, and the disk works again. Files that are still open belong to a process that has
    /// ended, and must not be used.
    pub fn power_cut(&self, keep: Keep) {
        let mut random = Random::new(if let Keep::Some { seed } = keep { seed } else { 0 });
        let mut is_kept = || match keep {
            Keep::None => false,
            Keep::All => true,
            Keep::Some { .. } => random.below(2) == 1,
        };
        let mut state = self.state();
        let state = &mut *state;
        for (path, node) in std::mem::take(&mut state.unsynced) {
            if is_kept() {
                set_name(&mut state.durable, path, node);
            }
        }
        for content in &mut state.files {
            let mut kept = content.bytes[..content.synced].to_vec();
            let mut start = content.synced;
            for end in std::mem::take(&mut content.appends) {
                if is_kept() {
                    // A lost append before a surviving one leaves a hole of zeros.
                    kept.resize(start, 0);
                    kept.extend_from_slice(&content.bytes[start..end]);
                }
                start = end;
            }
            content.synced = kept.len();
            content.bytes = Arc::new(kept);
        }
        let durable = std::mem::take(&mut state.durable);
        let reachable = |path: &Path| {
            path.ancestors()
                .skip(1)
                .all(|above| is_root(above) || durable.get(above) == Some(&NameTarget::Folder))
        };
        state.live = durable
            .iter()
            .filter(|(path, _)| reachable(path))
            .map(|(path, node)| (path.clone(), *node))
            .collect();
        state.durable = state.live.clone();
        state.locks.clear();
        state.fault = None;
    }

    /// Returns the bytes of a file, if there is one.
    pub fn contents(&self, path: &Path) -> Option<Vec<u8>> {
        let state = self.state();
        Some(state.files[state.file(path).ok()?].bytes.to_vec())
    }

    /// Writes a file and the folders above it durably, without counting an operation.
    pub fn put(&self, path: &Path, bytes: Vec<u8>) {
        let mut state = self.state();
        let file = state.files.len();
        let synced = bytes.len();
        state.files.push(FileContent { bytes: Arc::new(bytes), synced, appends: Vec::new() });
        let folders = path.ancestors().skip(1).filter(|above| !is_root(above));
        let nodes = folders
            .map(|above| (above, NameTarget::Folder))
            .chain([(path, NameTarget::File(file))]);
        for (path, node) in nodes {
            state.live.insert(path.to_owned(), node);
            state.durable.insert(path.to_owned(), node);
        }
    }

    /// Returns the paths of all files.
    pub fn paths(&self) -> Vec<PathBuf> {
        let state = self.state();
        let files = state.live.iter().filter(|(_, node)| matches!(node, NameTarget::File(_)));
        files.map(|(path, _)| path.clone()).collect()
    }
}

impl DiskState {
    /// Counts an operation, and fails if a test has asked for it.
    fn operate(&mut self) -> io::Result<()> {
        let number = self.operations;
        self.operations += 1;
        match self.fault {
            Some((at, DiskFault::Once(kind))) if number == at => Err(kind.into()),
            Some((at, DiskFault::From(kind))) if number >= at => Err(kind.into()),
            _ => Ok(()),
        }
    }

    /// Counts a read, and fails if a test has asked for it.
    fn read(&mut self) -> io::Result<()> {
        let number = self.reads;
        self.reads += 1;
        match &self.read_fault {
            Some((which, kind)) if which.contains(&number) => Err((*kind).into()),
            _ => Ok(()),
        }
    }

    /// Returns the part of `bytes` that the next operation writes.
    fn written(&self, bytes: &[u8]) -> Vec<u8> {
        let mut written = bytes.to_vec();
        match self.fault {
            Some((at, _)) if at != self.operations || bytes.is_empty() => {}
            Some((_, DiskFault::Corrupt { byte })) => written[byte % bytes.len()] ^= 0x10,
            Some((_, DiskFault::Short)) => written.truncate(bytes.len() / 2),
            _ => {}
        }
        written
    }

    /// Changes a name in the live image; its folder must exist.
    fn set_live(&mut self, path: &Path, node: Option<NameTarget>) -> io::Result<()> {
        self.folder(path.parent().unwrap_or(Path::new("")))?;
        if self.folder(path).is_ok() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        set_name(&mut self.live, path.to_owned(), node);
        self.unsynced.push((path.to_owned(), node));
        Ok(())
    }

    fn file(&self, path: &Path) -> io::Result<usize> {
        match self.live.get(path) {
            Some(NameTarget::File(file)) => Ok(*file),
            Some(NameTarget::Folder) => Err(io::ErrorKind::IsADirectory.into()),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// Fails if there is no such folder.
    fn folder(&self, path: &Path) -> io::Result<()> {
        match self.live.get(path) {
            _ if is_root(path) => Ok(()),
            Some(NameTarget::Folder) => Ok(()),
            Some(NameTarget::File(_)) => Err(io::ErrorKind::NotADirectory.into()),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

/// Returns true if a path is `/`, or the empty one, which always exist.
fn is_root(path: &Path) -> bool {
    path.parent().is_none()
}

fn set_name(names: &mut Names, path: PathBuf, node: Option<NameTarget>) {
    match node {
        Some(node) => names.insert(path, node),
        None => names.remove(&path),
    };
}

impl FileSystem for MemoryDisk {
    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadAt>> {
        let state = self.state();
        let bytes = Arc::clone(&state.files[state.file(path)?].bytes);
        Ok(Box::new(MemoryReader { disk: self.clone(), bytes }))
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn WriteFile>> {
        let mut state = self.state();
        state.operate()?;
        // Always a new file: truncating an existing file is not simulated.
        let file = state.files.len();
        state.files.push(FileContent::default());
        state.set_live(path, Some(NameTarget::File(file)))?;
        Ok(Box::new(MemoryWriter { disk: self.clone(), file }))
    }

    fn go_on(&self, path: &Path, len: u64) -> io::Result<Box<dyn WriteFile>> {
        let mut state = self.state();
        state.operate()?;
        let file = state.file(path)?;
        let content = &mut state.files[file];
        Arc::make_mut(&mut content.bytes).truncate(len as usize);
        content.synced = content.synced.min(content.bytes.len());
        content.appends.retain(|end| *end <= len as usize);
        content.appends.push(content.bytes.len());
        Ok(Box::new(MemoryWriter { disk: self.clone(), file }))
    }

    /// In memory: no name of a scratch file outlives a power cut.
    fn scratch(&self, dir: &Path) -> io::Result<Box<dyn ScratchFile>> {
        let mut state = self.state();
        state.operate()?;
        state.folder(dir)?;
        let (disk, dir) = (self.clone(), dir.to_owned());
        Ok(Box::new(MemoryScratch { disk, dir, bytes: ScratchMemory::default() }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.operate()?;
        let file = state.file(from)?;
        state.set_live(to, Some(NameTarget::File(file)))?;
        state.set_live(from, None)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.operate()?;
        state.file(path)?;
        state.set_live(path, None)
    }

    fn create_dir(&self, path: &Path) -> io::Result<bool> {
        let mut state = self.state();
        state.operate()?;
        match state.folder(path).map_err(|error| error.kind()) {
            Ok(()) => Ok(false),
            Err(io::ErrorKind::NotFound) => {
                state.set_live(path, Some(NameTarget::Folder)).map(|()| true)
            }
            Err(kind) => Err(kind.into()),
        }
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.operate()?;
        state.folder(path)?;
        let state = &mut *state;
        let here = |name: &Path| name.parent() == Some(path);
        for (name, node) in state.unsynced.extract_if(.., |(name, _)| here(name)) {
            set_name(&mut state.durable, name, node);
        }
        Ok(())
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        let state = self.state();
        Ok(state.live.keys().filter(|path| path.parent() == Some(dir)).cloned().collect())
    }

    fn identity(&self, path: &Path) -> io::Result<Option<FileIdentity>> {
        let state = self.state();
        Ok(state.file(path).ok().map(|file| FileIdentity {
            len: state.files[file].bytes.len() as u64,
            number: (0, file as u64),
            modified: (0, 0),
        }))
    }

    fn memory(&self) -> u64 {
        self.memory.unwrap_or(u64::MAX)
    }

    fn free_space(&self, _dir: &Path) -> io::Result<u64> {
        Ok(self.free.unwrap_or(1 << 40))
    }

    fn try_lock(&self, path: &Path) -> io::Result<Option<Box<dyn Any + Send + Sync>>> {
        let mut state = self.state();
        state.folder(path.parent().unwrap_or(Path::new("")))?;
        if !state.locks.insert(path.to_owned()) {
            return Ok(None);
        }
        Ok(Some(Box::new(HeldLock { disk: self.clone(), path: path.to_owned() })))
    }
}

struct MemoryReader {
    disk: MemoryDisk,
    bytes: Arc<Vec<u8>>,
}

impl ReadAt for MemoryReader {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        self.disk.state().read()?;
        let found = usize::try_from(offset)
            .ok()
            .and_then(|start| self.bytes.get(start..start.checked_add(buffer.len())?))
            .ok_or(io::ErrorKind::UnexpectedEof)?;
        buffer.copy_from_slice(found);
        Ok(())
    }
}

struct MemoryScratch {
    disk: MemoryDisk,
    dir: PathBuf,
    bytes: ScratchMemory,
}

impl MemoryScratch {
    fn unanswered(&self, source: io::Error) -> Unanswered {
        let (what, path) = ("use scratch in", self.dir.clone());
        Unanswered::because(match source.kind() {
            io::ErrorKind::StorageFull => Error::NoSpace { path },
            _ => Error::Io { what, path, source },
        })
    }
}

impl ScratchFile for MemoryScratch {
    fn write_at(&self, bytes: &[u8], offset: u64) -> Result<(), Unanswered> {
        let done = self.disk.state().operate();
        done.map_err(|source| self.unanswered(source))?;
        self.bytes.write_at(bytes, offset)
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> Result<(), Unanswered> {
        let done = self.disk.state().read();
        done.map_err(|source| self.unanswered(source))?;
        self.bytes.read_at(buffer, offset)
    }
}

struct MemoryWriter {
    disk: MemoryDisk,
    file: usize,
}

impl WriteFile for MemoryWriter {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.disk.state();
        let mut written = state.written(bytes);
        let done = state.operate();
        if done.is_err() {
            written.truncate(bytes.len() / 2);
        }
        let content = &mut state.files[self.file];
        Arc::make_mut(&mut content.bytes).extend_from_slice(&written);
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

struct HeldLock {
    disk: MemoryDisk,
    path: PathBuf,
}

impl Drop for HeldLock {
    fn drop(&mut self) {
        self.disk.state().locks.remove(&self.path);
    }
}
