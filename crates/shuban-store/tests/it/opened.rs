//! Disks whose files are opened in another way.

use std::any::Any;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use shuban_core::tabulate::ScratchFile;
use shuban_store::{FileIdentity, FileSystem, ReadAt, WriteFile};
use shuban_store_testing::MemoryDisk;

type Opened = io::Result<Box<dyn ReadAt>>;

/// Name of the folder in which a file is looked up that is missing elsewhere.
pub(crate) const BEHIND: &str = "behind";

/// A disk in memory of which each file is passed through a function when it is opened.
pub(crate) struct OpenedBy<F>(pub(crate) MemoryDisk, pub(crate) F);

impl<F> fmt::Debug for OpenedBy<F> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl<F: Fn(Opened) -> Opened + Send + Sync> FileSystem for OpenedBy<F> {
    fn open(&self, path: &Path) -> Opened {
        (self.1)(self.0.open(path))
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn WriteFile>> {
        self.0.create(path)
    }

    fn go_on(&self, path: &Path, len: u64) -> io::Result<Box<dyn WriteFile>> {
        self.0.go_on(path, len)
    }

    fn scratch(&self, dir: &Path) -> io::Result<Box<dyn ScratchFile>> {
        self.0.scratch(dir)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.0.rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.0.remove(path)
    }

    fn create_dir(&self, path: &Path) -> io::Result<bool> {
        self.0.create_dir(path)
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        self.0.sync_dir(path)
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        self.0.list(dir)
    }

    fn identity(&self, path: &Path) -> io::Result<Option<FileIdentity>> {
        self.0.identity(path)
    }

    fn find(&self, path: &Path) -> io::Result<Option<(PathBuf, FileIdentity)>> {
        let places = [path.to_owned(), Path::new(BEHIND).join(path)];
        let found = places.into_iter().find(|place| self.0.contents(place).is_some());
        found.map_or(Ok(None), |place| Ok(self.identity(&place)?.map(|identity| (place, identity))))
    }

    fn memory(&self) -> u64 {
        self.0.memory()
    }

    fn free_space(&self, dir: &Path) -> io::Result<u64> {
        self.0.free_space(dir)
    }

    fn try_lock(&self, path: &Path) -> io::Result<Option<Box<dyn Any + Send + Sync>>> {
        self.0.try_lock(path)
    }
}
