//! Files in which other programs keep tables.

use std::io;
use std::sync::Arc;

use crate::domain::{Domain, LayerId};
use crate::shelf::StoredValues;

/// A file open for reading, by any number of threads at once.
pub trait ReadAt: Send + Sync {
    /// The file's length in bytes when it was opened.
    fn len(&self) -> u64;

    /// Whether it has no bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Fills `buffer` from `offset` on. An error is `UnexpectedEof` if the file ends before, as one
    /// does that was cut after it was opened.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;
}

/// A shared handle to the bytes of a file.
pub type FileBytes = Arc<dyn ReadAt>;

/// How far the numbers of two files are apart, where another program need not write the same bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviation {
    /// The most that two numbers differ by.
    pub largest: f64,
    /// The most that they may.
    pub allowed: f64,
}

impl Deviation {
    /// Whether they are near enough to be called the same.
    pub fn is_allowed(&self) -> bool {
        self.largest <= self.allowed
    }
}

/// A file that another program wrote, as a table of a domain.
pub struct OwnFile<'a, D: Domain> {
    /// What it is, in a few words.
    pub about: String,
    /// The layer that has the same in it, with all that it needs.
    pub layer: LayerId,
    /// In which of the domain's own formats.
    pub format: &'static str,
    /// The values in it: of a position that it does not hold, `None`.
    pub value: Box<StoredValues<'a, D>>,
}
