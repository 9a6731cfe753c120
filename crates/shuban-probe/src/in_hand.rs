//! Bytes of a file that the caller has read.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::error::Error;
use crate::step::Step;

/// Parts of a file that were given, by the offset of their first byte.
#[derive(Default)]
pub(crate) struct InHand {
    parts: BTreeMap<u64, Vec<u8>>,
    /// The offsets of parts of which something was made that is kept elsewhere.
    used: Vec<u64>,
}

impl InHand {
    pub(crate) fn give(&mut self, offset: u64, bytes: Vec<u8>) {
        // A longer part from the same place serves as well.
        if self.parts.get(&offset).is_none_or(|known| known.len() <= bytes.len()) {
            self.parts.insert(offset, bytes);
        }
    }

    /// Returns the bytes of a range, if they were given together.
    pub(crate) fn get(&self, range: &Range<u64>) -> Option<&[u8]> {
        let (start, bytes) = self.parts.range(..=range.start).next_back()?;
        let [from, to] = [range.start, range.end].map(|end| usize::try_from(end - start).ok());
        bytes.get(from?..to?)
    }

    /// Reads a range, if it is in hand. A part that is not what was written is dropped, so that the next
    /// question needs it anew.
    pub(crate) fn read<T>(
        &mut self,
        range: Range<u64>,
        read: impl FnOnce(&[u8]) -> Result<T, Error>,
    ) -> Result<Step<T>, Error> {
        let Some(bytes) = self.get(&range) else { return Ok(Step::Need(range)) };
        let read = read(bytes);
        if read.is_err()
            && let Some((&start, _)) = self.parts.range(..=range.start).next_back()
        {
            self.parts.remove(&start);
        }
        Ok(Step::Answer(read?))
    }

    /// Notes that a part which is just this range was used: what was made of it is kept elsewhere. A longer
    /// part serves other questions too.
    pub(crate) fn use_up(&mut self, range: &Range<u64>) {
        let len = range.end - range.start;
        if self.parts.get(&range.start).is_some_and(|bytes| bytes.len() as u64 == len) {
            self.used.push(range.start);
        }
    }

    /// Drops the parts that were used.
    pub(crate) fn tidy(&mut self) {
        for start in self.used.drain(..) {
            self.parts.remove(&start);
        }
    }
}
