//! Ledgers as files: small JSON documents with a line for each row, fit to be committed.

use std::path::Path;
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use shuban_store::{
    FileSystem, Lock, PARTIAL, UnfitFile, beside, lock, read_file, remove_stale_lock,
};

use crate::error::Error;

/// The version of the ledgers that this program reads and writes.
const VERSION: u64 = 1;
/// The member that holds it.
const VERSION_MEMBER: &str = "ledger";
/// Time to wait for another process that adds to a ledger, in tenths of a second.
const PATIENCE: u32 = 300;

/// Writes a ledger: a line for each member, so that a change shows as one. A member with many rows
/// is written by [`rows`].
pub fn document(members: &[(&str, String)]) -> String {
    let version = (VERSION_MEMBER, VERSION.to_string());
    let lines: Vec<String> = (std::iter::once(&version).chain(members))
        .map(|(name, text)| format!("  \"{name}\": {text}"))
        .collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

/// Returns a list with a line for each row, as a member of a [`document`].
pub fn rows(rows: impl IntoIterator<Item = Json>) -> String {
    let lines: Vec<String> = rows.into_iter().map(|row| format!("\n    {row}")).collect();
    format!("[{}{}]", lines.join(","), if lines.is_empty() { "" } else { "\n  " })
}

/// Reads the members of a ledger. No other document is held in memory: it may take a hundred times
/// the bytes of a file.
///
/// # Errors
/// The reason why it is not one.
pub fn members<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    #[derive(Deserialize)]
    struct Version {
        ledger: u64,
    }
    let failed = |error: serde_json::Error| error.to_string();
    match serde_json::from_slice(bytes).map_err(failed)? {
        Version { ledger: VERSION } => serde_json::from_slice(bytes).map_err(failed),
        Version { ledger } => {
            Err(format!("version {ledger}, and this program reads version {VERSION}"))
        }
    }
}

/// Reads a ledger; `None` if there is no file.
///
/// # Errors
/// [`Error::Ledger`] if it is no regular file, or `parse` refuses it; [`Error::Store`] if it cannot be read.
pub fn read<T>(
    files: &dyn FileSystem,
    path: &Path,
    parse: impl FnOnce(&[u8]) -> Result<T, String>,
) -> Result<Option<T>, Error> {
    let refused = |reason| Error::Ledger { path: path.to_owned(), reason };
    let bytes = match read_file(files, path) {
        Err(shuban_store::Error::Io { source, .. }) if UnfitFile::is_reason_of(&source) => {
            return Err(refused(source.to_string()));
        }
        read => read?,
    };
    bytes.map(|bytes| parse(&bytes)).transpose().map_err(refused)
}

/// Locks a ledger, to be read and replaced. Waits for others that add to it.
///
/// # Errors
/// [`Error::Store`] if it cannot be locked, or stays locked.
pub fn wait_for_lock(files: &dyn FileSystem, path: &Path) -> Result<Lock, Error> {
    for _ in 0..PATIENCE {
        match lock(files, path) {
            Err(shuban_store::Error::Locked { .. }) => thread::sleep(Duration::from_millis(100)),
            locked => return Ok(locked?),
        }
    }
    Ok(lock(files, path)?)
}

/// Removes unfinished files and the lock file of a ledger from a killed process, unless another
/// process adds to it.
pub(crate) fn remove_leftovers(files: &dyn FileSystem, path: &Path) {
    let partial = beside(path, PARTIAL);
    // A leftover only costs space.
    if matches!(files.len(&partial), Ok(Some(_)))
        && let Ok(_lock) = lock(files, path)
    {
        let _ = files.remove(&partial);
    }
    remove_stale_lock(files, path);
}
