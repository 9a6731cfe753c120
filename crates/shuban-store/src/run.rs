//! An open file, and how the blocks of its runs are read.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use zstd::bulk::Decompressor;

use crate::block_table::{BlockEntry, PIECE_BLOCKS, TablePiece, piece_span};
use crate::cache::{BlockKey, Cache};
use crate::error::Error;
use crate::filesystem::ReadAt;
use crate::format::{Covered, Identity, Place, checksum};
use crate::manifest::{Manifest, RunEntry};

/// An open file: its manifest, and what was found of its blocks.
pub(crate) struct OpenFile {
    pub(crate) path: PathBuf,
    pub(crate) reader: Box<dyn ReadAt>,
    pub(crate) identity: Identity,
    pub(crate) block_size: u32,
    pub(crate) manifest: Manifest,
    /// The first member of the directory that is not in the manifest.
    pub(crate) unknown_member: Option<String>,
    /// By section and run.
    pub(crate) blocks: Vec<Vec<RunBlocks>>,
    pub(crate) cache: Cache,
}

/// What was found of a run's blocks.
pub(crate) struct RunBlocks {
    entry: RunEntry,
    /// The block table. Each piece is read and checked at its first use, then kept: 16 bytes for a
    /// probed block and each of its 63 neighbours.
    pieces: Box<[OnceLock<TablePiece>]>,
    /// One bit for each block that was read raw from memory and found sound. A mapped block is
    /// checked only once; `Database::check` finds later damage.
    sound: Box<[AtomicU64]>,
}

impl RunBlocks {
    pub(crate) fn new(entry: RunEntry, is_mapped: bool) -> Self {
        // The run's table lies inside the file, so the count cannot exceed that of real blocks.
        let pieces = entry.blocks.div_ceil(PIECE_BLOCKS);
        let words = if is_mapped { entry.blocks.div_ceil(64) } else { 0 };
        RunBlocks {
            entry,
            pieces: (0..pieces).map(|_| OnceLock::new()).collect(),
            sound: (0..words).map(|_| AtomicU64::new(0)).collect(),
        }
    }
}

