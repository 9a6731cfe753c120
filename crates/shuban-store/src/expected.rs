//! Blocks that will be read soon, fetched several at once from files that are far away.

use crate::error::Error;
use crate::run::Run;
use crate::table::Table;
use shuban_probe::container::{PIECE_BLOCKS, piece_span};

/// Blocks that are fetched at once of a run that is read from its beginning to its end: about a megabyte.
const IN_ORDER: u64 = 512;

impl Table {
    /// Returns true if its file is far away, so that it is worth while to say what will be read.
    pub fn is_far(&self) -> bool {
        self.run().is_far()
    }

    /// Fetches the blocks of records that will be read soon, several at once, unless they are in
    /// memory: of a file that is near it does nothing. Ranks from `rows()` on are left out.
    ///
    /// # Errors
    /// As of reading a block table; what else cannot be fetched is told when it is read.
    pub fn expect(&self, ranks: impl IntoIterator<Item = u64>) -> Result<(), Error> {
        if !self.is_far() {
            return Ok(());
        }
        let ranks = ranks.into_iter().filter(|rank| *rank < self.rows());
        let mut blocks: Vec<u64> = ranks.map(|rank| rank / self.records_per_block()).collect();
        blocks.sort_unstable();
        blocks.dedup();
        blocks.retain(|block| !self.run().has_block(*block));
        self.run().expect(&blocks)
    }
}

impl Run<'_> {
    /// Fetches blocks, in ascending order, with the pieces of the block table that say where they are.
    pub(crate) fn expect(self, blocks: &[u64]) -> Result<(), Error> {
        let mut pieces: Vec<u64> = blocks.iter().map(|block| block / PIECE_BLOCKS).collect();
        pieces.dedup();
        pieces.retain(|piece| !self.has_piece(*piece));
        self.expect_pieces(pieces);
        let spans = blocks.iter().map(|block| self.span(*block)).collect::<Result<Vec<_>, _>>()?;
        self.expect_spans(&spans);
        Ok(())
    }

    /// Fetches pieces of the block table.
    pub(crate) fn expect_pieces(self, pieces: impl IntoIterator<Item = u64>) {
        let spans = pieces.into_iter().map(|piece| {
            let (offset, len) = piece_span(self.blocks(), piece);
            (self.table() + offset, len)
        });
        self.expect_spans(&spans.collect::<Vec<_>>());
    }

    /// Fetches the next blocks of a run that is read from its beginning to its end, where such a group of
    /// blocks begins.
    pub(crate) fn expect_next(self, block: u64, end: u64, is_first: bool) -> Result<(), Error> {
        if !self.is_far() || !(is_first || block.is_multiple_of(IN_ORDER)) {
            return Ok(());
        }
        let next = (block / IN_ORDER + 1) * IN_ORDER;
        self.expect(&(block..next.min(end)).collect::<Vec<_>>())
    }
}
