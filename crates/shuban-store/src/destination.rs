//! Folders in which files are written whole: on this machine, or elsewhere.

use std::any::Any;
use std::fmt::Debug;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use shuban_core::own_file::ReadAt;
use xxhash_rust::xxh3::Xxh3Default;

use crate::error::Error;
use crate::filesystem::FileSystem;
use crate::lock::lock;
use crate::partial::Partial;
use crate::small_file::{check_written, read_file, replace_file};

/// Bytes that are written at once.
const PORTION: usize = 1 << 20;

/// A folder in which each file is there with all its bytes, or not at all. Names are paths in it, with `/`
/// between folders.
pub trait Destination: Send + Sync + Debug {
    /// Keeps other writers out of what has this name until the answer is dropped, where that can be done: a
    /// folder elsewhere knows nobody.
    ///
    /// # Errors
    /// [`Error::Locked`] if another one holds it; environment errors.
    fn hold(&self, name: &str) -> Result<Box<dyn Any + Send + Sync>, Error>;

    /// Opens a file for reading; `None` if there is none.
    ///
    /// # Errors
    /// Environment errors.
    fn open(&self, name: &str) -> Result<Option<Box<dyn ReadAt>>, Error>;

    /// Begins a file, which is in its place when it is [finished](NewFile::finish).
    ///
    /// # Errors
    /// Environment errors.
    fn create(&self, name: &str) -> Result<Box<dyn NewFile + '_>, Error>;

    /// Replaces a small file, if it has these old bytes (`None`: if there is none); returns false if somebody
    /// else has replaced it meanwhile.
    ///
    /// # Errors
    /// Environment errors.
    fn exchange(&self, name: &str, old: Option<&[u8]>, new: &[u8]) -> Result<bool, Error>;

    /// Returns true if the folder is on another machine, so that reading all of a file only to compare it is
    /// not worth while.
    fn is_far(&self) -> bool;

    /// Returns the path or address of a file, for messages.
    fn address(&self, name: &str) -> PathBuf;
}

/// A file that is being written. If it is dropped before it is finished, nothing is left of it.
pub trait NewFile: Write + Send {
    /// Puts the file in its place, whole.
    ///
    /// # Errors
    /// Environment errors; of a disk also [`Error::Damaged`] if it does not return what was written.
    fn finish(self: Box<Self>) -> Result<(), Error>;
}

impl dyn Destination + '_ {
    /// Returns the bytes of a small file; `None` if there is none.
    ///
    /// # Errors
    /// Environment errors; [`Error::Io`] if it is longer than `most` bytes.
    pub fn read(&self, name: &str, most: u64) -> Result<Option<Vec<u8>>, Error> {
        let Some(file) = self.open(name)? else { return Ok(None) };
        let failed = |error| Error::io("read", &self.address(name), error);
        if file.len() > most {
            return Err(failed(io::Error::other(format!("longer than {most} bytes"))));
        }
        let mut bytes = vec![0; file.len() as usize];
        file.read_at(&mut bytes, 0).map_err(failed)?;
        Ok(Some(bytes))
    }
}

/// A folder of a file system of this machine.
#[derive(Debug)]
pub struct LocalFolder {
    files: Arc<dyn FileSystem>,
    path: PathBuf,
}

impl LocalFolder {
    /// Takes a folder, which is created when the first file is.
    pub fn new(files: Arc<dyn FileSystem>, path: impl Into<PathBuf>) -> Self {
        LocalFolder { files, path: path.into() }
    }
}

impl Destination for LocalFolder {
    fn hold(&self, name: &str) -> Result<Box<dyn Any + Send + Sync>, Error> {
        Ok(Box::new(lock(&*self.files, &self.path.join(name))?))
    }

    fn open(&self, name: &str) -> Result<Option<Box<dyn ReadAt>>, Error> {
        let path = self.path.join(name);
        match self.files.open(&path) {
            Ok(file) => Ok(Some(file)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Error::io("open", &path, error)),
        }
    }

    fn create(&self, name: &str) -> Result<Box<dyn NewFile + '_>, Error> {
        let file = Partial::create(Arc::clone(&self.files), &self.path.join(name))?;
        Ok(Box::new(LocalFile { file, pending: Vec::new(), written: 0, hash: Xxh3Default::new() }))
    }

    fn exchange(&self, name: &str, old: Option<&[u8]>, new: &[u8]) -> Result<bool, Error> {
        let path = self.path.join(name);
        if read_file(&*self.files, &path)?.as_deref() != old {
            return Ok(false);
        }
        replace_file(&*self.files, &path, new).map(|()| true)
    }

    fn is_far(&self) -> bool {
        false
    }

    fn address(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

/// A file of a folder of this machine, under a temporary name.
struct LocalFile {
    file: Partial,
    pending: Vec<u8>,
    written: u64,
    /// A hash of what was written.
    hash: Xxh3Default,
}

impl LocalFile {
    fn flush_pending(&mut self) -> Result<(), Error> {
        self.file.append(&self.pending)?;
        self.hash.update(&self.pending);
        self.written += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }
}

impl Write for LocalFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(PORTION - self.pending.len());
        self.pending.extend_from_slice(&bytes[..taken]);
        if self.pending.len() == PORTION {
            self.flush_pending().map_err(|error| match error {
                Error::Io { source, .. } => source,
                Error::NoSpace { .. } => io::ErrorKind::StorageFull.into(),
                other => io::Error::other(other),
            })?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        // Bytes that are written before the file is finished help nobody.
        Ok(())
    }
}

impl NewFile for LocalFile {
    fn finish(mut self: Box<Self>) -> Result<(), Error> {
        self.flush_pending()?;
        let LocalFile { file, written, hash, .. } = *self;
        file.publish(|files, partial| check_written(files, partial, written, hash.digest()))
    }
}