impl OpenFile {
    #[inline]
    pub(crate) fn run(&self, section: usize, run: usize) -> Run<'_> {
        Run { file: self, section, run, blocks: &self.blocks[section][run] }
    }

    /// All runs of a section.
    pub(crate) fn runs(&self, section: usize) -> impl Iterator<Item = Run<'_>> {
        (0..self.blocks[section].len()).map(move |run| self.run(section, run))
    }

    fn read(&self, buffer: &mut [u8], offset: u64) -> Result<(), Error> {
        self.reader.read_at(buffer, offset).map_err(|error| Error::io("read", &self.path, error))
    }

    /// Bytes of a file that is mapped into memory.
    fn mapped(&self, offset: u64, len: usize) -> Option<&[u8]> {
        let start = usize::try_from(offset).ok()?;
        self.reader.bytes()?.get(start..start.checked_add(len)?)
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

    /// The stored bytes of all blocks.
    pub(crate) fn stored(self) -> u64 {
        self.blocks.entry.table - self.blocks.entry.start
    }

    pub(crate) fn damaged(self, block: Option<u64>, reason: impl Into<String>) -> Error {
        let reason = reason.into();
        let reason = if self.run == 0 { reason } else { format!("run {}: {reason}", self.run) };
        let section = &self.file.manifest.sections[self.section].name;
        Error::damaged(&self.file.path, section, block, reason)
    }

    /// Where a block of the run lies.
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

    /// Reads a piece of the block table anew.
    pub(crate) fn read_piece(self, number: u64) -> Result<TablePiece, Error> {
        let (offset, len) = piece_span(self.blocks.entry.blocks, number);
        let mut bytes = vec![0; len];
        self.file.read(&mut bytes, self.blocks.entry.table + offset)?;
        let run = (self.section as u32, self.run as u32);
        TablePiece::from_bytes(&self.file.identity, run, number, &bytes, self.stored()).map_err(
            |reason| self.damaged(None, format!("piece {number} of its block table: {reason}")),
        )
    }

    /// Passes a decoded block to `then`, without a copy if it is raw in memory, else through the
    /// cache.
    #[inline]
    pub(crate) fn with_block<T>(
        self,
        block: u64,
        decoded_len: usize,
        then: impl FnOnce(&[u8]) -> T,
    ) -> Result<T, Error> {
        if let Some(bytes) = self.raw(block, decoded_len)? {
            return Ok(then(bytes));
        }
        let key = BlockKey { section: self.section as u32, run: self.run as u32, block };
        let decoded = self.file.cache.get_or_load(key, || {
            let mut decoded = Vec::new();
            self.load(block, decoded_len, &mut decoded)?;
            Ok(decoded)
        })?;
        Ok(then(&decoded))
    }

    /// A block that is raw in memory; `None` if it is not.
    #[inline]
    fn raw(self, block: u64, decoded_len: usize) -> Result<Option<&'f [u8]>, Error> {
        if self.blocks.sound.is_empty() {
            return Ok(None);
        }
        let entry = self.locate(block)?;
        if entry.is_compressed() {
            return Ok(None);
        }
        let (offset, len) = (self.blocks.entry.start + entry.offset, entry.stored_len() as usize);
        let Some(bytes) = self.file.mapped(offset, len) else { return Ok(None) };
        let (word, bit) = (&self.blocks.sound[(block / 64) as usize], 1 << (block % 64));
        // A thread that does not see the bit yet checks the block again, so no ordering is needed.
        if word.load(Ordering::Relaxed) & bit == 0 {
            self.check_stored(block, entry, bytes)?;
            self.check_len(block, bytes.len(), decoded_len)?;
            word.fetch_or(bit, Ordering::Relaxed);
        }
        Ok(Some(bytes))
    }

    /// Reads, checks and decodes a block into `decoded`.
    pub(crate) fn load(
        self,
        block: u64,
        decoded_len: usize,
        decoded: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let entry = self.locate(block)?;
        decoded.clear();
        self.with_stored(block, entry, |stored| {
            if !entry.is_compressed() {
                self.check_len(block, stored.len(), decoded_len)?;
                decoded.extend_from_slice(stored);
                return Ok(());
            }
            decoded.resize(decoded_len, 0);
            let len = decompress(stored, decoded)
                .map_err(|error| self.damaged(Some(block), format!("zstd: {error}")))?;
            self.check_len(block, len, decoded_len)
        })
    }

    /// Reads a block and compares its checksum, without decoding it.
    pub(crate) fn check(self, block: u64) -> Result<(), Error> {
        self.with_stored(block, self.locate(block)?, |_| Ok(()))
    }

    fn with_stored(
        self,
        block: u64,
        entry: BlockEntry,
        then: impl FnOnce(&[u8]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (offset, len) = (self.blocks.entry.start + entry.offset, entry.stored_len() as usize);
        if let Some(stored) = self.file.mapped(offset, len) {
            self.check_stored(block, entry, stored)?;
            return then(stored);
        }
        STORED.with_borrow_mut(|stored| {
            stored.resize(len, 0);
            self.file.read(stored, offset)?;
            self.check_stored(block, entry, stored)?;
            then(stored)
        })
    }

    fn check_stored(self, block: u64, entry: BlockEntry, stored: &[u8]) -> Result<(), Error> {
        let place = Place {
            covered: Covered::Block,
            section: self.section as u32,
            run: self.run as u32,
            number: block,
            length: entry.length,
        };
        let found = checksum(&self.file.identity, place, stored);
        if found == entry.checksum {
            return Ok(());
        }
        let reason = format!("checksum {found:016x}, expected {:016x}", entry.checksum);
        Err(self.damaged(Some(block), reason))
    }

    fn check_len(self, block: u64, found: usize, expected: usize) -> Result<(), Error> {
        if found == expected {
            return Ok(());
        }
        Err(self.damaged(Some(block), format!("{found} decoded bytes, expected {expected}")))
    }
}

thread_local! {
    /// Bytes read from an unmapped file.
    static STORED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// Setting up a decompressor takes longer than decoding a block, so each thread keeps one.
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
