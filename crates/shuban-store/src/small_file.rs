//! Small files that are no databases, such as a ledger: read and replaced whole.

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::filesystem::FileSystem;

/// The bytes of a file; `None` if there is none.
///
/// # Errors
/// The environment's.
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

/// Replaces a file as a whole: whenever the power is cut, the old bytes or the new ones are there. Creates
/// its folder if need be.
///
/// # Errors
/// The environment's. If the folder cannot be synced at the very end, that is an error though the new
/// bytes are in place.
pub fn replace_file(files: &dyn FileSystem, path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    // A bare file name lies in the folder of the empty path, which is there.
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
        // Best effort: the next one writes over what is left.
        let _ = files.remove(&partial);
        return Err(Error::io("write", &partial, error));
    }
    files.rename(&partial, path).map_err(|error| Error::io("rename into place", path, error))?;
    files.sync_dir(folder).map_err(|error| Error::io("sync folder", folder, error))
}
