//! Files under a temporary name, until they are whole.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shuban_core::own_file::ReadAt;

use crate::error::Error;
use crate::filesystem::{FileSystem, WriteFile};
use crate::small_file::{PARTIAL, beside, check_replaceable, create_folder_of, rename};

/// A file that is being written under a temporary name. It is removed if it is dropped before
/// [`Partial::publish`] is done.
pub(crate) struct Partial {
    files: Arc<dyn FileSystem>,
    path: PathBuf,
    partial: PathBuf,
    file: Option<Box<dyn WriteFile>>,
}

impl Partial {
    /// Creates the file, and its folder if need be.
    pub(crate) fn create(files: Arc<dyn FileSystem>, path: &Path) -> Result<Self, Error> {
        create_folder_of(&*files, path)?;
        check_replaceable(&*files, path)?;
        let partial = beside(path, PARTIAL);
        let file = files.create(&partial).map_err(|error| Error::io("create", &partial, error))?;
        Ok(Partial { files, path: path.to_owned(), partial, file: Some(file) })
    }

    /// Goes on with a file that an interrupted process has left under the temporary name, as far as
    /// `sound` says; creates it, if there is none.
    pub(crate) fn go_on(
        files: Arc<dyn FileSystem>,
        path: &Path,
        sound: impl FnOnce(&dyn ReadAt) -> io::Result<u64>,
    ) -> Result<(Self, u64), Error> {
        let partial = beside(path, PARTIAL);
        let failed = |error| Error::io("go on with", &partial, error);
        let len = match files.open(&partial) {
            Ok(reader) => sound(&*reader).map_err(failed)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
            Err(error) => return Err(failed(error)),
        };
        if len == 0 {
            return Ok((Partial::create(files, path)?, 0));
        }
        check_replaceable(&*files, path)?;
        let file = files.go_on(&partial, len).map_err(failed)?;
        Ok((Partial { files, path: path.to_owned(), partial, file: Some(file) }, len))
    }

    /// Returns the bytes that an interrupted process has left.
    pub(crate) fn len(files: &dyn FileSystem, path: &Path) -> Result<u64, Error> {
        let partial = beside(path, PARTIAL);
        let len = files.len(&partial).map_err(|error| Error::io("look at", &partial, error))?;
        Ok(len.unwrap_or_default())
    }

    /// Leaves the file under its temporary name, for another process to go on with.
    pub(crate) fn leave(&mut self) -> Result<(), Error> {
        let Some(mut file) = self.file.take() else { return Ok(()) };
        let partial = std::mem::take(&mut self.partial);
        file.sync().map_err(|error| Error::io("sync", &partial, error))
    }

    /// Returns the path that the file will have.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn append(&mut self, bytes: &[u8]) -> Result<(), Error> {
        // The file is only taken by `publish`, which takes all.
        let Some(file) = &mut self.file else { return Ok(()) };
        file.append(bytes).map_err(|error| Error::io("write", &self.partial, error))
    }

    /// Syncs all bytes, lets `check` read them back, renames the file, then syncs the name.
    pub(crate) fn publish(
        mut self,
        check: impl FnOnce(&dyn FileSystem, &Path) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.finish(check)?;
        self.rename()
    }

    /// Does the same, but leaves a file alone that has the path by then.
    pub(crate) fn publish_unless_there(
        mut self,
        check: impl FnOnce(&dyn FileSystem, &Path) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.finish(check)?;
        let len = self.files.len(&self.path);
        match len.map_err(|error| Error::io("look for", &self.path, error))? {
            None => self.rename(),
            Some(_) => Ok(()),
        }
    }

    fn finish(
        &mut self,
        check: impl FnOnce(&dyn FileSystem, &Path) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if let Some(mut file) = self.file.take() {
            file.sync().map_err(|error| Error::io("sync", &self.partial, error))?;
        }
        check(&*self.files, &self.partial)
    }

    fn rename(&mut self) -> Result<(), Error> {
        // After the rename there is no temporary file left to remove.
        rename(&*self.files, &self.partial, &self.path)?;
        self.partial = PathBuf::new();
        Ok(())
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        self.file = None;
        if !self.partial.as_os_str().is_empty() {
            // Best effort: a failed build reports its own error, and the next one overwrites the
            // file.
            let _ = self.files.remove(&self.partial);
        }
    }
}
