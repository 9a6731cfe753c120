//! The block table of a run, made while its blocks are written.

use shuban_probe::container::{
    COMPRESSED, Covered, Identity, PIECE_BLOCKS, Place, checksum, piece_place,
};

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
        let checksum =
            checksum(&self.identity, piece_place(self.section, self.run, number), &self.piece);
        self.finished.append(&mut self.piece);
        self.finished.extend_from_slice(&checksum.to_le_bytes());
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.finish_piece();
        self.finished
    }
}
