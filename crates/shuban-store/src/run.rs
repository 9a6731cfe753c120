//! An open file, and reading of its runs' blocks.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::OnceLock;

use shuban_probe::container::{
    BlockEntry, Identity, Manifest, PIECE_BLOCKS, RunEntry, TablePiece, piece_span,
};
use zstd::bulk::Decompressor;

use crate::cache::{BlockKey, Cache};
use crate::error::Error;
use crate::room::Room;
use shuban_core::own_file::ReadAt;

/// An open file: its manifest, and the block tables read so far.
pub(crate) struct OpenFile {
    pub(crate) path: PathBuf,
    pub(crate) reader: Box<dyn ReadAt>,
    pub(crate) identity: Identity,
    pub(crate) block_size: u32,
    pub(crate) manifest: Manifest,
    /// The first member of the directory that is not in the manifest.
    pub(crate) unknown_member: Option<String>,
    /// The blocks by section and run.
    pub(crate) blocks: Vec<Vec<RunBlocks>>,
    pub(crate) cache: Cache,
    pub(crate) room: Room,
}

/// The block table of a run, as far as it was read.
pub(crate) struct RunBlocks {
    entry: RunEntry,
    /// The block table. Each piece is read and checked at its first use, then kept: 16 bytes for a
    /// probed block and each of its 63 neighbours.
    pieces: Box<[OnceLock<TablePiece>]>,
}

impl RunBlocks {
    pub(crate) fn new(entry: RunEntry) -> Self {
        // The run's table lies inside the file, so the count cannot exceed that of real blocks.
        let pieces = entry.blocks.div_ceil(PIECE_BLOCKS);
        RunBlocks { entry, pieces: (0..pieces).map(|_| OnceLock::new()).collect() }
    }

    /// Returns the memory that one takes before its table is read.
    pub(crate) fn bytes(entry: &RunEntry) -> u64 {
        entry.blocks.div_ceil(PIECE_BLOCKS) * size_of::<OnceLock<TablePiece>>() as u64
    }
}

impl OpenFile {
    #[inline]
    pub(crate) fn run(&self, section: usize, run: usize) -> Run<'_> {
        Run { file: self, section, run, blocks: &self.blocks[section][run] }
    }

    /// Returns all runs of a section.
    pub(crate) fn runs(&self, section: usize) -> impl Iterator<Item = Run<'_>> {
        (0..self.blocks[section].len()).map(move |run| self.run(section, run))
    }
}

/// A run of blocks of an open file.
#[derive(Clone, Copy)]
pub(crate) struct Run<'f> {
    file: &'f OpenFile,
    section: usize,
    run: usize,
    blocks: &'f RunBlocks,
}

impl<'f> Run<'f> {
    pub(crate) fn blocks(self) -> u64 {
        self.blocks.entry.blocks
    }

    /// Returns the offset in the file of the block table.
    pub(crate) fn table(self) -> u64 {
        self.blocks.entry.table
    }

    /// Returns true if the file is far away.
    pub(crate) fn is_far(self) -> bool {
        self.file.reader.is_far()
    }

    /// Returns true if a piece of the block table is in memory.
    pub(crate) fn has_piece(self, piece: u64) -> bool {
        self.blocks.pieces[piece as usize].get().is_some()
    }

    /// Returns the offset in the file and the stored length of a block.
    pub(crate) fn span(self, block: u64) -> Result<(u64, usize), Error> {
        let entry = self.locate(block)?;
        Ok((self.blocks.entry.start + entry.offset, self.stored_len(block, entry)?))
    }

    /// Fetches parts of the file.
    pub(crate) fn expect_spans(self, spans: &[(u64, usize)]) {
        self.file.reader.expect(spans);
    }

    /// Returns the stored bytes of all blocks.
    pub(crate) fn stored(self) -> u64 {
        self.blocks.entry.table - self.blocks.entry.start
    }

    pub(crate) fn damaged(self, block: Option<u64>, reason: impl Into<String>) -> Error {
        let reason = reason.into();
        let reason = if self.run == 0 { reason } else { format!("run {}: {reason}", self.run) };
        let section = &self.file.manifest.sections[self.section].name;
        Error::damaged(&self.file.path, section, block, reason)
    }

    /// Returns the place of a block of the run.
    #[inline]
    fn locate(self, block: u64) -> Result<BlockEntry, Error> {
        let number = block / PIECE_BLOCKS;
        let slot = &self.blocks.pieces[number as usize];
        if let Some(piece) = slot.get() {
            return Ok(piece.entry(block));
        }
        let piece = self.read_piece(number)?;
        Ok(slot.get_or_init(|| piece).entry(block))
    }

    /// Returns the checksum of a block as it is stored.
    pub(crate) fn checksum(self, block: u64) -> Result<u64, Error> {
        Ok(self.locate(block)?.checksum)
    }

