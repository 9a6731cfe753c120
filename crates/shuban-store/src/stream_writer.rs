//! Writing of a stream, entry by entry.

use crate::content::SectionHasher;
use crate::error::Error;
use crate::output::{Output, RunBuilder};
use shuban_probe::container::{BlockLayout, OFFSET_BITS, SectionKind, records_per_block};

/// A writer of a stream's entries in order. End it with [`finish`](StreamWriter::finish).
pub struct StreamWriter<'w> {
    output: &'w mut Output,
    name: String,
    data: RunBuilder,
    offsets: RunBuilder,
    hasher: SectionHasher,
    /// The bytes of the data block being filled.
    block: Vec<u8>,
    bytes: u64,
    /// The offsets of the block being filled.
    staged: Vec<u64>,
}

impl<'w> StreamWriter<'w> {
    pub(crate) fn new(output: &'w mut Output, name: &str) -> Self {
        StreamWriter {
            name: name.to_owned(),
            data: output.begin_run(0),
            offsets: output.begin_run(1),
            hasher: SectionHasher::stream(name),
            block: Vec::new(),
            bytes: 0,
            staged: vec![0],
            output,
        }
    }

    /// Appends an entry, which may be empty.
    ///
    /// # Errors
    /// Environment errors.
    pub fn push(&mut self, entry: &[u8]) -> Result<(), Error> {
        self.hasher.entry(entry);
        let block_size = self.output.block_size;
        let mut rest = entry;
        while !rest.is_empty() {
            let room = block_size as usize - self.block.len();
            let (fits, later) = rest.split_at(rest.len().min(room));
            self.block.extend_from_slice(fits);
            rest = later;
            if fits.len() == room {
                self.output.append_block(&mut self.data, &self.block)?;
                self.block.clear();
            }
        }
        self.bytes += entry.len() as u64;
        let per_block = records_per_block([OFFSET_BITS].into_iter(), block_size);
        if self.staged.len() as u64 == per_block {
            self.flush_offsets()?;
        }
        self.staged.push(self.bytes);
        Ok(())
    }

    fn flush_offsets(&mut self) -> Result<(), Error> {
        let count = self.staged.len();
        let mut block = Vec::new();
        BlockLayout::new([OFFSET_BITS].into_iter(), count).encode(&self.staged, count, &mut block);
        self.staged.clear();
        self.output.hold_block(&mut self.offsets, &block)
    }

    /// Ends the stream.
    ///
    /// # Errors
    /// Environment errors.
    pub fn finish(mut self) -> Result<(), Error> {
        if !self.block.is_empty() {
            self.output.append_block(&mut self.data, &self.block)?;
        }
        self.flush_offsets()?;
        let kind = SectionKind::Stream { entries: self.hasher.count(), bytes: self.bytes };
        let runs = vec![self.data, self.offsets];
        self.output.end_section(self.name, kind, self.hasher.finish(), runs)
    }
}
