//! One builder at a time.

use std::any::Any;
use std::path::Path;

use crate::error::Error;
use crate::filesystem::FileSystem;
use crate::lock_holder::LockHolder;
use crate::small_file::{beside, create_folder_of};

/// The ending of a lock's file.
pub(crate) const LOCK: &str = ".lock";

/// A lock `<path>.lock`, held until dropped, or until the process ends, even if killed: the
/// operating system keeps the lock, not the file. Dropping removes the file; a killed process
/// leaves it, which means nothing by itself, and whoever takes the lock next removes it.
#[derive(Debug)]
pub struct Lock {
    _guard: Box<dyn Any + Send + Sync>,
}

/// Takes the lock `<path>.lock`, creating its folder if need be.
///
/// # Errors
/// [`Error::Locked`] if another process (or another [`Lock`] of this one) holds it.
pub fn lock(files: &dyn FileSystem, path: &Path) -> Result<Lock, Error> {
    let path = beside(path, LOCK);
    create_folder_of(files, &path)?;
    match files.try_lock(&path) {
        Ok(Some(guard)) => Ok(Lock { _guard: guard }),
        Ok(None) => {
            let holder = LockHolder::read(files, &path);
            Err(Error::Locked { path, holder })
        }
        Err(error) => Err(Error::io("lock", &path, error)),
    }
}

/// Removes the lock file that a killed process has left, unless the lock is held.
pub fn remove_stale_lock(files: &dyn FileSystem, path: &Path) {
    if matches!(files.len(&beside(path, LOCK)), Ok(Some(_))) {
        // Taking a lock and letting it go removes its file. A leftover does no harm.
        drop(lock(files, path));
    }
}