    /// Reads a piece of the block table anew.
    pub(crate) fn read_piece(self, number: u64) -> Result<TablePiece, Error> {
        let (offset, len) = piece_span(self.blocks.entry.blocks, number);
        let mut bytes = vec![0; len];
        let run = (self.section as u32, self.run as u32);
        self.read_sound(None, &mut bytes, self.blocks.entry.table + offset, |bytes| {
            TablePiece::from_bytes(&self.file.identity, run, number, bytes, self.stored()).map_err(
                |reason| self.damaged(None, format!("piece {number} of its block table: {reason}")),
            )
        })
    }

    /// Passes a decoded block to `then`, through the cache.
    #[inline]
    pub(crate) fn with_block<T>(
        self,
        block: u64,
        decoded_len: usize,
        then: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, Error> {
        let decoded = self.file.cache.get_or_load(self.key(block), || {
            let mut decoded = Vec::new();
            self.load(block, decoded_len, &mut decoded)?;
            Ok(decoded)
        })?;
        Ok(then(&decoded))
    }

    /// Returns true if a block is in the cache, decoded.
    pub(crate) fn has_block(self, block: u64) -> bool {
        self.file.cache.has(self.key(block))
    }

    #[inline]
    fn key(self, block: u64) -> BlockKey {
        BlockKey { section: self.section as u32, run: self.run as u32, block }
    }

    /// Reads bytes of the file, which was long enough when it was opened.
    fn read(self, block: Option<u64>, buffer: &mut [u8], offset: u64) -> Result<(), Error> {
        self.file.reader.read_at(buffer, offset).map_err(|error| match error.kind() {
            std::io::ErrorKind::UnexpectedEof => {
                self.damaged(block, "the file was cut while it was open")
            }
            _ => Error::io("read", &self.file.path, error),
        })
    }

    /// Reads bytes and checks them; once more, if what was kept of them on the way may be wrong.
    fn read_sound<T>(
        self,
        block: Option<u64>,
        buffer: &mut [u8],
        offset: u64,
        check: impl Fn(&[u8]) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.read(block, buffer, offset)?;
        let checked = check(buffer);
        if checked.is_err() && self.file.reader.forget(offset, buffer.len()) {
            self.read(block, buffer, offset)?;
            return check(buffer);
        }
        checked
    }

    /// Reads, checks and decodes a block into `decoded`.
    pub(crate) fn load(
        self,
        block: u64,
        decoded_len: usize,
        decoded: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let entry = self.locate(block)?;
        if !entry.is_compressed() {
            self.check_len(block, entry.stored_len() as usize, decoded_len)?;
            return self.read_stored(block, entry, decoded);
        }
        STORED.with_borrow_mut(|stored| {
            self.read_stored(block, entry, stored)?;
            decoded.clear();
            decoded.resize(decoded_len, 0);
            let len = decompress(stored, decoded)
                .map_err(|error| self.damaged(Some(block), format!("zstd: {error}")))?;
            self.check_len(block, len, decoded_len)
        })
    }

    /// Reads a block and compares its checksum, without decoding it.
    pub(crate) fn check(self, block: u64) -> Result<(), Error> {
        let entry = self.locate(block)?;
        STORED.with_borrow_mut(|stored| self.read_stored(block, entry, stored))
    }

    /// Reads the bytes of a block as they are stored.
    fn read_stored(self, block: u64, entry: BlockEntry, stored: &mut Vec<u8>) -> Result<(), Error> {
        stored.resize(self.stored_len(block, entry)?, 0);
        let start = self.blocks.entry.start + entry.offset;
        let place = (self.section as u32, self.run as u32);
        self.read_sound(Some(block), stored, start, |stored| {
            let checked = entry.check(&self.file.identity, place, block, stored);
            checked.map_err(|reason| self.damaged(Some(block), reason))
        })
    }

    /// Returns the stored length of a block, if one can be so long.
    fn stored_len(self, block: u64, entry: BlockEntry) -> Result<usize, Error> {
        entry.possible_len().map_err(|reason| self.damaged(Some(block), reason))
    }

    fn check_len(self, block: u64, found: usize, expected: usize) -> Result<(), Error> {
        if found == expected {
            return Ok(());
        }
        Err(self.damaged(Some(block), format!("{found} decoded bytes, expected {expected}")))
    }
}

thread_local! {
    /// The compressed bytes of a block.
    static STORED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// A decompressor for each thread, since setting it up takes longer than decoding a block.
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

fn decompress(stored: &[u8], decoded: &mut [u8]) -> std::io::Result<usize> {
    DECOMPRESSOR.with_borrow_mut(|slot| {
        let decompressor = match slot {
            Some(decompressor) => decompressor,
            None => slot.insert(Decompressor::new()?),
        };
        decompressor.decompress_to_buffer(stored, decoded)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_block_table_is_that_of_its_pieces() {
        for blocks in [0, 1, 64, 65] {
            let entry = RunEntry { blocks, start: 0, table: 0 };
            let pieces = RunBlocks::new(entry).pieces;
            assert_eq!(RunBlocks::bytes(&entry), size_of_val(&*pieces) as u64);
        }
    }
}
