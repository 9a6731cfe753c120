//! Room beside memory, for work whose data are larger.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::domain::Unanswered;

/// Bytes without a name that are written and read at any place, by any number of threads at once,
/// and are gone with the work.
pub trait ScratchFile: Send + Sync {
    /// Writes all of `bytes` from `offset` on.
    ///
    /// # Errors
    /// [`Unanswered`] with the reason: a full disk, for example.
    fn write_at(&self, bytes: &[u8], offset: u64) -> Result<(), Unanswered>;

    /// Fills `buffer` from `offset` on.
    ///
    /// # Errors
    /// [`Unanswered`] with the reason, also beyond what was written.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> Result<(), Unanswered>;
}

/// Scratch in memory, where no disk is at hand.
#[derive(Debug, Default)]
pub struct ScratchMemory(Mutex<Vec<u8>>);

/// Returns the range of `len` bytes from `offset` on.
fn range(offset: u64, len: usize) -> Option<Range<usize>> {
    let offset = usize::try_from(offset).ok()?;
    Some(offset..offset.checked_add(len)?)
}

/// Returns the error of bytes beyond the end.
fn beyond() -> Unanswered {
    Unanswered::because("scratch memory ends before")
}

impl ScratchFile for ScratchMemory {
    fn write_at(&self, bytes: &[u8], offset: u64) -> Result<(), Unanswered> {
        let range = range(offset, bytes.len()).ok_or_else(beyond)?;
        // A thread that panicked has left bytes that nobody reads.
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() < range.end {
            all.resize(range.end, 0);
        }
        all[range].copy_from_slice(bytes);
        Ok(())
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> Result<(), Unanswered> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let read = range(offset, buffer.len()).and_then(|range| all.get(range));
        buffer.copy_from_slice(read.ok_or_else(beyond)?);
        Ok(())
    }
}
