//! The file operations that the store needs.

use std::any::Any;
use std::fmt::Debug;
use std::io;
use std::path::{Path, PathBuf};

use shuban_core::own_file::ReadAt;
use shuban_core::tabulate::ScratchFile;

/// A file system: the real one is [`Disk`](crate::Disk). All access goes through this trait, so
/// that tests can simulate full disks and power cuts. All errors are the system's.
pub trait FileSystem: Send + Sync + Debug {
    /// Opens a file for reading. Anything but a regular file is refused immediately: opening a pipe
    /// would wait for its other end.
    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadAt>>;

    /// Creates a new file for writing. A file or link of that name is removed first: nothing is
    /// written to a file that has another name too.
    fn create(&self, path: &Path) -> io::Result<Box<dyn WriteFile>>;

    /// Opens a file for writing at its end, cut to `len` bytes. A link is refused.
    fn go_on(&self, path: &Path, len: u64) -> io::Result<Box<dyn WriteFile>>;

    /// Creates an empty file without a name on a folder's disk, which is gone with the process, even
    /// if killed. A full disk is [`Error::NoSpace`](crate::Error::NoSpace).
    fn scratch(&self, dir: &Path) -> io::Result<Box<dyn ScratchFile>>;

    /// Renames a file atomically, replacing a file or a link to one that has the new name.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Creates a folder in an existing one; `false` if it exists already.
    fn create_dir(&self, path: &Path) -> io::Result<bool>;

    /// Waits until the names in a folder are on the disk (fsync).
    fn sync_dir(&self, path: &Path) -> io::Result<()>;

    /// Creates a folder, and those above it, so that they survive a power cut. An existing folder
    /// is no error: its name and those above it are synced as well, because the process that
    /// created them may have been killed before it synced them.
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

    /// Returns the paths of a folder's entries, in order.
    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>>;

    /// Returns the identity of the regular file that has a path now; `None` if there is none. Anything
    /// else is an error.
    fn identity(&self, path: &Path) -> io::Result<Option<FileIdentity>>;

    /// Returns the length of a regular file in bytes; `None` if there is none. Anything else is an
    /// error.
    fn len(&self, path: &Path) -> io::Result<Option<u64>> {
        Ok(self.identity(path)?.map(|identity| identity.len))
    }

    /// Returns the path under which a file is found, and its identity: the path is its own, unless it is
    /// looked for elsewhere too. Errors are those of [`identity`](FileSystem::identity).
    fn find(&self, path: &Path) -> io::Result<Option<(PathBuf, FileIdentity)>> {
        Ok(self.identity(path)?.map(|identity| (path.to_owned(), identity)))
    }

    /// Returns true if the files in a folder are far away, as on another machine.
    fn is_far(&self, _dir: &Path) -> bool {
        false
    }

    /// Returns the bytes of memory that a reader may take because of a file's numbers.
    fn memory(&self) -> u64;

    /// Returns the free bytes on a folder's disk.
    fn free_space(&self, dir: &Path) -> io::Result<u64>;

    /// Takes a lock that ends when it is dropped or with the process, even if killed; `None` if it
    /// is held. The file is created if need be, and removed when the lock is dropped; a link is
    /// refused. While the lock is held the file says by whom, as [`LockHolder`] writes it.
    ///
    /// [`LockHolder`]: crate::LockHolder
    fn try_lock(&self, path: &Path) -> io::Result<Option<Box<dyn Any + Send + Sync>>>;
}

/// The file behind a path: another one has another identity, even with the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileIdentity {
    /// Its length in bytes.
    pub len: u64,
    /// Its device and its number there, or whatever else tells it from other files.
    pub number: (u64, u64),
    /// The time of its last change, in seconds and nanoseconds, where it can be changed.
    pub modified: (i64, i64),
}

/// Returns true if a folder could not be synced because it belongs to another user, or because its
/// kind (an automounter's) has nothing to sync.
fn is_out_of_reach(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::InvalidInput)
}

/// A file open for writing.
pub trait WriteFile: Send {
    /// Writes all of `bytes` at the end; on an error any part of them may have been written.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Waits until all bytes are on the disk (fsync).
    fn sync(&mut self) -> io::Result<()>;
}
