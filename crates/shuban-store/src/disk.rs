//! The real file system.

use std::any::Any;
use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, Write};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};

use shuban_core::Unanswered;
use shuban_core::own_file::ReadAt;
use shuban_core::tabulate::ScratchFile;

use crate::error::Error;
use crate::filesystem::{FileIdentity, FileSystem, WriteFile};
use crate::lock_holder::LockHolder;
use crate::user_file::{create_anew, open_or_create, open_regular, regular_metadata};

/// The real file system.
///
/// Files are read, not mapped into memory: a file that another program truncates then ends in an
/// error, where reading a mapping would end the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disk {
    /// Bytes of memory that a reader may take because of a file's numbers.
    pub memory: u64,
}

impl Default for Disk {
    /// Returns a disk whose only limit is the possible contents of each file.
    fn default() -> Self {
        Disk { memory: u64::MAX }
    }
}

impl FileSystem for Disk {
    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadAt>> {
        let file = open_regular(path)?;
        let len = file.metadata()?.len();
        Ok(Box::new(OpenedFile { file, len }))
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn WriteFile>> {
        Ok(Box::new(AppendedFile::create(path)?))
    }

    fn go_on(&self, path: &Path, len: u64) -> io::Result<Box<dyn WriteFile>> {
        let mut file = open_or_create(path)?;
        file.set_len(len)?;
        file.seek(io::SeekFrom::End(0))?;
        let mut file = AppendedFile::new(file);
        file.room = file.room.saturating_sub(len);
        Ok(Box::new(file))
    }

    fn scratch(&self, dir: &Path) -> io::Result<Box<dyn ScratchFile>> {
        let dir = here_if_empty(dir);
        let file = tempfile::tempfile_in(dir)?;
        Ok(Box::new(NamelessFile { file, room: file_size_limit(), dir: dir.to_owned() }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        regular_metadata(to)?;
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn create_dir(&self, path: &Path) -> io::Result<bool> {
        // Checked first: if the folder exists but the user may not create it, some systems report
        // only the missing right.
        if path.is_dir() {
            return Ok(false);
        }
        match fs::create_dir(path) {
            // Another process created it meanwhile.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => {
                Ok(false)
            }
            created => created.map(|()| true),
        }
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        File::open(here_if_empty(path))?.sync_all()
    }

    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>> {
        let mut paths = fs::read_dir(dir)?
            .map(|entry| Ok(entry?.path()))
            .collect::<io::Result<Vec<PathBuf>>>()?;
        paths.sort();
        Ok(paths)
    }

    fn identity(&self, path: &Path) -> io::Result<Option<FileIdentity>> {
        Ok(regular_metadata(path)?.map(|metadata| FileIdentity {
            len: metadata.len(),
            number: (metadata.dev(), metadata.ino()),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
        }))
    }

    fn memory(&self) -> u64 {
        self.memory
    }

    fn free_space(&self, dir: &Path) -> io::Result<u64> {
        let space = rustix::fs::statvfs(here_if_empty(dir))?;
        Ok(space.f_bavail.saturating_mul(space.f_frsize))
    }

    fn try_lock(&self, path: &Path) -> io::Result<Option<Box<dyn Any + Send + Sync>>> {
        loop {
            let file = open_or_create(path)?;
            match file.try_lock() {
                // The last holder may have removed the file since it was opened here.
                Ok(()) if !is_at(&file, path) => {}
                Ok(()) => {
                    let locked = LockedFile { file, path: path.to_owned() };
                    locked.sign(&LockHolder::here().to_string());
                    return Ok(Some(Box::new(locked)));
                }
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }
}

/// Returns the path, or `.` for the empty parent of a bare file name, which no system call takes.
fn here_if_empty(path: &Path) -> &Path {
    if path.as_os_str().is_empty() { Path::new(".") } else { path }
}

struct OpenedFile {
    file: File,
    len: u64,
}

impl ReadAt for OpenedFile {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        self.file.read_exact_at(buffer, offset)
    }
}

/// Returns the most bytes of a file that this process may write: the system ends a process that
/// exceeds its limit (`ulimit -f`), unless it handles the signal.
fn file_size_limit() -> u64 {
    rustix::process::getrlimit(rustix::process::Resource::Fsize).current.unwrap_or(u64::MAX)
}

/// Scratch of a process.
struct NamelessFile {
    file: File,
    /// The most bytes that it may have.
    room: u64,
    /// The folder on whose disk it is.
    dir: PathBuf,
}

impl NamelessFile {
    fn unanswered(&self, what: &'static str, source: io::Error) -> Unanswered {
        Unanswered::because(Error::io(what, &self.dir, source))
    }
}

impl ScratchFile for NamelessFile {
    fn write_at(&self, bytes: &[u8], offset: u64) -> Result<(), Unanswered> {
        let written = match offset.checked_add(bytes.len() as u64) {
            Some(end) if end <= self.room => self.file.write_all_at(bytes, offset),
            _ => Err(io::ErrorKind::FileTooLarge.into()),
        };
        written.map_err(|source| self.unanswered("write scratch in", source))
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> Result<(), Unanswered> {
        let read = self.file.read_exact_at(buffer, offset);
        read.map_err(|source| self.unanswered("read scratch in", source))
    }
}

/// A new file that is written from its beginning.
pub(crate) struct AppendedFile {
    file: File,
    /// The bytes that may still be written.
    room: u64,
}

impl AppendedFile {
    /// Creates it, in the place of what has its name.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        create_anew(path).map(AppendedFile::new)
    }

    fn new(file: File) -> Self {
        AppendedFile { file, room: file_size_limit() }
    }

    /// Returns true if this path is its name, and no other process has taken it.
    pub(crate) fn is_at(&self, path: &Path) -> bool {
        is_at(&self.file, path)
    }
}

impl Write for AppendedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let fits = bytes.len().min(usize::try_from(self.room).unwrap_or(usize::MAX));
        if fits == 0 && !bytes.is_empty() {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let written = self.file.write(&bytes[..fits])?;
        self.room -= written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl WriteFile for AppendedFile {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.file.sync_all()?;
        forget(&self.file);
        Ok(())
    }
}

/// Asks the system to drop a synced file from its cache, so that reading it back reads the disk.
/// Best effort: on systems that cannot do this, cached bytes are compared.
#[cfg(target_os = "linux")]
fn forget(file: &File) {
    let _ = rustix::fs::fadvise(file, 0, None, rustix::fs::Advice::DontNeed);
}

#[cfg(not(target_os = "linux"))]
fn forget(_file: &File) {}

/// Returns true if an open file is the one that has this path now, without a link between.
fn is_at(file: &File, path: &Path) -> bool {
    let (Ok(open), Ok(named)) = (file.metadata(), fs::symlink_metadata(path)) else { return false };
    (open.dev(), open.ino()) == (named.dev(), named.ino())
}

/// A file that is locked as long as it is open. Only the holder of the lock removes the file, and
/// only a lock on the file that has the path counts: so two holders never see different files.
struct LockedFile {
    file: File,
    path: PathBuf,
}

impl LockedFile {
    /// Replaces the content. Best effort: the lock counts without it, too.
    fn sign(&self, holder: &str) {
        // What has another name is somebody's file.
        if self.file.metadata().is_ok_and(|metadata| metadata.nlink() == 1)
            && let Ok(file) = self.file.try_clone()
            && file.set_len(0).is_ok()
        {
            let _ = AppendedFile::new(file).append(holder.as_bytes());
        }
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        if is_at(&self.file, &self.path) {
            // A leftover file does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::fd::OwnedFd;

    use super::*;

    #[test]
    fn scratch_has_no_name_and_a_limit() {
        let folder = tempfile::tempdir().unwrap();
        let scratch = Disk::default().scratch(folder.path()).unwrap();
        scratch.write_at(b"later", 1 << 20).unwrap();
        let mut read = [0; 5];
        scratch.read_at(&mut read, 1 << 20).unwrap();
        assert_eq!(&read, b"later");
        assert!(Disk::default().list(folder.path()).unwrap().is_empty());
        let file = tempfile::tempfile_in(folder.path()).unwrap();
        let small = NamelessFile { file, room: 4, dir: folder.path().to_owned() };
        small.write_at(b"four", 0).unwrap();
        let error = small.write_at(b"more", 1).unwrap_err();
        assert!(error.into_reason().unwrap().to_string().contains("cannot write scratch in"));
        let error = small.read_at(&mut read, 0).unwrap_err();
        assert!(error.into_reason().unwrap().to_string().contains("cannot read scratch in"));
        let missing = Disk::default().scratch(&folder.path().join("none"));
        assert_eq!(missing.err().unwrap().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn no_more_is_appended_than_a_file_may_have() {
        let file = tempfile::tempfile().unwrap();
        let mut file = AppendedFile { file, room: 6 };
        file.append(b"four").unwrap();
        file.append(b"ty").unwrap();
        assert_eq!(file.append(b"x").unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(file.write(b"").unwrap(), 0);
    }

    #[test]
    fn what_cannot_be_synced_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        Disk::default().sync_dir(folder.path()).unwrap();
        assert!(Disk::default().sync_dir(&folder.path().join("none")).is_err());
        let (_reader, writer) = io::pipe().unwrap();
        assert!(AppendedFile::new(OwnedFd::from(writer).into()).sync().is_err());
    }
}
