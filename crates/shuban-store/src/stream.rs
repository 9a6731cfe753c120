//! Reading of a stream.

use std::sync::Arc;

use crate::error::Error;
use crate::run::{OpenFile, Run};
use shuban_probe::container::{BlockLayout, OFFSET_BITS, SectionKind, records_per_block};

/// A stream of an open file: entries of variable length. Cloning it is cheap, and it keeps the file
/// open.
#[derive(Clone)]
pub struct Stream {
    file: Arc<OpenFile>,
    section: usize,
    entries: u64,
    bytes: u64,
}

/// Bytes of an entry of its own in memory: its pointer, and the allocator's overhead.
const HELD_FOR_AN_ENTRY: u64 = 40;

const DATA: usize = 0;
const OFFSETS: usize = 1;

impl Stream {
    pub(crate) fn new(file: &Arc<OpenFile>, section: usize) -> Option<Self> {
        let SectionKind::Stream { entries, bytes } = file.manifest.sections.get(section)?.kind
        else {
            return None;
        };
        Some(Stream { file: Arc::clone(file), section, entries, bytes })
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.file.manifest.sections[self.section].name
    }

    /// Returns the number of entries.
    pub fn len(&self) -> u64 {
        self.entries
    }

    /// Returns the sum of the entries' lengths.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the bytes of all entries in memory, each with a pointer, a length and room to spare.
    pub fn bytes_in_memory(&self) -> u64 {
        self.entries.saturating_mul(HELD_FOR_AN_ENTRY).saturating_add(self.bytes)
    }

    /// Reads one entry: one or two blocks of offsets, and the blocks that hold the entry.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] from `len()` on; [`Error::Memory`] if it would take too much;
    /// [`Error::Damaged`]; environment errors.
    pub fn entry(&self, number: u64) -> Result<Vec<u8>, Error> {
        if number >= self.entries {
            let section = self.name().to_owned();
            return Err(Error::OutOfRange { section, index: number, len: self.entries });
        }
        let (start, end) = (self.offset(number)?, self.offset(number + 1)?);
        self.check_offsets(number, start, end)?;
        let mut entry = Vec::with_capacity(self.entry_len(start, end)?);
        let mut at = start;
        while at < end {
            let (block, first, len) = self.data_block(at);
            self.run(DATA).with_block(block, len, |bytes| {
                let upto = (end - first).min(len as u64) as usize;
                entry.extend_from_slice(&bytes[(at - first) as usize..upto]);
            })?;
            at = first + len as u64;
        }
        Ok(entry)
    }

    /// Reads all entries in order, block by block, without the cache; `each` gets number and bytes.
    ///
    /// # Errors
    /// [`Error::Memory`] if an entry would take too much; [`Error::Damaged`]; environment errors.
    pub fn for_each(&self, mut each: impl FnMut(u64, &[u8])) -> Result<(), Error> {
        self.try_for_each(|number, entry| {
            each(number, entry);
            Ok(())
        })
    }

    /// Reads entries as [`for_each`](Stream::for_each) does, until `each` refuses one.
    ///
    /// # Errors
    /// As [`for_each`](Stream::for_each); and the first error of `each`.
    pub fn try_for_each<E: From<Error>>(
        &self,
        mut each: impl FnMut(u64, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut block, mut offsets, mut data) = (Vec::new(), Vec::new(), Vec::new());
        // The decoded bytes that were not yet passed to `each`, and the offset of the first.
        let (mut waiting, mut waiting_from) = (Vec::new(), 0);
        // The offset before each entry; none before the first offset was read.
        let mut numbers = 0..;
        let mut before = None;
        for number in 0..self.run(OFFSETS).blocks() {
            let layout = self.offset_layout(number);
            self.run(OFFSETS).load(number, layout.len(), &mut block)?;
            layout.decode(&block, &mut offsets);
            for &end in &offsets {
                let Some(start) = before.replace(end) else {
                    self.check_offsets(0, 0, end)?;
                    if end == 0 {
                        continue;
                    }
                    let reason = "the first entry does not begin at 0";
                    return Err(self.run(OFFSETS).damaged(Some(0), reason).into());
                };
                let number = numbers.next().unwrap_or_default();
                self.check_offsets(number, start, end)?;
                let whole = self.entry_len(start, end)?;
                while waiting_from + (waiting.len() as u64) < end {
                    let (block, _, len) = self.data_block(waiting_from + waiting.len() as u64);
                    self.run(DATA).load(block, len, &mut data)?;
                    waiting.drain(..(start - waiting_from) as usize);
                    waiting_from = start;
                    // An entry of many blocks is allocated in one step.
                    let rest = whole.saturating_sub(waiting.len());
                    waiting.reserve_exact(rest.saturating_add(data.len()));
                    waiting.extend_from_slice(&data);
                }
                let entry = (start - waiting_from) as usize..(end - waiting_from) as usize;
                each(number, &waiting[entry])?;
            }
        }
        let end = before.unwrap_or_default();
        if end == self.bytes {
            return Ok(());
        }
        let reason = format!("the last entry ends at {end} of {} bytes", self.bytes);
        Err(self.run(OFFSETS).damaged(None, reason).into())
    }

    /// Returns the length of an entry that may be held in memory.
    fn entry_len(&self, start: u64, end: u64) -> Result<usize, Error> {
        let len = end - start;
        self.file.room.held(&self.file.path, self.name(), len)?;
        usize::try_from(len).map_err(|_| {
            let reason = format!("an entry of {len} bytes");
            self.run(OFFSETS).damaged(None, reason)
        })
    }

    fn offset(&self, number: u64) -> Result<u64, Error> {
        let per_block = self.offsets_per_block();
        let (block, record) = (number / per_block, (number % per_block) as usize);
        let layout = self.offset_layout(block);
        let mut row = [0];
        let run = self.run(OFFSETS);
        run.with_block(block, layout.len(), |bytes| layout.row(bytes, record, &mut row))?;
        Ok(row[0])
    }

    fn offsets_per_block(&self) -> u64 {
        records_per_block([OFFSET_BITS].into_iter(), self.file.block_size)
    }

    fn offset_layout(&self, block: u64) -> BlockLayout {
        let per_block = self.offsets_per_block();
        let records = (self.entries + 1 - block * per_block).min(per_block);
        BlockLayout::new([OFFSET_BITS].into_iter(), records as usize)
    }

    /// Returns number, first offset and length of the data block that holds a byte.
    fn data_block(&self, offset: u64) -> (u64, u64, usize) {
        let block_size = u64::from(self.file.block_size);
        let first = offset / block_size * block_size;
        (offset / block_size, first, (self.bytes - first).min(block_size) as usize)
    }

    fn check_offsets(&self, number: u64, start: u64, end: u64) -> Result<(), Error> {
        if start <= end && end <= self.bytes {
            return Ok(());
        }
        let reason = format!("entry {number} lies from {start} to {end} of {} bytes", self.bytes);
        Err(self.run(OFFSETS).damaged(None, reason))
    }

    fn run(&self, run: usize) -> Run<'_> {
        self.file.run(self.section, run)
    }
}
