//! Locations of a run's blocks: a table in pieces of [`PIECE_BLOCKS`] blocks, each with a checksum
//! of its own, so that any block is found by reading one piece.

use super::format::{BLOCK_SIZES, COMPRESSED, Covered, Identity, Place, checksum, u32_at, u64_at};

/// Largest stored length of a block: that of a record with most columns, or the largest size.
pub const LONGEST_BLOCK: usize = *BLOCK_SIZES.end() as usize;

/// Number of blocks that one piece of a table describes.
pub const PIECE_BLOCKS: u64 = 64;

const ENTRY_LEN: usize = 12;

/// Returns the bytes of the whole table of a run, or `None` if the number overflows.
pub fn table_len(blocks: u64) -> Option<u64> {
    blocks
        .checked_mul(ENTRY_LEN as u64)?
        .checked_add(blocks.div_ceil(PIECE_BLOCKS).checked_mul(16)?)
}

/// Returns the offset in the table, and the length, of one of its pieces.
pub fn piece_span(blocks: u64, piece: u64) -> (u64, usize) {
    let first = piece * PIECE_BLOCKS;
    let count = (blocks - first).min(PIECE_BLOCKS) as usize;
    (piece * piece_len(PIECE_BLOCKS as usize) as u64, piece_len(count))
}

fn piece_len(blocks: usize) -> usize {
    8 + blocks * ENTRY_LEN + 8
}

/// Returns the place of a piece of a block table, for its checksum.
pub fn piece_place(section: u32, run: u32, piece: u64) -> Place {
    Place { covered: Covered::BlockTablePiece, section, run, number: piece, length: 0 }
}

/// One stored block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockEntry {
    /// Its offset from the run's first block.
    pub offset: u64,
    /// Its stored length, and [`COMPRESSED`].
    pub length: u32,
    /// The checksum of its stored bytes, in their place.
    pub checksum: u64,
}

impl BlockEntry {
    /// Returns its stored length.
    pub fn stored_len(self) -> u32 {
        self.length & !COMPRESSED
    }

    /// Returns true if it is compressed.
    pub fn is_compressed(self) -> bool {
        self.length & COMPRESSED != 0
    }

    /// Returns its stored length, if a block can be so long.
    ///
    /// # Errors
    /// The reason why not.
    pub fn possible_len(self) -> Result<usize, String> {
        let len = self.stored_len() as usize;
        match len <= LONGEST_BLOCK {
            true => Ok(len),
            false => Err(format!("{len} stored bytes, expected at most {LONGEST_BLOCK}")),
        }
    }

    /// Compares the stored bytes of a block of a run with its checksum.
    ///
    /// # Errors
    /// The found and the expected checksum.
    pub fn check(
        self,
        identity: &Identity,
        (section, run): (u32, u32),
        number: u64,
        stored: &[u8],
    ) -> Result<(), String> {
        let place = Place { covered: Covered::Block, section, run, number, length: self.length };
        let found = checksum(identity, place, stored);
        if found == self.checksum {
            return Ok(());
        }
        Err(format!("checksum {found:016x}, expected {:016x}", self.checksum))
    }
}

/// One piece of a run's block table, checked.
#[derive(Debug)]
pub struct TablePiece {
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
    ///
    /// # Errors
    /// The reason why these bytes are not that piece.
    pub fn from_bytes(
        identity: &Identity,
        (section, run): (u32, u32),
        number: u64,
        bytes: &[u8],
        stored: u64,
    ) -> Result<Self, String> {
        let (content, found) = bytes.split_at(bytes.len() - 8);
        let expected = checksum(identity, piece_place(section, run, number), content);
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
    pub fn entry(&self, block: u64) -> BlockEntry {
        let entry = &self.entries[(block % PIECE_BLOCKS) as usize];
        BlockEntry {
            offset: self.base + u64::from(entry.start),
            length: entry.length,
            checksum: entry.checksum,
        }
    }
}
