//! A file elsewhere, of which ranges are read.

use std::ops::Range;

use shuban_probe::{Error, Step};

/// The bytes of a file, and the ranges that were read of it.
pub(crate) struct Wire {
    bytes: Vec<u8>,
    pub(crate) read: Vec<Range<u64>>,
}

impl Wire {
    pub(crate) fn of(bytes: Vec<u8>) -> Self {
        Wire { bytes, read: Vec::new() }
    }

    pub(crate) fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Reads a range, which must lie in the file and not have been read before.
    pub(crate) fn read(&mut self, range: Range<u64>) -> Vec<u8> {
        assert!(range.start < range.end && range.end <= self.len(), "{range:?}");
        assert!(!self.read.contains(&range), "{range:?} is asked for twice");
        let bytes = self.bytes[range.start as usize..range.end as usize].to_vec();
        self.read.push(range);
        bytes
    }

    /// Asks until there is an answer, giving what is needed.
    pub(crate) fn answer<R, T>(
        &mut self,
        reader: &mut R,
        give: impl Fn(&mut R, u64, Vec<u8>),
        mut ask: impl FnMut(&mut R) -> Result<Step<T>, Error>,
    ) -> Result<T, Error> {
        loop {
            match ask(reader)? {
                Step::Answer(answer) => return Ok(answer),
                Step::Need(range) => give(reader, range.start, self.read(range)),
            }
        }
    }
}
