//! Limits of the memory that a reader takes because of a file's numbers.

use std::path::Path;

use crate::error::Error;

/// Bytes that a reader may hold per byte of a file. Blocks of up to 4 KiB may compress to less than
/// a hundredth of their decoded size; larger ones, which a forger could write, to much less.
const HELD_FOR_A_BYTE: u64 = 256;

/// Bytes that a reader may hold for any file, however short.
const HELD_OF_ANY: u64 = 1 << 20;

/// Approximate bytes of memory for each byte of a directory when it is parsed.
pub(crate) const PARSED: u64 = 32;

/// The memory that reading one file may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// The caller's limit.
    granted: u64,
    /// The limit by the file's length: no sound file holds more.
    held: u64,
}

impl Room {
    pub(crate) fn new(granted: u64, file_len: u64) -> Self {
        let held = file_len.saturating_mul(HELD_FOR_A_BYTE).saturating_add(HELD_OF_ANY);
        Room { granted, held }
    }

    /// Refuses to take more memory than is allowed.
    pub(crate) fn granted(self, path: &Path, section: &str, needed: u64) -> Result<(), Error> {
        check(path, section, needed, self.granted, "are granted")
    }

    /// Refuses to take more memory than is allowed, or than a file of this length can hold.
    pub(crate) fn held(self, path: &Path, section: &str, needed: u64) -> Result<(), Error> {
        self.granted(path, section, needed)?;
        check(path, section, needed, self.held, "are all that a file of its length may take")
    }
}

fn check(
    path: &Path,
    section: &str,
    needed: u64,
    allowed: u64,
    why: &'static str,
) -> Result<(), Error> {
    if needed <= allowed {
        return Ok(());
    }
    let (path, section) = (path.to_owned(), section.to_owned());
    Err(Error::Memory { path, section, needed, allowed, why })
}
