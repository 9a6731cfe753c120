//! What the store asks of a file system.

use std::fmt::Debug;
use std::io;
use std::path::{Path, PathBuf};

/// A file system: the real one is [`Disk`](crate::Disk). Everything goes through this trait, so
/// that full disks and power cuts are tested and not hoped for.
pub trait FileSystem: Send + Sync + Debug {
    /// Opens a file for reading.
    ///
    /// # Errors
    /// What the system says: `NotFound`, `PermissionDenied`, ...
    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadAt>>;

    /// Creates a file for writing; one that is there loses its content.
    ///
    /// # Errors
    /// What the system says.
    fn create(&self, path: &Path) -> io::Result<Box<dyn WriteFile>>;

    /// Gives a file another name in one step; a file that has that name already is replaced.
    ///
    /// # Errors
    /// What the system says.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// What the system says.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Creates a folder in one that is there; `false` if it is there already.
    ///
    /// # Errors
    /// What the system says.
    fn create_dir(&self, path: &Path) -> io::Result<bool>;

    /// Waits until the names in a folder are on the disk.
    ///
    /// # Errors
    /// What the system says.
    fn sync_dir(&self, path: &Path) -> io::Result<()>;

    /// Creates a folder, and those above it, so that they outlive a power cut. No error if it is
    /// there: then its name, and those above it, are brought to the disk all the same, for whoever
    /// made them may have been killed before that.
    ///
    /// # Errors
    /// What the system says.
    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        let folders: Vec<&Path> = path.ancestors().collect();
        for folder in folders.into_iter().rev() {
            let Some(above) = folder.parent() else { continue };
            let created = self.create_dir(folder)?;
            match self.sync_dir(above) {
                // `/home` is such a one on some machines: nobody who may not sync it made a name in it.
                Err(error) if !created && is_out_of_reach(&error) => (),
                synced => synced?,
            }
        }
        Ok(())
    }

    /// The paths of what is in a folder, in order.
    ///
    /// # Errors
    /// What the system says.
    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>>;

    /// The length of a file in bytes; `None` if there is none.
    ///
    /// # Errors
    /// What the system says, other than `NotFound`.
    fn len(&self, path: &Path) -> io::Result<Option<u64>>;

    /// The bytes that may still be written to the disk of a folder.
    ///
    /// # Errors
    /// What the system says.
    fn free_space(&self, dir: &Path) -> io::Result<u64>;

    /// Takes a lock that ends with the guard or with the process, however it ends; `None` if
    /// somebody holds it. The file is created if need be, and removed by the guard.
    ///
    /// # Errors
    /// What the system says.
    fn try_lock(&self, path: &Path) -> io::Result<Option<Box<dyn LockGuard>>>;
}

/// Whether a folder could not be synced for being none of this user's, or of a kind (an automounter's)
/// that has nothing to sync.
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
    /// `UnexpectedEof` if the file ends before; what the system says.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;

    /// The whole file, where it lies in memory.
    fn bytes(&self) -> Option<&[u8]> {
        None
    }
}

/// A file open for writing.
pub trait WriteFile: Send {
    /// Writes all of `bytes` at the end.
    ///
    /// # Errors
    /// What the system says; then any part of `bytes` may have been written.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Waits until all bytes are on the disk.
    ///
    /// # Errors
    /// What the system says.
    fn sync(&mut self) -> io::Result<()>;
}

/// Holds a lock until dropped.
pub trait LockGuard: Send + Sync + Debug {}
