//! One builder at a time.

use std::any::Any;
use std::path::Path;

use crate::error::Error;
use crate::filesystem::FileSystem;
use crate::small_file::{beside, create_folder_of};

/// A lock `<path>.lock`, held until dropped, or until the process ends, even if killed: the
/// operating system keeps the lock, not the file. Dropping removes the file; a killed process
/// leaves it, which means nothing by itself.
#[derive(Debug)]
pub struct Lock {
    _guard: Box<dyn Any + Send + Sync>,
}

/// Takes the lock `<path>.lock`, creating its folder if need be.
///
/// # Errors
/// [`Error::Locked`] if another process (or another [`Lock`] of this one) holds it.
pub fn lock(files: &dyn FileSystem, path: &Path) -> Result<Lock, Error> {
    let path = beside(path, ".lock");
    create_folder_of(files, &path)?;
    match files.try_lock(&path) {
        Ok(Some(guard)) => Ok(Lock { _guard: guard }),
        Ok(None) => Err(Error::Locked { path }),
        Err(error) => Err(Error::io("lock", &path, error)),
    }
}
