//! Locations of a run's blocks: a table in pieces of [`PIECE_BLOCKS`] blocks, each with a checksum
//! of its own, so that any block is found by reading one piece.

use crate::format::{COMPRESSED, Covered, Identity, Place, checksum, u32_at, u64_at};

/// Number of blocks that one piece of a table describes.
pub(crate) const PIECE_BLOCKS: u64 = 64;

const ENTRY_LEN: usize = 12;

/// Returns the bytes of the whole table of a run, or `None` if the number overflows.
pub(crate) fn table_len(blocks: u64) -> Option<u64> {
    blocks
        .checked_mul(ENTRY_LEN as u64)?
        .checked_add(blocks.div_ceil(PIECE_BLOCKS).checked_mul(16)?)
}

/// Returns the offset in the table, and the length, of one of its pieces.
pub(crate) fn piece_span(blocks: u64, piece: u64) -> (u64, usize) {
    let first = piece * PIECE_BLOCKS;
    let count = (blocks - first).min(PIECE_BLOCKS) as usize;
    (piece * piece_len(PIECE_BLOCKS as usize) as u64, piece_len(count))
}

fn piece_len(blocks: usize) -> usize {
    8 + blocks * ENTRY_LEN + 8
}

fn place(section: u32, run: u32, piece: u64) -> Place {
    Place { covered: Covered::BlockTablePiece, section, run, number: piece, length: 0 }
}

/// One stored block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlockEntry {
    /// Its offset from the run's first block.
    pub(crate) offset: u64,
    /// Its stored length, and [`COMPRESSED`].
    pub(crate) length: u32,
    pub(crate) checksum: u64,
}

impl BlockEntry {
    pub(crate) fn stored_len(self) -> u32 {
        self.length & !COMPRESSED
    }

    pub(crate) fn is_compressed(self) -> bool {
        self.length & COMPRESSED != 0
    }
}

/// A builder of a run's table, used while its blocks are written.
#[derive(Debug)]
pub(crate) struct TableBuilder {
    identity: Identity,
    section: u32,
    run: u32,
    blocks: u64,
    stored: u64,
    finished: Vec<u8>,
    piece: Vec<u8>,
    piece_start: u64,
}

impl TableBuilder {
    pub(crate) fn new(identity: Identity, section: u32, run: u32) -> Self {
        TableBuilder {
            identity,
            section,
            run,
            blocks: 0,
            stored: 0,
            finished: Vec::new(),
            piece: Vec::new(),
            piece_start: 0,
        }
    }

    pub(crate) fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Returns the stored bytes of all blocks so far.
    pub(crate) fn stored(&self) -> u64 {
        self.stored
    }

    /// Adds the next block to the table, with its checksum.
    pub(crate) fn push(&mut self, compressed: bool, stored: &[u8]) {
        let flag = if compressed { COMPRESSED } else { 0 };
        // `BLOCK_SIZES` and `MAX_COLUMNS` keep blocks far shorter than 2^31 bytes.
        let length = stored.len() as u32 | flag;
        let place = Place {
            covered: Covered::Block,
            section: self.section,
            run: self.run,
            number: self.blocks,
            length,
        };
        if self.blocks.is_multiple_of(PIECE_BLOCKS) {
            self.finish_piece();
            self.piece_start = self.stored;
            self.piece.extend_from_slice(&self.stored.to_le_bytes());
        }
        self.stored += stored.len() as u64;
        let end = (self.stored - self.piece_start) as u32 | flag;
        self.piece.extend_from_slice(&end.to_le_bytes());
        self.piece.extend_from_slice(&checksum(&self.identity, place, stored).to_le_bytes());
        self.blocks += 1;
    }

    fn finish_piece(&mut self) {
        if self.piece.is_empty() {
            return;
        }
        let number = (self.blocks - 1) / PIECE_BLOCKS;
        let checksum = checksum(&self.identity, place(self.section, self.run, number), &self.piece);
        self.finished.append(&mut self.piece);
        self.finished.extend_from_slice(&checksum.to_le_bytes());
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.finish_piece();
        self.finished
    }
}

/// One piece of a run's block table, checked.
#[derive(Debug)]
pub(crate) struct TablePiece {
    base: u64,
    entries: Box<[PieceEntry]>,
}

/// A [`BlockEntry`] in 16 bytes: one is kept for each block that was probed.
#[derive(Debug)]
struct PieceEntry {
    /// Its offset from the piece's base.
    start: u32,
    length: u32,
    checksum: u64,
}

impl TablePiece {
    /// Reads a piece of a run whose blocks are `stored` bytes together.
    pub(crate) fn from_bytes(
        identity: &Identity,
        (section, run): (u32, u32),
        number: u64,
        bytes: &[u8],
        stored: u64,
    ) -> Result<Self, String> {
        let (content, found) = bytes.split_at(bytes.len() - 8);
        let expected = checksum(identity, place(section, run, number), content);
        let found = u64_at(found, 0);
        if expected != found {
            return Err(format!("checksum {found:016x}, expected {expected:016x}"));
        }
        let base = u64_at(content, 0);
        let mut start = 0;
        let mut entries = Vec::with_capacity(content.len() / ENTRY_LEN);
        for entry in content[8..].chunks_exact(ENTRY_LEN) {
            let word = u32_at(entry, 0);
            let end = word & !COMPRESSED;
            let Some(len) = end.checked_sub(start) else {
                return Err("its blocks do not follow one another".to_owned());
            };
            if base.checked_add(u64::from(end)).is_none_or(|end| end > stored) {
                return Err(format!("a block beyond the {stored} bytes of its run"));
            }
            entries.push(PieceEntry {
                start,
                length: len | word & COMPRESSED,
                checksum: u64_at(entry, 4),
            });
            start = end;
        }
        Ok(TablePiece { base, entries: entries.into() })
    }

    /// Returns the entry of a block that the piece describes.
    pub(crate) fn entry(&self, block: u64) -> BlockEntry {
        let entry = &self.entries[(block % PIECE_BLOCKS) as usize];
        BlockEntry {
            offset: self.base + u64::from(entry.start),
            length: entry.length,
            checksum: entry.checksum,
        }
    }
}
