//! Writes a stream, entry by entry.

use crate::content::SectionHasher;
use crate::error::Error;
use crate::layout::{BlockLayout, records_per_block};
use crate::manifest::SectionKind;
use crate::output::RunBuilder;
use crate::writer::Writer;

/// The width of an offset in a stream's second run.
pub(crate) const OFFSET_BITS: u8 = 64;

/// Writes a stream's entries in order. End it with [`finish`](StreamWriter::finish).
pub struct StreamWriter<'w> {
    writer: &'w mut Writer,
    name: String,
    data: RunBuilder,
    offsets: RunBuilder,
    hasher: SectionHasher,
    /// The bytes of the data block being filled.
    block: Vec<u8>,
    bytes: u64,
    /// The offsets of the block being filled.
    staged: Vec<u64>,
    offsets_per_block: usize,
}

impl<'w> StreamWriter<'w> {
    pub(crate) fn new(writer: &'w mut Writer, name: &str) -> Self {
        StreamWriter {
            name: name.to_owned(),
            data: writer.begin_run(0),
            offsets: writer.begin_run(1),
            hasher: SectionHasher::stream(name),
            block: Vec::new(),
            bytes: 0,
            staged: vec![0],
            offsets_per_block: records_per_block([OFFSET_BITS].into_iter(), writer.block_size)
                as usize,
            writer,
        }
    }

    /// Appends an entry, which may be empty.
    ///
    /// # Errors
    /// Environment errors.
    pub fn push(&mut self, entry: &[u8]) -> Result<(), Error> {
        self.hasher.entry(entry);
        let block_size = self.writer.block_size as usize;
        let mut rest = entry;
        while !rest.is_empty() {
            let (fits, later) = rest.split_at(rest.len().min(block_size - self.block.len()));
            self.block.extend_from_slice(fits);
            rest = later;
            if self.block.len() == block_size {
                self.writer.output.append_block(&mut self.data, &self.block)?;
                self.block.clear();
            }
        }
        self.bytes += entry.len() as u64;
        if self.staged.len() == self.offsets_per_block {
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
        self.writer.output.hold_block(&mut self.offsets, &block)
    }

    /// Ends the stream.
    ///
    /// # Errors
    /// Environment errors.
    pub fn finish(mut self) -> Result<(), Error> {
        if !self.block.is_empty() {
            self.writer.output.append_block(&mut self.data, &self.block)?;
        }
        self.flush_offsets()?;
        let kind = SectionKind::Stream { entries: self.hasher.count(), bytes: self.bytes };
        self.writer.end(self.name, kind, self.hasher.finish(), vec![self.data, self.offsets])
    }
}
