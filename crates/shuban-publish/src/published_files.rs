//! The machine's files, and beside them those of published folders.

use std::any::Any;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use shuban_core::own_file::ReadAt;
use shuban_core::tabulate::ScratchFile;
use shuban_store::{FileIdentity, FileSystem, WriteFile};

use crate::address::{is_address, open_source};
use crate::error::Error;
use crate::published_folder::PublishedFolder;
use crate::ranges::Reading;
use crate::source::Source;

/// A file system in which addresses of published folders are data folders that can be read: what is below
/// one comes from there, and all else from the machine.
///
/// A published folder may stand [behind](PublishedFiles::put_behind) another data folder: what that one
/// does not have is looked for there.
#[derive(Debug)]
pub struct PublishedFiles {
    disk: Arc<dyn FileSystem>,
    reading: Reading,
    folders: RwLock<Vec<Arc<PublishedFolder>>>,
    /// Data folders, each with another one that stands behind it, the nearest first.
    behind: RwLock<Vec<(PathBuf, PathBuf)>>,
    /// Addresses behind other folders that could not be read, with the reason.
    unreached: Mutex<Vec<(String, String)>>,
}

impl PublishedFiles {
    /// Creates a file system without published folders yet.
    pub fn new(disk: Arc<dyn FileSystem>, reading: Reading) -> Self {
        let (folders, behind) = (RwLock::default(), RwLock::default());
        PublishedFiles { disk, reading, folders, behind, unreached: Mutex::default() }
    }

    /// Adds the published folder at an address, if it is not there: one request.
    ///
    /// # Errors
    /// [`Error::Source`] if it cannot be read; [`Error::Catalogue`] if it has no catalogue.
    pub fn add(&self, address: &str) -> Result<(), Error> {
        if self.folder(Path::new(address)).is_some_and(|folder| folder.is_at(address)) {
            return Ok(());
        }
        self.add_source(address, open_source(address)?)
    }

    /// Adds a published folder that is read in a certain way.
    ///
    /// # Errors
    /// As [`add`](PublishedFiles::add).
    pub fn add_source(&self, address: &str, source: Box<dyn Source>) -> Result<(), Error> {
        let folder = PublishedFolder::open(address, source, &self.disk, &self.reading)?;
        self.folders.write().unwrap_or_else(PoisonError::into_inner).push(Arc::new(folder));
        Ok(())
    }

    /// Looks for what a data folder does not have in another one, which may be an address: that is asked when
    /// something is missing.
    pub fn put_behind(&self, data: &Path, other: &Path) {
        let mut behind = self.behind.write().unwrap_or_else(PoisonError::into_inner);
        behind.push((data.to_owned(), other.to_owned()));
    }

    /// Returns the number of requests so far.
    pub fn requests(&self) -> u64 {
        let folders = self.folders.read().unwrap_or_else(PoisonError::into_inner);
        folders.iter().map(|folder| folder.requests()).sum()
    }

    /// Returns the published folder that a path leads into.
    fn folder(&self, path: &Path) -> Option<Arc<PublishedFolder>> {
        let folders = self.folders.read().unwrap_or_else(PoisonError::into_inner);
        let found = folders.iter().filter(|folder| folder.has(path));
        // An address may lie below another one.
        found.max_by_key(|folder| folder.depth()).cloned()
    }

    /// Returns the path that a file has in the first of the folders behind its own that has it.
    fn behind(&self, path: &Path) -> io::Result<Option<(PathBuf, FileIdentity)>> {
        let behind = self.behind.read().unwrap_or_else(PoisonError::into_inner);
        for (data, other) in behind.iter() {
            let Ok(within) = path.strip_prefix(data) else { continue };
            let there = other.join(within);
            self.reach(other)?;
            if let Some(identity) = self.own_identity(&there)? {
                return Ok(Some((there, identity)));
            }
        }
        Ok(None)
    }

    /// Adds the folder at an address behind another folder, if it is not there. One that is out of reach is asked
    /// once.
    fn reach(&self, other: &Path) -> io::Result<()> {
        let Some(address) = other.to_str().filter(|text| is_address(text)) else { return Ok(()) };
        let mut unreached = self.unreached.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, reason)) = unreached.iter().find(|(one, _)| one == address) {
            return Err(io::Error::other(reason.clone()));
        }
        self.add(address).map_err(|error| {
            unreached.push((address.to_owned(), error.to_string()));
            io::Error::other(error.to_string())
        })
    }

    fn own_identity(&self, path: &Path) -> io::Result<Option<FileIdentity>> {
        match self.folder(path) {
            Some(folder) => Ok(folder.identity(path)),
            None => self.disk.identity(path),
        }
    }

    fn open_own(&self, path: &Path) -> io::Result<Box<dyn ReadAt>> {
        match self.folder(path) {
            Some(folder) => folder.open_file(path),
            None => self.disk.open(path),
        }
    }

    /// Passes a path that is to be written to the machine, unless it is one of a published folder.
    fn written<'p>(&self, path: &'p Path) -> io::Result<&'p Path> {
        if self.folder(path).is_none() {
            return Ok(path);
        }
        let reason = "what is published is only read: name a folder with --data to write into";
        Err(io::Error::new(io::ErrorKind::ReadOnlyFilesystem, reason))
    }
}

impl FileSystem for PublishedFiles {
    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadAt>> {
        match self.open_own(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => match self.behind(path)? {
                Some((there, _)) => self.open_own(&there),
                None => Err(error),
            },
            opened => opened,
        }
    }

    fn find(&self, path: &Path) -> io::Result<Option<(PathBuf, FileIdentity)>> {
        match self.own_identity(path)? {
            Some(identity) => Ok(Some((path.to_owned(), identity))),
            None => self.behind(path),
        }
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn WriteFile>> {
        self.disk.create(self.written(path)?)
    }

    fn go_on(&self, path: &Path, len: u64) -> io::Result<Box<dyn WriteFile>> {
        self.disk.go_on(self.written(path)?, len)
    }

    fn scratch(&self, dir: &Path) -> io::Result<Box<dyn ScratchFile>> {
        self.disk.scratch(self.written(dir)?)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.disk.rename(self.written(from)?, self.written(to)?)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.disk.remove(self.written(path)?)
    }

    fn create_dir(&self, path: &Path) -> io::Result<bool> {
        self.disk.create_dir(self.written(path)?)
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        self.disk.sync_dir(self.written(path)?)
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        match self.folder(dir) {
            Some(folder) => Ok(folder.list(dir)),
            None => self.disk.list(dir),
        }
    }

    fn identity(&self, path: &Path) -> io::Result<Option<FileIdentity>> {
        Ok(self.find(path)?.map(|(_, identity)| identity))
    }

    fn is_far(&self, dir: &Path) -> bool {
        let behind = self.behind.read().unwrap_or_else(PoisonError::into_inner);
        let others = behind.iter().filter(|(data, _)| data == dir).map(|(_, other)| &**other);
        others
            .chain([dir])
            .any(|dir| self.folder(dir).is_some() || dir.to_str().is_some_and(is_address))
    }

    fn memory(&self) -> u64 {
        self.disk.memory()
    }

    fn free_space(&self, dir: &Path) -> io::Result<u64> {
        self.disk.free_space(self.written(dir)?)
    }

    fn try_lock(&self, path: &Path) -> io::Result<Option<Box<dyn Any + Send + Sync>>> {
        self.disk.try_lock(self.written(path)?)
    }
}
