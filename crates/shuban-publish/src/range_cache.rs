//! Parts of pieces that were read once, kept on a disk.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use shuban_store::FileSystem;

use crate::piece_hash::PieceHash;

/// Part of a piece: what a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PiecePart {
    pub(crate) piece: PieceHash,
    pub(crate) offset: u64,
    pub(crate) len: u64,
}

/// The number of folders that the parts are spread over.
const FOLDERS: usize = 256;

/// The multiplier of Fibonacci hashing.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// Returns the bytes of disk that a file takes, in blocks of the usual size.
fn on_disk(len: u64) -> u64 {
    len.next_multiple_of(4096)
}

/// A folder of parts of pieces, a file each. Processes share it: a file appears whole or not at all, and
/// any of them may remove old ones. Nothing is synced, and nothing is checked: who reads a database compares
/// the checksums of its blocks, and [lets go](RangeCache::forget) of what is wrong.
#[derive(Debug)]
pub(crate) struct RangeCache {
    files: Arc<dyn FileSystem>,
    folder: PathBuf,
    /// The most bytes of the files in one of the folders.
    most: u64,
    /// Bytes written into each of the folders since some process counted its files.
    written: Vec<AtomicU64>,
    /// Number of files that this process has begun.
    begun: AtomicU64,
}

impl RangeCache {
    /// Creates a cache of about `size` bytes in a folder, which need not exist.
    pub(crate) fn new(files: Arc<dyn FileSystem>, folder: &Path, size: u64) -> Self {
        let most = size / FOLDERS as u64;
        // A process that keeps little counts the files of few folders, and another one those of others.
        let number = |folder: usize| u64::from(std::process::id()).wrapping_add(folder as u64);
        let begin = |folder| (number(folder).wrapping_mul(SPREAD) >> 8) % (most / 8).max(1);
        let written = (0..FOLDERS).map(|folder| AtomicU64::new(begin(folder))).collect();
        let (folder, begun) = (folder.to_owned(), AtomicU64::new(0));
        RangeCache { files, folder, most, written, begun }
    }

    /// Returns the folder of a part, by number and by path.
    fn folder_of(&self, part: &PiecePart) -> (usize, PathBuf) {
        // The parts of a piece, like pieces, go into all folders alike.
        let spread = (part.piece.number().0 ^ part.offset).wrapping_mul(SPREAD);
        let number = (spread >> 56) as usize;
        (number, self.folder.join(format!("{number:02x}")))
    }

    fn path(&self, part: &PiecePart) -> PathBuf {
        let PiecePart { piece, offset, len } = part;
        self.folder_of(part).1.join(format!("{piece}-{offset}-{len}"))
    }

    /// Returns a part, if it is there.
    pub(crate) fn get(&self, part: &PiecePart) -> Option<Vec<u8>> {
        let file = self.files.open(&self.path(part)).ok().filter(|file| file.len() == part.len)?;
        let mut bytes = vec![0; part.len as usize];
        file.read_at(&mut bytes, 0).ok()?;
        Some(bytes)
    }

