//! Parts of pieces: from memory, from the disk, or else from where they are published.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use moka::sync::Cache;
use shuban_store::FileSystem;

use crate::piece_hash::PieceHash;
use crate::range_cache::{PiecePart, RangeCache};
use crate::source::{PAUSES, Source, SourceError, persistently};

/// Bytes of parts that are kept in memory.
const IN_MEMORY: u64 = 32 << 20;

/// The name of a piece in its folder.
pub(crate) fn piece_name(piece: PieceHash) -> String {
    format!("pieces/{piece}")
}

/// A published folder with what was read of it before. A part that several threads ask for at once is
/// asked for once.
pub(crate) struct Ranges {
    source: Box<dyn Source>,
    memory: Cache<PiecePart, Arc<[u8]>>,
    disk: Option<RangeCache>,
    pauses: [Duration; 3],
    requests: AtomicU64,
}

/// How a published folder is read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Where parts that were read are kept, if at all.
    pub kept: Option<KeptParts>,
    /// The pauses before a second attempt, a third and a fourth, where another may work.
    pub pauses: [Duration; 3],
}

impl Default for Reading {
    fn default() -> Self {
        Reading { kept: None, pauses: PAUSES }
    }
}

/// Where parts that were read are kept, and how many bytes of them.
#[derive(Clone, Debug)]
pub struct KeptParts {
    /// The folder, which need not exist.
    pub folder: PathBuf,
    /// The bytes, approximately.
    pub bytes: u64,
}

impl fmt::Debug for Ranges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ranges").field("source", &self.source).finish_non_exhaustive()
    }
}

impl Ranges {
    /// Begins to read a published folder.
    pub(crate) fn new(
        source: Box<dyn Source>,
        files: &Arc<dyn FileSystem>,
        reading: &Reading,
    ) -> Self {
        let memory = Cache::builder()
            .weigher(|_, bytes: &Arc<[u8]>| u32::try_from(bytes.len()).unwrap_or(u32::MAX))
            .max_capacity(IN_MEMORY)
            .build();
        let disk = reading.kept.as_ref();
        let disk = disk.map(|kept| RangeCache::new(files.clone(), &kept.folder, kept.bytes));
        Ranges { source, memory, disk, pauses: reading.pauses, requests: AtomicU64::new(0) }
    }

    /// Returns the number of requests so far.
    pub(crate) fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    /// Reads a whole file that is no piece.
    pub(crate) fn whole(&self, name: &str, most: u64) -> Result<Vec<u8>, SourceError> {
        persistently(self.pauses, || {
            self.requests.fetch_add(1, Ordering::Relaxed);
            self.source.whole(name, most)
        })
    }

    /// Returns the address of a file.
    pub(crate) fn address(&self, name: &str) -> String {
        self.source.address(name)
    }

    /// Reads a part of a piece of `whole` bytes.
    pub(crate) fn read(&self, part: PiecePart, whole: u64) -> Result<Arc<[u8]>, SourceError> {
        let load = || {
            if let Some(bytes) = self.disk.as_ref().and_then(|disk| disk.get(&part)) {
                return Ok(bytes.into());
            }
            let bytes = self.ask(part, whole)?;
            if let Some(disk) = &self.disk {
                disk.put(&part, &bytes);
            }
            Ok(bytes.into())
        };
        self.memory.try_get_with(part, load).map_err(|error: Arc<SourceError>| (*error).clone())
    }

    /// Reads a part of a piece from where it is published, and keeps nothing.
    pub(crate) fn ask(&self, part: PiecePart, whole: u64) -> Result<Vec<u8>, SourceError> {
        let PiecePart { piece, offset, len } = part;
        let name = piece_name(piece);
        persistently(self.pauses, || {
            self.requests.fetch_add(1, Ordering::Relaxed);
            self.source.range(&name, offset..offset + len, whole)
        })
    }

    /// Lets go of a part that turned out wrong.
    pub(crate) fn forget(&self, part: &PiecePart) {
        self.memory.invalidate(part);
        if let Some(disk) = &self.disk {
            disk.forget(part);
        }
    }
}
