//! Encoding of a table's records block by block, for its writer and for threads that help it.

use std::io;
use std::ops::Range;

use shuban_core::{Column, Record};
use zstd::bulk::Compressor;

use crate::content::{SectionHasher, append_content};
use crate::error::Error;
use shuban_probe::container::{BlockLayout, ColumnEntry, mask, records_per_block};

/// A compressor of blocks, each by itself.
pub(crate) struct BlockCompressor {
    level: Option<i32>,
    /// The compressor, created for the first block.
    compressor: Option<Compressor<'static>>,
    scratch: Vec<u8>,
}

impl BlockCompressor {
    /// Creates a compressor; `None` keeps every block raw.
    pub(crate) fn new(level: Option<i32>) -> Self {
        BlockCompressor { level, compressor: None, scratch: Vec::new() }
    }

    /// Returns the stored form of a block, compressed or raw (the smaller one), and whether it is
    /// compressed.
    pub(crate) fn stored<'a>(&'a mut self, decoded: &'a [u8]) -> io::Result<(bool, &'a [u8])> {
        let Some(level) = self.level else { return Ok((false, decoded)) };
        let compressor = match &mut self.compressor {
            Some(compressor) => compressor,
            none => none.insert(Compressor::new(level)?),
        };
        self.scratch.resize(zstd::zstd_safe::compress_bound(decoded.len()), 0);
        let len = compressor.compress_to_buffer(decoded, &mut self.scratch[..])?;
        Ok(if len < decoded.len() { (true, &self.scratch[..len]) } else { (false, decoded) })
    }
}

/// A block of a table that is being filled with records.
#[derive(Clone)]
pub(crate) struct StagedBlock {
    pub(crate) name: String,
    pub(crate) columns: Vec<ColumnEntry>,
    full: BlockLayout,
    /// The values; column `c` begins at `c * full.records()`.
    values: Vec<u64>,
    /// Number of records in it.
    pub(crate) filled: usize,
    decoded: Vec<u8>,
}

impl StagedBlock {
    pub(crate) fn new(name: &str, columns: Vec<ColumnEntry>, block_size: u32) -> Self {
        let widths = || columns.iter().map(|column| column.bits);
        let per_block = records_per_block(widths(), block_size) as usize;
        StagedBlock {
            name: name.to_owned(),
            full: BlockLayout::new(widths(), per_block),
            values: vec![0; per_block * columns.len()],
            filled: 0,
            decoded: Vec::new(),
            columns,
        }
    }

    /// Returns the number of records of a full block.
    pub(crate) fn records(&self) -> usize {
        self.full.records()
    }

    /// Adds a record of one number a column. The block must not be full.
    pub(crate) fn push(&mut self, row: &[u64]) {
        let records = self.records();
        for (column, value) in row.iter().enumerate() {
            self.values[column * records + self.filled] = *value;
        }
        self.filled += 1;
    }

    /// Replaces all records by `count` others, no more than a block holds: `fill` writes column `c`
    /// from `c * records()` on.
    fn fill(&mut self, count: usize, fill: impl FnOnce(&mut [u64], usize)) {
        let stride = self.records();
        fill(&mut self.values, stride);
        self.filled = count;
    }

    /// Hashes the records.
    pub(crate) fn hash(&self, hasher: &mut SectionHasher) {
        hasher.records(&self.columns, &self.values, self.records(), self.filled);
    }

    /// Returns the decoded bytes of the block.
    ///
    /// # Errors
    /// [`Error::Misuse`] for a number wider than its column.
    pub(crate) fn encode(&mut self) -> Result<&[u8], Error> {
        let stride = self.records();
        for (column, values) in self.columns.iter().zip(self.values.chunks_exact(stride)) {
            let used = values[..self.filled].iter().fold(0, |all, value| all | value);
            if used > mask(column.bits) {
                let reason = format!("a number of more than {} bits", column.bits);
                return Err(Error::misuse(&self.name, reason));
            }
        }
        self.decoded.clear();
        if self.filled == stride {
            self.full.encode(&self.values, stride, &mut self.decoded);
        } else {
            let widths = self.columns.iter().map(|column| column.bits);
            let layout = BlockLayout::new(widths, self.filled);
            layout.encode(&self.values, stride, &mut self.decoded);
        }
        Ok(&self.decoded)
    }

    /// # Errors
    /// [`Error::Misuse`] if records of this type have other columns.
    pub(crate) fn check_type<R: Record>(&self) -> Result<(), Error> {
        if ColumnEntry::of_record::<R>() == self.columns {
            return Ok(());
        }
        Err(Error::misuse(&self.name, "records of other columns"))
    }
}

/// A function that writes the records of a range, by columns: number `i` of column `c` to
/// `columns[c * stride + i]`.
pub type FillColumns<'f> = dyn FnMut(Range<usize>, &mut [u64], usize) + 'f;

