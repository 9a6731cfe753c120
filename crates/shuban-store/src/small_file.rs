//! Small files other than databases, such as a ledger: read and replaced whole.

use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

use crate::error::Error;
use crate::filesystem::FileSystem;
use crate::room::{PARSED, Room};

/// Returns the bytes of a file; `None` if there is none.
///
/// # Errors
/// [`Error::Memory`] if parsing it would take more than is allowed; environment errors.
pub fn read_file(files: &dyn FileSystem, path: &Path) -> Result<Option<Vec<u8>>, Error> {
    let failed = |error| Error::io("read", path, error);
    let read = || {
        let reader = files.open(path).map_err(failed)?;
        let len = reader.len();
        Room::new(files.memory(), len).granted(path, "it", len.saturating_mul(PARSED))?;
        let len = usize::try_from(len).map_err(|error| failed(std::io::Error::other(error)))?;
        let mut bytes = vec![0; len];
        reader.read_at(&mut bytes, 0).map_err(failed)?;
        Ok(bytes)
    };
    match read() {
        Err(Error::NotFound { .. }) => Ok(None),
        read => read.map(Some),
    }
}

/// Replaces a file as a whole: after a power cut, either the old bytes or the new ones are there.
/// Creates the folder if necessary.
///
/// # Errors
/// Environment errors; [`Error::Damaged`] if the disk does not return what was written. If the
/// folder cannot be synced at the very end, that is an error although the new bytes are in place.
pub fn replace_file(files: &dyn FileSystem, path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let partial = beside(path, PARTIAL);
    create_folder_of(files, path)?;
    check_replaceable(files, path)?;
    let write = || {
        let mut file = files.create(&partial)?;
        file.append(bytes)?;
        file.sync()
    };
    let written = write().map_err(|error| Error::io("write", &partial, error));
    let check = |()| check_written(files, &partial, bytes.len() as u64, xxh3_64(bytes));
    if let Err(error) = written.and_then(check) {
        // Best effort: the next one removes the file.
        let _ = files.remove(&partial);
        return Err(error);
    }
    rename(files, &partial, path)
}

/// Checks that a file may have the path: what is no regular file is not replaced by one.
pub(crate) fn check_replaceable(files: &dyn FileSystem, path: &Path) -> Result<(), Error> {
    files.len(path).map(drop).map_err(|error| Error::io("replace", path, error))
}

/// Checks that the disk returns the written bytes, before they replace sound ones.
pub(crate) fn check_written(
    files: &dyn FileSystem,
    path: &Path,
    len: u64,
    hash: u64,
) -> Result<(), Error> {
    const PORTION: usize = 1 << 20;
    let failed = |error| Error::io("read back", path, error);
    let reader = files.open(path).map_err(failed)?;
    let mut found = Xxh3Default::new();
    if reader.len() == len {
        let mut bytes = vec![0; PORTION.min(len as usize)];
        for start in (0..len).step_by(PORTION) {
            let portion = &mut bytes[..PORTION.min((len - start) as usize)];
            reader.read_at(portion, start).map_err(failed)?;
            found.update(portion);
        }
        if found.digest() == hash {
            return Ok(());
        }
    }
    let reason = "it is not what was written".to_owned();
    Err(Error::damaged(path, "file", None, reason))
}

/// The ending of a file that is being written, or of a leftover of a killed process.
pub const PARTIAL: &str = ".partial";

/// Returns the path with an ending added to the file's name.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Returns the folder of a file; the empty path, which exists, for a bare file name.
fn folder(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

/// Creates the folder of a file, if necessary.
pub(crate) fn create_folder_of(files: &dyn FileSystem, path: &Path) -> Result<(), Error> {
    let folder = folder(path);
    files.create_dir_all(folder).map_err(|error| Error::io("create folder", folder, error))
}

/// Puts a file in its place, and waits until its name is on the disk.
pub(crate) fn rename(files: &dyn FileSystem, partial: &Path, path: &Path) -> Result<(), Error> {
    files.rename(partial, path).map_err(|error| Error::io("rename into place", path, error))?;
    let folder = folder(path);
    files.sync_dir(folder).map_err(|error| Error::io("sync folder", folder, error))
}
