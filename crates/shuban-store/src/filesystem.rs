//! The file operations that the store needs.

use std::fmt::Debug;
use std::io;
use std::path::{Path, PathBuf};

/// A file system: the real one is [`Disk`](crate::Disk). Everything goes through this trait, so
/// that tests can simulate full disks and power cuts.
pub trait FileSystem: Send + Sync + Debug {
    /// Opens a file for reading.
    ///
    /// # Errors
    /// The system's: `NotFound`, `PermissionDenied`, ...
    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadAt>>;

    /// Creates a file for writing; truncates an existing one.
    ///
    /// # Errors
    /// The system's.
    fn create(&self, path: &Path) -> io::Result<Box<dyn WriteFile>>;

    /// Renames a file atomically, replacing a file that has the new name.
    ///
    /// # Errors
    /// The system's.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// The system's.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Creates a folder in an existing one; `false` if it exists already.
    ///
    /// # Errors
    /// The system's.
    fn create_dir(&self, path: &Path) -> io::Result<bool>;

    /// Waits until the names in a folder are on the disk (fsync).
    ///
    /// # Errors
    /// The system's.
    fn sync_dir(&self, path: &Path) -> io::Result<()>;

    /// Creates a folder, and those above it, so that they survive a power cut. An existing folder
    /// is no error: its name and those above it are synced as well, because the process that
    /// created them may have been killed before it synced them.
    ///
    /// # Errors
    /// The system's.
    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        let folders: Vec<&Path> = path.ancestors().collect();
        for folder in folders.into_iter().rev() {
            let Some(above) = folder.parent() else { continue };
            let created = self.create_dir(folder)?;
            match self.sync_dir(above) {
                // `/home` is an example on some machines. A user who may not sync it has not
                // created a name in it.
                Err(error) if !created && is_out_of_reach(&error) => (),
                synced => synced?,
            }
        }
        Ok(())
    }

    /// The paths of a folder's entries, in order.
    ///
    /// # Errors
    /// The system's.
    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>>;

    /// The length of a file in bytes; `None` if there is none.
    ///
    /// # Errors
    /// The system's, other than `NotFound`.
    fn len(&self, path: &Path) -> io::Result<Option<u64>>;

    /// The free bytes on a folder's disk.
    ///
    /// # Errors
    /// The system's.
    fn free_space(&self, dir: &Path) -> io::Result<u64>;

    /// Takes a lock that ends with the guard or with the process, however it ends; `None` if it is
    /// held. The file is created if need be, and removed by the guard.
    ///
    /// # Errors
    /// The system's.
    fn try_lock(&self, path: &Path) -> io::Result<Option<Box<dyn LockGuard>>>;
}

/// Whether a folder could not be synced because it belongs to another user, or is of a kind (an
/// automounter's) that has nothing to sync.
fn is_out_of_reach(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::InvalidInput)
}

/// A file open for reading, by any number of threads at once.
pub trait ReadAt: Send + Sync {
    /// The file's length in bytes when it was opened.
    fn len(&self) -> u64;

    /// Whether it has no bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Fills `buffer` from `offset` on.
    ///
    /// # Errors
    /// `UnexpectedEof` if the file ends before; the system's.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;

    /// The whole file, if it is mapped into memory.
    fn bytes(&self) -> Option<&[u8]> {
        None
    }
}

/// A file open for writing.
pub trait WriteFile: Send {
    /// Writes all of `bytes` at the end.
    ///
    /// # Errors
    /// The system's; any part of `bytes` may have been written then.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Waits until all bytes are on the disk (fsync).
    ///
    /// # Errors
    /// The system's.
    fn sync(&mut self) -> io::Result<()>;
}

/// Holds a lock until dropped.
pub trait LockGuard: Send + Sync + Debug {}
