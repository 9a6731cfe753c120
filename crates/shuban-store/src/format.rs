//! The fixed bytes of the container: header, trailer, and what a checksum covers.
//! `docs/format.md` draws them.

use std::collections::BTreeMap;
use std::path::Path;

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::error::Error;

/// The version of the file format that this crate reads and writes.
pub const FORMAT_VERSION: u32 = 1;

/// The ending of database files' names.
pub const EXTENSION: &str = "shuban";

/// The default block size in decoded bytes.
pub const DEFAULT_BLOCK_SIZE: u32 = 4096;

/// The smallest and the largest block size, in decoded bytes.
pub const BLOCK_SIZES: std::ops::RangeInclusive<u32> = 64..=1 << 20;

/// The most columns of a table.
pub(crate) const MAX_COLUMNS: usize = 256;

// A byte above 127 detects a 7-bit transport, CR LF and LF one that converts line ends; 0x1A ends
// the output of `type` on a terminal.
const MAGIC: [u8; 8] = *b"\x89SHB\r\n\x1a\n";
const END_MAGIC: [u8; 8] = *b"SHUBAN\n\x04";

pub(crate) const HEADER_LEN: usize = 40;
pub(crate) const TRAILER_LEN: usize = 40;

/// The identity of a database: equal for every build of one layer with the same parameters, and
/// known before its values are.
pub(crate) type Identity = [u8; 16];

/// Returns the identity of a layer: a hash of the format version, its name and its parameters.
pub(crate) fn identity(domain: &str, parameters: &BTreeMap<String, String>) -> Identity {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"shuban identity\0");
    hasher.update(&FORMAT_VERSION.to_le_bytes());
    hash_domain(&mut hasher, domain, parameters);
    let mut identity = Identity::default();
    identity.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    identity
}

/// Feeds a name and parameters to a hash, lengths first, so that no two lists collide.
pub(crate) fn hash_domain(
    hasher: &mut blake3::Hasher,
    domain: &str,
    parameters: &BTreeMap<String, String>,
) {
    hash_text(hasher, domain);
    hasher.update(&(parameters.len() as u64).to_le_bytes());
    for (name, value) in parameters {
        hash_text(hasher, name);
        hash_text(hasher, value);
    }
}

pub(crate) fn hash_text(hasher: &mut blake3::Hasher, text: &str) {
    hasher.update(&(text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}

/// The kind of bytes that a checksum covers.
#[derive(Clone, Copy, Debug)]
#[repr(u32)]
pub(crate) enum Covered {
    Block = 0,
    BlockTablePiece = 1,
    Directory = 2,
    Trailer = 3,
}

/// The place of bytes: a checksum covers it besides the bytes themselves, so that sound bytes in a
/// wrong place are detected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) covered: Covered,
    pub(crate) section: u32,
    pub(crate) run: u32,
    /// The block's or piece's number in its run.
    pub(crate) number: u64,
    /// For a block, its stored length and [`COMPRESSED`].
    pub(crate) length: u32,
}

/// The bit of a length that marks a compressed block.
pub(crate) const COMPRESSED: u32 = 1 << 31;

/// Returns the checksum of bytes in their place.
pub(crate) fn checksum(identity: &Identity, place: Place, bytes: &[u8]) -> u64 {
    let mut described = [0; 40];
    described[..16].copy_from_slice(identity);
    described[16..20].copy_from_slice(&(place.covered as u32).to_le_bytes());
    described[20..24].copy_from_slice(&place.section.to_le_bytes());
    described[24..28].copy_from_slice(&place.run.to_le_bytes());
    described[28..32].copy_from_slice(&place.length.to_le_bytes());
    described[32..].copy_from_slice(&place.number.to_le_bytes());
    // With the place in the seed, one hash over one slice is enough.
    xxh3_64_with_seed(bytes, xxh3_64(&described))
}

fn of_whole_file(covered: Covered) -> Place {
    Place { covered, section: 0, run: 0, number: 0, length: 0 }
}

pub(crate) fn directory_checksum(identity: &Identity, bytes: &[u8]) -> u64 {
    checksum(identity, of_whole_file(Covered::Directory), bytes)
}

/// The first bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) block_size: u32,
    pub(crate) identity: Identity,
}