    /// Keeps a part, unless that fails: a full disk costs time, and no answer.
    pub(crate) fn put(&self, part: &PiecePart, bytes: &[u8]) {
        if on_disk(part.len) > self.most {
            return;
        }
        let (number, folder) = self.folder_of(part);
        let kept = self.write(&folder, part, bytes).or_else(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                // Without waiting for the disk: what a power cut takes is read anew.
                for folder in folder.ancestors().collect::<Vec<_>>().into_iter().rev() {
                    if folder.parent().is_some() {
                        self.files.create_dir(folder)?;
                    }
                }
                self.write(&folder, part, bytes)
            }
            _ => Err(error),
        });
        if let Err(error) = kept {
            tracing::debug!(%error, folder = %folder.display(), "not kept");
            return;
        }
        let len = on_disk(part.len);
        let written = self.written[number].fetch_add(len, Ordering::Relaxed);
        if written.saturating_add(len) > self.most / 8 {
            self.written[number].store(0, Ordering::Relaxed);
            if let Err(error) = self.remove_oldest(&folder) {
                tracing::debug!(%error, folder = %folder.display(), "old parts stay");
            }
        }
    }

    fn write(&self, folder: &Path, part: &PiecePart, bytes: &[u8]) -> io::Result<()> {
        let number = self.begun.fetch_add(1, Ordering::Relaxed);
        // No other process has this one's number, and no other thread the file's.
        let partial = folder.join(format!("{}-{number}.partial", std::process::id()));
        let written = self.files.create(&partial).and_then(|mut file| file.append(bytes));
        let placed = written.and_then(|()| self.files.rename(&partial, &self.path(part)));
        placed.inspect_err(|_| drop(self.files.remove(&partial)))
    }

    /// Removes the files of a folder that were written first, until the others leave room.
    fn remove_oldest(&self, folder: &Path) -> io::Result<()> {
        let mut found = Vec::new();
        for path in self.files.list(folder)? {
            // Another process may have removed it meanwhile.
            let Some(identity) = self.files.identity(&path)? else { continue };
            found.push((identity.modified, path, on_disk(identity.len)));
        }
        let mut sum: u64 = found.iter().map(|(.., len)| len).sum();
        found.sort();
        for (_, path, len) in found {
            if sum <= self.most / 8 * 7 {
                break;
            }
            let removed = self.files.remove(&path);
            match removed {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => sum -= len,
            }
        }
        Ok(())
    }

    /// Lets go of a part.
    pub(crate) fn forget(&self, part: &PiecePart) {
        // If it cannot be removed, it is found wrong again, and read anew each time.
        let _ = self.files.remove(&self.path(part));
    }
}

#[cfg(test)]
mod tests {
    use shuban_store_testing::MemoryDisk;

    use super::*;

    fn part(number: u64) -> PiecePart {
        PiecePart { piece: PieceHash::of(&number.to_le_bytes()), offset: number, len: 100 }
    }

    fn bytes(number: u64) -> Vec<u8> {
        vec![number as u8; 100]
    }

    #[test]
    fn parts_are_found_again_by_this_process_and_by_others() {
        let disk: Arc<dyn FileSystem> = Arc::new(MemoryDisk::default());
        let [one, other] =
            [0, 1].map(|_| RangeCache::new(disk.clone(), Path::new("kept"), 16 << 20));
        assert_eq!(one.get(&part(1)), None);
        one.put(&part(1), &bytes(1));
        for cache in [&one, &other] {
            assert_eq!(cache.get(&part(1)), Some(bytes(1)));
            assert_eq!(cache.get(&PiecePart { offset: 2, ..part(1) }), None);
            assert_eq!(cache.get(&PiecePart { len: 99, ..part(1) }), None);
        }
        other.forget(&part(1));
        assert_eq!(one.get(&part(1)), None);
    }

    #[test]
    fn no_more_is_kept_than_there_may_be() {
        let disk = MemoryDisk::default();
        let files: Arc<dyn FileSystem> = Arc::new(disk.clone());
        let cache = RangeCache::new(files.clone(), Path::new("kept"), 256 * 40_000);
        for number in 0..10_000 {
            cache.put(&part(number), &bytes(number));
        }
        let mut sum = 0;
        for folder in files.list(Path::new("kept")).unwrap() {
            for file in files.list(&folder).unwrap() {
                sum += on_disk(files.len(&file).unwrap().unwrap());
            }
        }
        assert!((4_000_000..=256 * 40_000).contains(&sum), "{sum}");
        // A part that is larger than a folder's share is not kept.
        let large = PiecePart { len: 50_000, ..part(1) };
        cache.put(&large, &[0; 50_000]);
        assert_eq!(cache.get(&large), None);
    }
}
