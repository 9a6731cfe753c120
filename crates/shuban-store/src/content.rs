//! The content hash: over decoded values, so it does not depend on block size or compression.

use std::collections::BTreeMap;

use crate::identity::{hash_domain, hash_text};
use shuban_probe::container::{CodecName, ColumnEntry};

/// A hasher of one section's content as it is written or read.
#[derive(Clone, Debug)]
pub(crate) struct SectionHasher {
    hasher: blake3::Hasher,
    /// The number of records or entries so far.
    count: u64,
    buffer: Vec<u8>,
}

/// Bytes that let the hash use its widest vectors.
const BUFFER: usize = 64 << 10;

impl SectionHasher {
    pub(crate) fn table(name: &str, columns: &[ColumnEntry]) -> Self {
        let mut section = SectionHasher::new("table", name);
        let hasher = &mut section.hasher;
        hasher.update(&(columns.len() as u64).to_le_bytes());
        for column in columns {
            hash_text(hasher, &column.name);
            hash_text(hasher, codec_name(column.codec));
            hasher.update(&[column.bits, column.fraction_bits]);
        }
        section
    }

    pub(crate) fn stream(name: &str) -> Self {
        SectionHasher::new("stream", name)
    }

    fn new(kind: &str, name: &str) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"shuban section\0");
        hash_text(&mut hasher, kind);
        hash_text(&mut hasher, name);
        SectionHasher { hasher, count: 0, buffer: Vec::new() }
    }

    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Hashes `records` records; column `c` begins at `c * stride` in `values`.
    pub(crate) fn records(
        &mut self,
        columns: &[ColumnEntry],
        values: &[u64],
        stride: usize,
        records: usize,
    ) {
        self.count += records as u64;
        append_content(columns, values, stride, records, &mut self.buffer);
        if self.buffer.len() >= BUFFER {
            self.flush();
        }
    }

    /// Hashes `records` records whose content is already serialised.
    pub(crate) fn content(&mut self, records: usize, content: &[u8]) {
        self.count += records as u64;
        self.flush();
        self.hasher.update(content);
    }

    /// Hashes one entry of a stream.
    pub(crate) fn entry(&mut self, entry: &[u8]) {
        self.count += 1;
        self.buffer.extend_from_slice(&(entry.len() as u64).to_le_bytes());
        if entry.len() >= BUFFER {
            self.flush();
            self.hasher.update(entry);
            return;
        }
        self.buffer.extend_from_slice(entry);
        if self.buffer.len() >= BUFFER {
            self.flush();
        }
    }

    fn flush(&mut self) {
        self.hasher.update(&self.buffer);
        self.buffer.clear();
    }

    /// Returns the hash, in hex.
    pub(crate) fn finish(mut self) -> String {
        self.flush();
        self.hasher.update(&self.count.to_le_bytes());
        self.hasher.finalize().to_string()
    }
}

/// Appends the hashed bytes of `records` records of a table; column `c` begins at `c * stride` in
/// `values`.
pub(crate) fn append_content(
    columns: &[ColumnEntry],
    values: &[u64],
    stride: usize,
    records: usize,
    content: &mut Vec<u8>,
) {
    if let [ColumnEntry { bits: 1..=8, .. }] = columns {
        content.extend(values[..records].iter().map(|&value| value as u8));
        return;
    }
    let widths: Vec<usize> =
        columns.iter().map(|column| usize::from(column.bits).div_ceil(8)).collect();
    let record_len: usize = widths.iter().sum();
    let mut at = content.len();
    // Eight bytes more than needed: every value is written as eight bytes, and the next one
    // overwrites the excess.
    content.resize(at + records * record_len + 8, 0);
    for record in 0..records {
        for (column, width) in widths.iter().enumerate() {
            let value = values[column * stride + record];
            content[at..at + 8].copy_from_slice(&value.to_le_bytes());
            at += width;
        }
    }
    content.truncate(at);
}

/// Returns the name in the manifest.
fn codec_name(codec: CodecName) -> &'static str {
    match codec {
        CodecName::Unsigned => "unsigned",
        CodecName::Signed => "signed",
        CodecName::Fixed => "fixed",
        CodecName::UnsignedFixed => "unsigned-fixed",
    }
}

/// Returns the content hash of a file: over its subject and the hashes of its sections, in hex.
pub(crate) fn content_hash<'a>(
    domain: &str,
    parameters: &BTreeMap<String, String>,
    sections: impl ExactSizeIterator<Item = &'a str>,
) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"shuban content\0");
    hash_domain(&mut hasher, domain, parameters);
    hasher.update(&(sections.len() as u64).to_le_bytes());
    for hash in sections {
        hash_text(&mut hasher, hash);
    }
    hasher.finalize().to_string()
}

/// Returns one hash for several in order, such as those of a layer's shards.
pub fn hash_of_hashes<'a>(hashes: impl IntoIterator<Item = &'a str>) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"shuban hashes\0");
    hashes.into_iter().for_each(|hash| hash_text(&mut hasher, hash));
    hasher.finalize().to_string()
}
