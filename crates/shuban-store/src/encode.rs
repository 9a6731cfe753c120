//! Encodes a table's blocks outside its writer, so that many threads can do it.

use std::io;

use shuban_core::Record;
use zstd::bulk::Compressor;

use crate::content::append_content;
use crate::error::Error;
use crate::layout::{BlockLayout, mask};
use crate::manifest::ColumnEntry;

/// Compresses blocks, each by itself.
pub(crate) struct BlockCompressor {
    level: Option<i32>,
    compressor: Option<Compressor<'static>>,
    scratch: Vec<u8>,
}

impl BlockCompressor {
    pub(crate) fn new(compression: Option<i32>) -> io::Result<Self> {
        let compressor = compression.map(Compressor::new).transpose()?;
        Ok(BlockCompressor { level: compression, compressor, scratch: Vec::new() })
    }

    /// The stored form of a block, compressed or raw (the smaller one), and whether it is
    /// compressed.
    pub(crate) fn stored<'a>(&'a mut self, decoded: &'a [u8]) -> io::Result<(bool, &'a [u8])> {
        if let Some(compressor) = &mut self.compressor {
            self.scratch.resize(zstd::zstd_safe::compress_bound(decoded.len()), 0);
            let len = compressor.compress_to_buffer(decoded, &mut self.scratch[..])?;
            if len < decoded.len() {
                return Ok((true, &self.scratch[..len]));
            }
        }
        Ok((false, decoded))
    }
}

/// Encodes records of one type as whole blocks of a table, for its
/// [`TableWriter`](crate::TableWriter) to append. One for each thread.
pub struct TableEncoder<R> {
    name: String,
    columns: Vec<ColumnEntry>,
    full: BlockLayout,
    compressor: BlockCompressor,
    /// The records of a block; column `c` from `c * full.records()` on.
    staged: Vec<u64>,
    block: Vec<u8>,
    record: std::marker::PhantomData<fn(R)>,
}

/// Blocks of a table on their way to its [`TableWriter`](crate::TableWriter).
pub struct EncodedBlocks {
    pub(crate) records: usize,
    /// The stored length of each block, and whether it is compressed.
    pub(crate) blocks: Vec<(usize, bool)>,
    pub(crate) stored: Vec<u8>,
    /// The bytes that the content hash covers.
    pub(crate) content: Vec<u8>,
}

impl EncodedBlocks {
    /// How many records they hold.
    pub fn records(&self) -> usize {
        self.records
    }
}

impl<R: Record> TableEncoder<R> {
    pub(crate) fn new(
        name: &str,
        columns: &[ColumnEntry],
        full: &BlockLayout,
        compression: Option<i32>,
    ) -> Result<Self, Error> {
        let expected: Vec<ColumnEntry> = R::columns().iter().map(ColumnEntry::from).collect();
        if expected != columns {
            return Err(Error::misuse(name, "records of other columns"));
        }
        let compressor = BlockCompressor::new(compression)
            .map_err(|error| Error::misuse(name, format!("zstd cannot be set up: {error}")))?;
        Ok(TableEncoder {
            name: name.to_owned(),
            columns: columns.to_owned(),
            staged: vec![0; full.records() * columns.len()],
            full: full.clone(),
            compressor,
            block: Vec::new(),
            record: std::marker::PhantomData,
        })
    }

    /// Another encoder for the same table.
    ///
    /// # Errors
    /// [`Error::Misuse`] if zstd cannot be set up.
    pub fn another(&self) -> Result<Self, Error> {
        TableEncoder::new(&self.name, &self.columns, &self.full, self.compressor.level)
    }

    /// How many records a block holds.
    pub fn records_per_block(&self) -> usize {
        self.full.records()
    }

    /// Encodes records as blocks. Only the table's last block may be partly filled.
    ///
    /// # Errors
    /// [`Error::Misuse`] for a number wider than its column.
    pub fn encode(&mut self, records: &[R]) -> Result<EncodedBlocks, Error> {
        let per_block = self.full.records();
        let mut encoded = EncodedBlocks {
            records: records.len(),
            blocks: Vec::with_capacity(records.len().div_ceil(per_block)),
            stored: Vec::new(),
            content: Vec::new(),
        };
        for records in records.chunks(per_block) {
            self.stage(records);
            check_widths(&self.name, &self.columns, &self.staged, per_block, records.len())?;
            append_content(
                &self.columns,
                &self.staged,
                per_block,
                records.len(),
                &mut encoded.content,
            );
            self.block.clear();
            if records.len() == per_block {
                self.full.encode(&self.staged, per_block, &mut self.block);
            } else {
                let widths = self.columns.iter().map(|column| column.bits);
                BlockLayout::new(widths, records.len()).encode(
                    &self.staged,
                    per_block,
                    &mut self.block,
                );
            }
            let stored = self.compressor.stored(&self.block);
            let (is_compressed, stored) =
                stored.map_err(|error| Error::misuse(&self.name, format!("zstd: {error}")))?;
            encoded.stored.extend_from_slice(stored);
            encoded.blocks.push((stored.len(), is_compressed));
        }
        Ok(encoded)
    }

    fn stage(&mut self, records: &[R]) {
        let stride = self.full.records();
        if self.columns.len() == 1 {
            for (place, record) in self.staged.iter_mut().zip(records) {
                record.to_columns(std::slice::from_mut(place));
            }
            return;
        }
        let mut row = vec![0; self.columns.len()];
        for (place, record) in records.iter().enumerate() {
            record.to_columns(&mut row);
            for (column, value) in row.iter().enumerate() {
                self.staged[column * stride + place] = *value;
            }
        }
    }
}

/// Whether the numbers staged for a block fit their columns; column `c` lies in `staged` from
/// `c * stride` on.
///
/// # Errors
/// [`Error::Misuse`] if one does not.
pub(crate) fn check_widths(
    name: &str,
    columns: &[ColumnEntry],
    staged: &[u64],
    stride: usize,
    records: usize,
) -> Result<(), Error> {
    for (column, values) in columns.iter().zip(staged.chunks_exact(stride)) {
        let used = values[..records].iter().fold(0, |all, value| all | value);
        if used > mask(column.bits) {
            return Err(Error::misuse(name, format!("a number of more than {} bits", column.bits)));
        }
    }
    Ok(())
}
