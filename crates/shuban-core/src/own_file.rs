//! Table files of other programs.

use std::io;
use std::sync::Arc;

use crate::domain::{Domain, LayerId};
use crate::shelf::StoredValues;

/// A file open for reading, by any number of threads at once.
pub trait ReadAt: Send + Sync {
    /// Returns the file's length in bytes when it was opened.
    fn len(&self) -> u64;

    /// Returns true if it has no bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Fills `buffer` from `offset` on. The error is `UnexpectedEof` if the file ends before, as
    /// when it was truncated after it was opened.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;
}

/// A shared handle to the bytes of a file.
pub type FileBytes = Arc<dyn ReadAt>;

/// The deviation of two files' numbers, where another program need not write the same bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviation {
    /// The largest difference of two numbers.
    pub largest: f64,
    /// The largest difference allowed.
    pub allowed: f64,
}

impl Deviation {
    /// Returns true if the difference is allowed.
    pub fn is_allowed(&self) -> bool {
        self.largest <= self.allowed
    }
}

/// A file of another program, as a table of a domain.
pub struct OwnFile<'a, D: Domain> {
    /// Its description in a few words.
    pub about: String,
    /// The layer with the same values, with all that it needs.
    pub layer: LayerId,
    /// Its format, one of the domain's own.
    pub format: &'static str,
    /// The values in it; `None` for a position that it does not hold.
    pub value: Box<StoredValues<'a, D>>,
}
