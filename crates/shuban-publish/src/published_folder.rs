//! A published folder as a data folder that is only read.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shuban_core::own_file::ReadAt;
use shuban_store::{FileIdentity, FileSystem};

use crate::catalogue::{CATALOGUE, Catalogue, LONGEST_CATALOGUE, PublishedLayer};
use crate::error::Error;
use crate::piece_hash::PieceHash;
use crate::published_file::PublishedFile;
use crate::ranges::{Ranges, Reading};
use crate::source::Source;

/// A published folder whose address is the path of a data folder.
#[derive(Debug)]
pub(crate) struct PublishedFolder {
    root: PathBuf,
    /// The layers by the paths of their files.
    layers: BTreeMap<PathBuf, PublishedLayer>,
    ranges: Arc<Ranges>,
}

impl PublishedFolder {
    /// Opens a published folder: one request.
    pub(crate) fn open(
        address: &str,
        source: Box<dyn Source>,
        disk: &Arc<dyn FileSystem>,
        reading: &Reading,
    ) -> Result<Self, Error> {
        // Parts are named by hashes that the catalogue claims: what one host has sent is not for another.
        let own = PieceHash::of(address.trim_end_matches('/').as_bytes()).to_string();
        let mut reading = reading.clone();
        if let Some(kept) = &mut reading.kept {
            kept.folder.push(own);
        }
        let ranges = Arc::new(Ranges::new(source, disk, &reading));
        let root = PathBuf::from(address);
        let layers = read_catalogue(&ranges)?.layers.into_iter();
        let layers = layers.map(|layer| Ok((layer.path(&root)?, layer)));
        let layers = layers.collect::<Result<_, shuban_store::Error>>()?;
        Ok(PublishedFolder { root, layers, ranges })
    }

    /// Returns true if this is its address.
    pub(crate) fn is_at(&self, address: &str) -> bool {
        self.root == Path::new(address)
    }

    /// Returns the number of parts of its address.
    pub(crate) fn depth(&self) -> usize {
        self.root.components().count()
    }

    /// Returns true if a path leads into it.
    pub(crate) fn has(&self, path: &Path) -> bool {
        path.starts_with(&self.root)
    }

    /// Returns the number of requests so far.
    pub(crate) fn requests(&self) -> u64 {
        self.ranges.requests()
    }

    /// Opens the file of a layer: one request.
    pub(crate) fn open_file(&self, path: &Path) -> io::Result<Box<dyn ReadAt>> {
        let layer = self.layers.get(path).ok_or(io::ErrorKind::NotFound)?;
        let file = PublishedFile::open(layer, &self.ranges).map_err(io::Error::other)?;
        Ok(Box::new(file))
    }

    /// Returns the identity of the file of a layer.
    pub(crate) fn identity(&self, path: &Path) -> Option<FileIdentity> {
        self.layers.get(path).map(|layer| FileIdentity {
            len: layer.bytes,
            number: layer.opening.piece.number(),
            modified: (0, 0),
        })
    }

    /// Returns the files and folders in one of its folders.
    pub(crate) fn list(&self, dir: &Path) -> Vec<PathBuf> {
        let within = self.layers.keys().filter_map(|path| path.strip_prefix(dir).ok());
        let names: BTreeSet<PathBuf> =
            within.filter_map(|path| Some(dir.join(path.components().next()?))).collect();
        names.into_iter().collect()
    }
}

/// Reads the catalogue of a published folder.
pub(crate) fn read_catalogue(ranges: &Ranges) -> Result<Catalogue, Error> {
    let bytes = ranges.whole(CATALOGUE, LONGEST_CATALOGUE)?;
    let address = || ranges.address(CATALOGUE);
    Catalogue::read(&bytes).map_err(|reason| Error::Catalogue { address: address(), reason })
}

/// Returns the catalogue of a published folder: all that it has, of any game. One request.
///
/// # Errors
/// [`Error`] if it cannot be read, or is not a catalogue.
pub fn catalogue_of(
    source: Box<dyn Source>,
    files: &Arc<dyn FileSystem>,
) -> Result<Catalogue, Error> {
    read_catalogue(&Ranges::new(source, files, &Reading::default()))
}
