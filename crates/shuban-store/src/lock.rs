//! One builder at a time.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::filesystem::{FileSystem, LockGuard};

/// Holds `<path>.lock` until dropped, or until the process ends, however it ends: the operating
/// system keeps the lock, not the file. Dropping removes the file; a killed process leaves it,
/// which means nothing by itself.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    _guard: Box<dyn LockGuard>,
}

impl Lock {
    /// The lock file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Takes the lock `<path>.lock`, creating its folder if need be.
///
/// # Errors
/// [`Error::Locked`] if another process (or another [`Lock`] of this one) holds it.
pub fn lock(files: &dyn FileSystem, path: &Path) -> Result<Lock, Error> {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(".lock");
    let path = PathBuf::from(name);
    if let Some(folder) = path.parent() {
        files.create_dir_all(folder).map_err(|error| Error::io("create folder", folder, error))?;
    }
    match files.try_lock(&path) {
        Ok(Some(guard)) => Ok(Lock { path, _guard: guard }),
        Ok(None) => Err(Error::Locked { path }),
        Err(error) => Err(Error::io("lock", &path, error)),
    }
}
