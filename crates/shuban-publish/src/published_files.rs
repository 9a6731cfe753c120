//! The machine's files, and beside them those of a published folder.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shuban_core::own_file::ReadAt;
use shuban_core::tabulate::ScratchFile;
use shuban_store::{FileIdentity, FileSystem, WriteFile};

use crate::catalogue::{CATALOGUE, Catalogue, LONGEST_CATALOGUE, PublishedLayer};
use crate::error::Error;
use crate::published_file::PublishedFile;
use crate::ranges::{Ranges, Reading};
use crate::source::{Source, open_source};

/// A file system in which the address of a published folder is a data folder that can be read: what is
/// below it comes from there, and all else from the machine.
#[derive(Debug)]
pub struct PublishedFiles {
    disk: Arc<dyn FileSystem>,
    /// The address, as the path of a data folder.
    root: PathBuf,
    catalogue: Catalogue,
    /// The layers of the catalogue by the paths of their files.
    layers: BTreeMap<PathBuf, usize>,
    ranges: Arc<Ranges>,
}

impl PublishedFiles {
    /// Opens the published folder at an address: one request.
    ///
    /// # Errors
    /// [`Error::Source`] if it cannot be read; [`Error::Catalogue`] if it has no catalogue.
    pub fn open(
        address: &str,
        disk: &Arc<dyn FileSystem>,
        reading: &Reading,
    ) -> Result<Self, Error> {
        PublishedFiles::of_source(address, open_source(address)?, disk, reading)
    }

    /// Opens a published folder that is read in a certain way.
    ///
    /// # Errors
    /// As [`open`](PublishedFiles::open).
    pub fn of_source(
        address: &str,
        source: Box<dyn Source>,
        disk: &Arc<dyn FileSystem>,
        reading: &Reading,
    ) -> Result<Self, Error> {
        let ranges = Arc::new(Ranges::new(source, disk, reading));
        let (catalogue, root) = (read_catalogue(&ranges)?, PathBuf::from(address));
        let paths = catalogue.layers.iter().map(|layer| layer.path(&root));
        let paths = paths.enumerate().map(|(number, path)| Ok((path?, number)));
        let layers = paths.collect::<Result<_, shuban_store::Error>>()?;
        Ok(PublishedFiles { disk: Arc::clone(disk), root, catalogue, layers, ranges })
    }

    /// Returns the catalogue.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// Returns the number of requests so far.
    pub fn requests(&self) -> u64 {
        self.ranges.requests()
    }

    /// Returns true if a path leads into the published folder.
    fn is_published(&self, path: &Path) -> bool {
        path.starts_with(&self.root)
    }

    /// Returns the published layer whose file has a path.
    fn layer(&self, path: &Path) -> Option<&PublishedLayer> {
        self.layers.get(path).map(|number| &self.catalogue.layers[*number])
    }

    /// Passes a path that is to be written to the machine, unless it is one of the published folder.
    fn written<'p>(&self, path: &'p Path) -> io::Result<&'p Path> {
        if !self.is_published(path) {
            return Ok(path);
        }
        let reason = "what is published is only read: name a folder with --data to write into";
        Err(io::Error::new(io::ErrorKind::ReadOnlyFilesystem, reason))
    }
}

/// Reads the catalogue of a published folder.
pub(crate) fn read_catalogue(ranges: &Ranges) -> Result<Catalogue, Error> {
    let bytes = ranges.whole(CATALOGUE, LONGEST_CATALOGUE)?;
    let address = || ranges.address(CATALOGUE);
    Catalogue::read(&bytes).map_err(|reason| Error::Catalogue { address: address(), reason })
}

impl FileSystem for PublishedFiles {
    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadAt>> {
        if !self.is_published(path) {
            return self.disk.open(path);
        }
        let layer = self.layer(path).ok_or(io::ErrorKind::NotFound)?;
        let file = PublishedFile::open(layer, &self.ranges).map_err(io::Error::other)?;
        Ok(Box::new(file))
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
        if !self.is_published(dir) {
            return self.disk.list(dir);
        }
        let within = self.layers.keys().filter_map(|path| path.strip_prefix(dir).ok());
        let names: BTreeSet<PathBuf> =
            within.filter_map(|path| Some(dir.join(path.components().next()?))).collect();
        Ok(names.into_iter().collect())
    }

    fn identity(&self, path: &Path) -> io::Result<Option<FileIdentity>> {
        if !self.is_published(path) {
            return self.disk.identity(path);
        }
        Ok(self.layer(path).map(|layer| FileIdentity {
            len: layer.bytes,
            number: layer.opening.piece.number(),
            modified: (0, 0),
        }))
    }

    fn is_far(&self, dir: &Path) -> bool {
        self.is_published(dir) || self.disk.is_far(dir)
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
