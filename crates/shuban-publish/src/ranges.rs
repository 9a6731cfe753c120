//! Parts of pieces: from memory, from the disk, or else from where they are published.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use shuban_store::FileSystem;

use crate::piece_hash::PieceHash;
use crate::range_cache::{PiecePart, RangeCache};
use crate::source::{PAUSES, Source, SourceError, persistently};

/// Bytes of parts that are kept in memory.
const IN_MEMORY: u64 = 32 << 20;

/// Bytes between two parts that are fetched together: as long as the time of a request costs.
const GAP: u64 = 32 << 10;

/// Neighbouring parts of a file that is read from its beginning to its end, and are not kept on the disk.
const IN_ORDER: usize = 48;

/// Bytes of parts that are fetched by one request, unless one alone has more.
const LONGEST_REQUEST: u64 = 1 << 20;

/// Requests that are made at once.
const AT_ONCE: usize = 32;

/// The folder of pieces in what is published.
pub(crate) const PIECES: &str = "pieces/";

/// The name of a piece in what is published.
pub(crate) fn piece_name(piece: PieceHash) -> String {
    format!("{PIECES}{piece}")
}

/// A published folder with what was read of it before. A part that several threads ask for at once is
/// asked for once.
pub(crate) struct Ranges {
    source: Box<dyn Source>,
    memory: Cache<PiecePart, Arc<[u8]>>,
    disk: Option<RangeCache>,
    pauses: [Duration; 3],
    requests: AtomicU64,
    /// True if the last question had no answer, however often it was asked.
    is_out_of_reach: AtomicBool,
}

/// The way in which a published folder is read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The place where parts that were read are kept, if at all.
    pub kept: Option<KeptParts>,
    /// The pauses before a second attempt, a third and a fourth, where another may work.
    pub pauses: [Duration; 3],
}

impl Default for Reading {
    fn default() -> Self {
        Reading { kept: None, pauses: PAUSES }
    }
}

/// A place for parts that were read, and its size.
#[derive(Clone, Debug)]
pub struct KeptParts {
    /// The folder, which need not exist.
    pub folder: PathBuf,
    /// The bytes, approximately.
    pub bytes: u64,
}

impl KeptParts {
    /// Returns the usual place: `$SHUBAN_CACHE`, or else `shuban` in the user's folder of such things, if there
    /// is one. In less than 16 MiB nothing is worth keeping.
    pub fn usual(bytes: u64) -> Option<Self> {
        if bytes < 16 << 20 {
            return None;
        }
        let named = |name: &str| std::env::var_os(name).filter(|name| !name.is_empty());
        let user = || match named("XDG_CACHE_HOME").map(PathBuf::from) {
            Some(folder) if folder.is_absolute() => Some(folder),
            _ => Some(PathBuf::from(named("HOME")?).join(".cache")),
        };
        let own = named("SHUBAN_CACHE").map(PathBuf::from);
        let folder = own.or_else(|| Some(user()?.join("shuban")))?;
        Some(KeptParts { folder, bytes })
    }
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
            // The usual policy keeps what was asked for often; here nothing was, when it is fetched ahead.
            .eviction_policy(EvictionPolicy::lru())
            .build();
        let disk = reading.kept.as_ref();
        let disk = disk.map(|kept| RangeCache::new(files.clone(), &kept.folder, kept.bytes));
        let (pauses, requests) = (reading.pauses, AtomicU64::new(0));
        Ranges { source, memory, disk, pauses, requests, is_out_of_reach: AtomicBool::new(false) }
    }

    /// Returns the number of requests so far.
    pub(crate) fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    /// Reads a whole file that is no piece.
    pub(crate) fn whole(&self, name: &str, most: u64) -> Result<Vec<u8>, SourceError> {
        self.persistently(|| self.source.whole(name, most))
    }

    /// Asks, and again after pauses if that may help; once alone, after that has not helped the last time: of a
    /// folder that is out of reach there may be much to ask.
    fn persistently(
        &self,
        ask: impl Fn() -> Result<Vec<u8>, SourceError>,
    ) -> Result<Vec<u8>, SourceError> {
        let ask = || {
            self.requests.fetch_add(1, Ordering::Relaxed);
            ask()
        };
        let answer = match self.is_out_of_reach.load(Ordering::Relaxed) {
            true => ask(),
            false => persistently(self.pauses, ask),
        };
        let is_out = answer.as_ref().is_err_and(|error| error.reason.may_pass());
        self.is_out_of_reach.store(is_out, Ordering::Relaxed);
        answer
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
        self.persistently(|| self.source.range(&name, offset..offset + len, whole))
    }

    /// Fetches parts of pieces that will be read soon, each with the length of its piece, by several
    /// requests at once. Parts that lie close together are fetched by one.
    pub(crate) fn expect(&self, mut parts: Vec<(PiecePart, u64)>) {
        parts.sort_unstable_by_key(|(part, _)| (part.piece, part.offset));
        parts.dedup();
        parts.retain(|(part, _)| !self.has(part));
        let mut first = None;
        let runs: Vec<&[(PiecePart, u64)]> = parts
            .chunk_by(|(one, _), (next, _)| {
                let start = *first.get_or_insert(one.offset);
                // In order of offsets, as long as they are of one piece.
                let is_together = one.piece == next.piece
                    && next.offset.saturating_sub(one.offset + one.len) <= GAP
                    && next.offset + next.len - start <= LONGEST_REQUEST;
                if !is_together {
                    first = None;
                }
                is_together
            })
            .collect();
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(run) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                self.fetch_together(run);
            }
        };
        // One thread for each request at a time: they wait more than they work.
        thread::scope(|scope| {
            for _ in 1..runs.len().min(AT_ONCE) {
                // With fewer threads it takes longer.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
    }

    /// Returns true if a part is here, and takes it into memory.
    fn has(&self, part: &PiecePart) -> bool {
        if self.memory.contains_key(part) {
            return true;
        }
        let found = self.disk.as_ref().and_then(|disk| disk.get(part));
        found.is_some_and(|bytes| {
            self.memory.insert(*part, bytes.into());
            true
        })
    }

    /// Fetches parts of one piece, in ascending order, by one request.
    fn fetch_together(&self, run: &[(PiecePart, u64)]) {
        let [(first, whole), ..] = run else { return };
        let end = run.iter().map(|(part, _)| part.offset + part.len).max().unwrap_or_default();
        let all = PiecePart { len: end - first.offset, ..*first };
        // The read that follows asks once more, and reports the error.
        let Ok(bytes) = self.ask(all, *whole) else { return };
        for (part, _) in run {
            let start = (part.offset - first.offset) as usize;
            let own = &bytes[start..start + part.len as usize];
            // A scan from the beginning to the end would only push out parts that are asked for again.
            if let Some(disk) = self.disk.as_ref().filter(|_| run.len() < IN_ORDER) {
                disk.put(part, own);
            }
            self.memory.insert(*part, own.into());
        }
    }

    /// Lets go of a part that turned out wrong.
    pub(crate) fn forget(&self, part: &PiecePart) {
        self.memory.invalidate(part);
        if let Some(disk) = &self.disk {
            disk.forget(part);
        }
    }
}