/// Fills columns with records of one type.
fn filling<R: Record>(records: &[R]) -> impl FnMut(Range<usize>, &mut [u64], usize) {
    |range, columns, stride| {
        let records = &records[range];
        if R::columns().len() == 1 {
            for (place, record) in columns.iter_mut().zip(records) {
                record.to_columns(std::slice::from_mut(place));
            }
            return;
        }
        let mut row = vec![0; R::columns().len()];
        for (place, record) in records.iter().enumerate() {
            record.to_columns(&mut row);
            for (column, number) in row.iter().enumerate() {
                columns[column * stride + place] = *number;
            }
        }
    }
}

/// An encoder of records as whole blocks of a table, for its [`TableWriter`](crate::TableWriter) to
/// append. One for each thread.
pub struct TableEncoder {
    staged: StagedBlock,
    compressor: BlockCompressor,
}

/// Encoded blocks of a table, for its [`TableWriter`](crate::TableWriter).
pub struct EncodedBlocks {
    pub(crate) records: usize,
    /// The stored length of each block, and whether it is compressed.
    pub(crate) blocks: Vec<(usize, bool)>,
    pub(crate) stored: Vec<u8>,
    /// The bytes that the content hash covers.
    pub(crate) content: Vec<u8>,
}

impl TableEncoder {
    pub(crate) fn new(staged: &StagedBlock, compression: Option<i32>) -> Self {
        TableEncoder { staged: staged.clone(), compressor: BlockCompressor::new(compression) }
    }

    /// Returns another encoder for the same table.
    #[must_use]
    pub fn another(&self) -> Self {
        TableEncoder::new(&self.staged, self.compressor.level)
    }

    /// Returns the number of records that a block holds.
    pub fn records_per_block(&self) -> usize {
        self.staged.records()
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> usize {
        self.staged.columns.len()
    }

    /// Encodes `len` records, which `fill` writes, as blocks. Only the table's last block may be
    /// partly filled.
    ///
    /// # Errors
    /// [`Error::Misuse`] for a number wider than its column.
    pub fn encode(
        &mut self,
        len: usize,
        fill: &mut FillColumns<'_>,
    ) -> Result<EncodedBlocks, Error> {
        let per_block = self.staged.records();
        let staged = &mut self.staged;
        let mut encoded = EncodedBlocks {
            records: len,
            blocks: Vec::with_capacity(len.div_ceil(per_block)),
            stored: Vec::new(),
            content: Vec::new(),
        };
        for first in (0..len).step_by(per_block) {
            let records = first..len.min(first + per_block);
            let count = records.len();
            staged.fill(count, |columns, stride| fill(records, columns, stride));
            let (columns, values) = (&staged.columns, &staged.values);
            append_content(columns, values, per_block, count, &mut encoded.content);
            let stored = self.compressor.stored(staged.encode()?);
            let (is_compressed, stored) =
                stored.map_err(|error| Error::misuse("zstd", error.to_string()))?;
            encoded.stored.extend_from_slice(stored);
            encoded.blocks.push((stored.len(), is_compressed));
        }
        Ok(encoded)
    }

    /// Encodes records of one type as blocks.
    ///
    /// # Errors
    /// As [`encode`](TableEncoder::encode); [`Error::Misuse`] if `R` has other columns.
    pub fn encode_records<R: Record>(&mut self, records: &[R]) -> Result<EncodedBlocks, Error> {
        self.staged.check_type::<R>()?;
        self.encode(records.len(), &mut filling(records))
    }
}

/// The hash of consecutive records of a table. It does not depend on blocks: it is the hash of a
/// section with the table's name that holds exactly these records.
#[derive(Clone)]
pub struct RecordHasher {
    hasher: SectionHasher,
    staged: StagedBlock,
}

impl RecordHasher {
    /// Creates the hash of no records of the table of this name.
    pub fn new(table: &str, columns: &[Column]) -> Self {
        let columns: Vec<ColumnEntry> = columns.iter().map(ColumnEntry::from).collect();
        let hasher = SectionHasher::table(table, &columns);
        // As many records at a time as fit into the cache while they are transposed.
        let staged = StagedBlock::new(table, columns, 1 << 15);
        RecordHasher { hasher, staged }
    }

    /// Hashes the next `len` records, which `fill` writes.
    pub fn rows(&mut self, len: usize, fill: &mut FillColumns<'_>) {
        for first in (0..len).step_by(self.staged.records()) {
            let records = first..len.min(first + self.staged.records());
            self.staged.fill(records.len(), |columns, stride| fill(records, columns, stride));
            self.staged.hash(&mut self.hasher);
        }
    }

    /// Hashes the next records, which are of one type.
    pub fn records<R: Record>(&mut self, records: &[R]) {
        self.rows(records.len(), &mut filling(records));
    }

    /// Returns how many records were hashed.
    pub fn count(&self) -> u64 {
        self.hasher.count()
    }

    /// Returns the hash, in hex.
    pub fn finish(self) -> String {
        self.hasher.finish()
    }
}
