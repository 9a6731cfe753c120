//! Reads the blocks of a run.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use zstd::bulk::Decompressor;

use crate::block_table::{BlockEntry, PIECE_BLOCKS, Piece, piece_span};
use crate::error::Error;
use crate::filesystem::ReadAt;
use crate::format::{Covered, Identity, Place, checksum};
use crate::manifest::RunEntry;

/// An open file, as the runs see it.
pub(crate) struct OpenFile {
    pub(crate) path: PathBuf,
    pub(crate) reader: Box<dyn ReadAt>,
    pub(crate) identity: Identity,
    pub(crate) block_size: u32,
}

impl OpenFile {
    pub(crate) fn read(&self, buffer: &mut [u8], offset: u64) -> Result<(), Error> {
        self.reader.read_at(buffer, offset).map_err(|error| Error::io("read", &self.path, error))
    }

    /// Bytes of a file that is mapped into memory.
    fn mapped(&self, offset: u64, len: usize) -> Option<&[u8]> {
        let start = usize::try_from(offset).ok()?;
        self.reader.bytes()?.get(start..start.checked_add(len)?)
    }
}

/// A run of blocks of an open file.
pub(crate) struct Run {
    section: u32,
    run: u32,
    /// Its name in messages.
    name: String,
    entry: RunEntry,
    /// The block table. Each piece is read and checked at its first use, then kept: 16 bytes for a
    /// probed block and each of its 63 neighbours.
    pieces: Box<[OnceLock<Piece>]>,
    /// One bit for each block that was read raw from memory and found sound. A mapped block is
    /// checked only once; `Database::check` finds later damage.
    sound: Box<[AtomicU64]>,
}

impl Run {
    pub(crate) fn new(
        file: &OpenFile,
        section: u32,
        run: u32,
        name: &str,
        entry: RunEntry,
    ) -> Self {
        // The run's table lies inside the file, so the count cannot exceed that of real blocks.
        let pieces = entry.blocks.div_ceil(PIECE_BLOCKS) as usize;
        let words =
            if file.reader.bytes().is_some() { entry.blocks.div_ceil(64) as usize } else { 0 };
        Run {
            section,
            run,
            name: name.to_owned(),
            entry,
            pieces: (0..pieces).map(|_| OnceLock::new()).collect(),
            sound: (0..words).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    pub(crate) fn blocks(&self) -> u64 {
        self.entry.blocks
    }

    /// The stored bytes of all blocks.
    pub(crate) fn stored(&self) -> u64 {
        self.entry.table - self.entry.start
    }

    pub(crate) fn damaged(
        &self,
        file: &OpenFile,
        block: Option<u64>,
        reason: impl Into<String>,
    ) -> Error {
        let reason = reason.into();
        let reason = if self.run == 0 { reason } else { format!("run {}: {reason}", self.run) };
        Error::damaged(&file.path, &self.name, block, reason)
    }

    /// Where a block of the run lies.
    #[inline]
    pub(crate) fn locate(&self, file: &OpenFile, block: u64) -> Result<BlockEntry, Error> {
        let number = block / PIECE_BLOCKS;
        let slot = &self.pieces[number as usize];
        if let Some(piece) = slot.get() {
            return Ok(piece.entry(block));
        }
        let piece = self.read_piece(file, number)?;
        Ok(slot.get_or_init(|| piece).entry(block))
    }

    /// Reads a piece of the block table anew.
    pub(crate) fn read_piece(&self, file: &OpenFile, number: u64) -> Result<Piece, Error> {
        let (offset, len) = piece_span(self.entry.blocks, number);
        let mut bytes = vec![0; len];
        file.read(&mut bytes, self.entry.table + offset)?;
        Piece::from_bytes(&file.identity, (self.section, self.run), number, &bytes, self.stored())
            .map_err(|reason| {
                self.damaged(file, None, format!("piece {number} of its block table: {reason}"))
            })
    }

    /// A block that is raw in memory; `None` if it is not.
    #[inline]
    pub(crate) fn raw<'f>(
        &self,
        file: &'f OpenFile,
        block: u64,
        decoded_len: usize,
    ) -> Result<Option<&'f [u8]>, Error> {
        if self.sound.is_empty() {
            return Ok(None);
        }
        let entry = self.locate(file, block)?;
        if entry.is_compressed() {
            return Ok(None);
        }
        let Some(bytes) = file.mapped(self.entry.start + entry.offset, entry.stored_len() as usize)
        else {
            return Ok(None);
        };
        let (word, bit) = (&self.sound[(block / 64) as usize], 1 << (block % 64));
        // A thread that does not see the bit yet checks the block again, so no ordering is needed.
        if word.load(Ordering::Relaxed) & bit == 0 {
            self.check_stored(file, block, entry, bytes)?;
            self.check_len(file, block, bytes.len(), decoded_len)?;
            word.fetch_or(bit, Ordering::Relaxed);
        }
        Ok(Some(bytes))
    }

    /// Reads, checks and decodes a block into `decoded`.
    pub(crate) fn load(
        &self,
        file: &OpenFile,
        block: u64,
        decoded_len: usize,
        decoded: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let entry = self.locate(file, block)?;
        decoded.clear();
        self.with_stored(file, block, entry, |stored| {
            if !entry.is_compressed() {
                self.check_len(file, block, stored.len(), decoded_len)?;
                decoded.extend_from_slice(stored);
                return Ok(());
            }
            decoded.resize(decoded_len, 0);
            let len = decompress(stored, decoded)
                .map_err(|error| self.damaged(file, Some(block), format!("zstd: {error}")))?;
            self.check_len(file, block, len, decoded_len)
        })
    }

    /// Reads a block and compares its checksum, without decoding it.
    pub(crate) fn check(&self, file: &OpenFile, block: u64) -> Result<(), Error> {
        let entry = self.locate(file, block)?;
        self.with_stored(file, block, entry, |_| Ok(()))
    }

    fn with_stored(
        &self,
        file: &OpenFile,
        block: u64,
        entry: BlockEntry,
        then: impl FnOnce(&[u8]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (offset, len) = (self.entry.start + entry.offset, entry.stored_len() as usize);
        if let Some(stored) = file.mapped(offset, len) {
            self.check_stored(file, block, entry, stored)?;
            return then(stored);
        }
        STORED.with_borrow_mut(|stored| {
            stored.resize(len, 0);
            file.read(stored, offset)?;
            self.check_stored(file, block, entry, stored)?;
            then(stored)
        })
    }

    fn check_stored(
        &self,
        file: &OpenFile,
        block: u64,
        entry: BlockEntry,
        stored: &[u8],
    ) -> Result<(), Error> {
        let place = Place {
            covered: Covered::Block,
            section: self.section,
            run: self.run,
            number: block,
            length: entry.length,
        };
        let found = checksum(&file.identity, place, stored);
        if found == entry.checksum {
            return Ok(());
        }
        let reason = format!("checksum {found:016x}, expected {:016x}", entry.checksum);
        Err(self.damaged(file, Some(block), reason))
    }

    fn check_len(
        &self,
        file: &OpenFile,
        block: u64,
        found: usize,
        expected: usize,
    ) -> Result<(), Error> {
        if found == expected {
            return Ok(());
        }
        Err(self.damaged(file, Some(block), format!("{found} decoded bytes, expected {expected}")))
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
