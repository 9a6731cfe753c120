//! Table files of other programs.

use std::io::{self, Write};
use std::sync::Arc;

use crate::domain::{Domain, LayerId};
use crate::progress::Progress;
use crate::shelf::{OracleError, StoredValues};
use crate::solver::SearchFailure;
use crate::tabulate::{FinishedTables, Workers};

/// A domain with formats of its own, in which tables of it were published elsewhere.
pub trait OwnFiles<D: Domain> {
    /// Returns the endings of files in these formats, without the point.
    fn formats(&self) -> &'static [&'static str];

    /// Returns the bytes of a layer in one of these formats; `None` if they are not known before they
    /// are written.
    fn bytes(&self, _format: &str, _layer: LayerId) -> Option<u64> {
        None
    }

    /// Writes all positions of a layer in one of these formats; returns their number.
    ///
    /// # Errors
    /// [`SearchFailure`] if a table cannot be read.
    fn export(&self, own: &OwnExport<'_, D>, out: &mut dyn Write) -> Result<u64, SearchFailure>;

    /// Opens a file in one of these formats; `None` if its first bytes belong to none of them.
    ///
    /// # Errors
    /// [`OracleError`] if it begins as one of them, but is incomplete, or has less in it than
    /// values of this domain have.
    fn open<'a>(&'a self, _file: &FileBytes) -> Result<Option<OwnFile<'a, D>>, OracleError> {
        Ok(None)
    }

    /// Returns the deviation of the numbers of two such files with different bytes; `None` if all
    /// programs write the same bytes.
    ///
    /// # Errors
    /// [`OracleError`] if they cannot be read, or are of different kinds.
    fn deviation(
        &self,
        _ours: &FileBytes,
        _theirs: &FileBytes,
    ) -> Result<Option<Deviation>, OracleError> {
        Ok(None)
    }

    /// Returns other programs that write such files, for comparison.
    fn rivals(&self) -> Vec<Rival> {
        Vec::new()
    }
}

/// A layer to write in one of a domain's own formats.
pub struct OwnExport<'a, D: Domain> {
    /// The format.
    pub format: &'a str,
    /// The layer.
    pub layer: LayerId,
    /// The layer's tables, and those it needs.
    pub tables: &'a dyn FinishedTables<D::Record, D::Value>,
    /// The threads.
    pub workers: &'a dyn Workers,
    /// The observer of the work.
    pub progress: &'a dyn Progress,
}

/// A file open for reading, by any number of threads at once.
pub trait ReadAt: Send + Sync {
    /// Returns the file's length in bytes when it was opened.
    fn len(&self) -> u64;

    /// Fills `buffer` from `offset` on. The error is `UnexpectedEof` if the file ends before, as
    /// when it was truncated after it was opened.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()>;

    /// Returns true if bytes come from far away, so that it is worth while to say what will be read.
    fn is_far(&self) -> bool {
        false
    }

    /// Fetches bytes that will be read soon, several spans at once: each an offset and a length. What
    /// cannot be fetched is told when it is read.
    fn expect(&self, _spans: &[(u64, usize)]) {}

    /// Lets go of what was kept of these bytes on the way here, since they turned out wrong; returns
    /// true if reading them again may give others.
    fn forget(&self, _offset: u64, _len: usize) -> bool {
        false
    }
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
    /// The contents of the files that are not compared, in words.
    pub left_out: &'static str,
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

/// Another program that writes what a layer [exports](OwnFiles::export), for comparisons of speed and
/// of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rival {
    /// Its usual name: `gnubg`.
    pub name: &'static str,
    /// Its command.
    pub program: &'static str,
    /// The arguments before the name of the output file.
    pub arguments: Vec<String>,
    /// The layer with the same values.
    pub layer: String,
    /// The ending of the file.
    pub format: &'static str,
    /// Its approximate run time in seconds of a core.
    pub seconds: u32,
}