impl Header {
    pub(crate) fn to_bytes(self) -> [u8; HEADER_LEN] {
        let mut bytes = [0; HEADER_LEN];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&FORMAT_VERSION.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.block_size.to_le_bytes());
        bytes[16..32].copy_from_slice(&self.identity);
        let checksum = xxh3_64(&bytes[..32]);
        bytes[32..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads a header from the first bytes of a file, at most [`HEADER_LEN`] of them.
    pub(crate) fn from_bytes(path: &Path, bytes: &[u8]) -> Result<Self, Error> {
        check_magic(path, bytes)?;
        let damaged = |reason: String| Error::damaged(path, "header", None, reason);
        let Ok(bytes) = <&[u8; HEADER_LEN]>::try_from(bytes) else {
            return Err(damaged(format!("the file ends after {} bytes", bytes.len())));
        };
        // Every version keeps these 40 bytes, so that damage is not mistaken for another version.
        let (expected, found) = (xxh3_64(&bytes[..32]), u64_at(bytes, 32));
        if expected != found {
            return Err(damaged(format!("checksum {found:016x}, expected {expected:016x}")));
        }
        let version = u32_at(bytes, 8);
        if version != FORMAT_VERSION {
            let path = path.to_owned();
            return Err(Error::Version { path, found: version, supported: FORMAT_VERSION });
        }
        let block_size = u32_at(bytes, 12);
        if !BLOCK_SIZES.contains(&block_size) {
            return Err(damaged(format!("block size {block_size}, expected {BLOCK_SIZES:?}")));
        }
        let mut identity = Identity::default();
        identity.copy_from_slice(&bytes[16..32]);
        Ok(Header { block_size, identity })
    }
}

fn check_magic(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let foreign =
        |reason: &str| Err(Error::Foreign { path: path.to_owned(), reason: reason.to_owned() });
    let found = &bytes[..bytes.len().min(MAGIC.len())];
    if bytes.is_empty() {
        return foreign("the file is empty");
    }
    if found == &MAGIC[..found.len()] {
        return Ok(());
    }
    if found.starts_with(b"\x89SHB") {
        return foreign("its header was changed, perhaps by a transfer as text instead of binary");
    }
    if found.starts_with(b"\x09SHB") {
        return foreign("its header lost its eighth bits in a transfer");
    }
    foreign("its header is not a database's (it begins with other bytes)")
}

/// The last bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trailer {
    pub(crate) directory_offset: u64,
    pub(crate) directory_len: u64,
    pub(crate) directory_checksum: u64,
}

impl Trailer {
    pub(crate) fn to_bytes(self, identity: &Identity) -> [u8; TRAILER_LEN] {
        let mut bytes = [0; TRAILER_LEN];
        bytes[..8].copy_from_slice(&self.directory_offset.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.directory_len.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.directory_checksum.to_le_bytes());
        let checksum = checksum(identity, of_whole_file(Covered::Trailer), &bytes[..24]);
        bytes[24..32].copy_from_slice(&checksum.to_le_bytes());
        bytes[32..].copy_from_slice(&END_MAGIC);
        bytes
    }

    /// Reads the last bytes of a file of `file_len` bytes.
    pub(crate) fn from_bytes(
        path: &Path,
        identity: &Identity,
        bytes: &[u8; TRAILER_LEN],
        file_len: u64,
    ) -> Result<Self, Error> {
        let damaged = |reason: String| Err(Error::damaged(path, "trailer", None, reason));
        if bytes[32..] != END_MAGIC {
            return damaged(format!(
                "no end mark at the end of its {file_len} bytes: truncated, or appended to"
            ));
        }
        let expected = checksum(identity, of_whole_file(Covered::Trailer), &bytes[..24]);
        let found = u64_at(bytes, 24);
        if expected != found {
            return damaged(format!("checksum {found:016x}, expected {expected:016x}"));
        }
        let trailer = Trailer {
            directory_offset: u64_at(bytes, 0),
            directory_len: u64_at(bytes, 8),
            directory_checksum: u64_at(bytes, 16),
        };
        let end = trailer
            .directory_offset
            .checked_add(trailer.directory_len)
            .and_then(|end| end.checked_add(TRAILER_LEN as u64));
        if end != Some(file_len) || trailer.directory_offset < HEADER_LEN as u64 {
            return damaged(format!(
                "a directory of {} bytes at {} does not fit a file of {file_len} bytes",
                trailer.directory_len, trailer.directory_offset
            ));
        }
        Ok(trailer)
    }
}

/// Returns the little-endian number at an offset that the caller knows to be inside.
pub(crate) fn u32_at(bytes: &[u8], offset: usize) -> u32 {
    let mut number = [0; 4];
    number.copy_from_slice(&bytes[offset..offset + 4]);
    u32::from_le_bytes(number)
}

/// Returns the 64-bit number there, as [`u32_at`] does.
pub(crate) fn u64_at(bytes: &[u8], offset: usize) -> u64 {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes[offset..offset + 8]);
    u64::from_le_bytes(number)
}
