//! Small files other than databases, such as a ledger: read and replaced whole.

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::filesystem::FileSystem;

/// The bytes of a file; `None` if there is none.
///
/// # Errors
/// Environment errors.
pub fn read_file(files: &dyn FileSystem, path: &Path) -> Result<Option<Vec<u8>>, Error> {
    let read = || {
        let reader = files.open(path)?;
        let mut bytes = vec![0; usize::try_from(reader.len()).map_err(std::io::Error::other)?];
        reader.read_at(&mut bytes, 0)?;
        Ok(bytes)
    };
    match read() {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) => match Error::io("read", path, error) {
            Error::NotFound { .. } => Ok(None),
            error => Err(error),
        },
    }
}

/// Replaces a file as a whole: after a power cut, either the old bytes or the new ones are there.
/// Creates the folder if necessary.
///
/// # Errors
/// Environment errors. If the folder cannot be synced at the very end, that is an error although
/// the new bytes are in place.
pub fn replace_file(files: &dyn FileSystem, path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    // The parent of a bare file name is the empty path, which exists.
    let folder = path.parent().unwrap_or(Path::new(""));
    if !folder.as_os_str().is_empty() {
        files.create_dir_all(folder).map_err(|error| Error::io("create folder", folder, error))?;
    }
    let written = (|| {
        let mut file = files.create(&partial)?;
        file.append(bytes)?;
        file.sync()
    })();
    if let Err(error) = written {
        // Best effort: the next one overwrites the file.
        let _ = files.remove(&partial);
        return Err(Error::io("write", &partial, error));
    }
    files.rename(&partial, path).map_err(|error| Error::io("rename into place", path, error))?;
    files.sync_dir(folder).map_err(|error| Error::io("sync folder", folder, error))
}
