//! The fixed bytes of the container: header, trailer, and what a checksum covers.
//! `docs/format.md` draws them.

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
pub(super) const MAX_COLUMNS: usize = 256;

// A byte above 127 detects a 7-bit transport, CR LF and LF one that converts line ends; 0x1A ends
// the output of `type` on a terminal.
const MAGIC: [u8; 8] = *b"\x89SHB\r\n\x1a\n";
const END_MAGIC: [u8; 8] = *b"SHUBAN\n\x04";

/// The length of a header in bytes.
pub const HEADER_LEN: usize = 40;

/// The length of a trailer in bytes.
pub const TRAILER_LEN: usize = 40;

/// The identity of a database: equal for every build of one layer with the same parameters, and
/// known before its values are.
pub type Identity = [u8; 16];

/// The kind of bytes that a checksum covers.
#[derive(Clone, Copy, Debug)]
#[repr(u32)]
pub enum Covered {
    /// A block, as it is stored.
    Block = 0,
    /// A piece of a block table.
    BlockTablePiece = 1,
    /// The directory.
    Directory = 2,
    /// The trailer.
    Trailer = 3,
}

/// The place of bytes: a checksum covers it besides the bytes themselves, so that sound bytes in a
/// wrong place are detected.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The kind of bytes.
    pub covered: Covered,
    /// The number of the section.
    pub section: u32,
    /// The number of the run in its section.
    pub run: u32,
    /// The block's or piece's number in its run.
    pub number: u64,
    /// For a block, its stored length and [`COMPRESSED`].
    pub length: u32,
}

/// The bit of a length that marks a compressed block.
pub const COMPRESSED: u32 = 1 << 31;

/// Returns the checksum of bytes in their place.
pub fn checksum(identity: &Identity, place: Place, bytes: &[u8]) -> u64 {
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

/// Returns the checksum of a directory.
pub fn directory_checksum(identity: &Identity, bytes: &[u8]) -> u64 {
    checksum(identity, of_whole_file(Covered::Directory), bytes)
}

/// The first bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The size of a block in decoded bytes.
    pub block_size: u32,
    /// The identity of what the file holds.
    pub identity: Identity,
}

impl Header {
    /// Returns the first bytes of a file.
    pub fn to_bytes(self) -> [u8; HEADER_LEN] {
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
    ///
    /// # Errors
    /// [`Error::Foreign`], [`Error::Version`], [`Error::Damaged`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        check_magic(bytes)?;
        let damaged = |reason: String| Error::damaged("header", None, reason);
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
            return Err(Error::Version { found: version, supported: FORMAT_VERSION });
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

fn check_magic(bytes: &[u8]) -> Result<(), Error> {
    let foreign = |reason: &str| Err(Error::Foreign { reason: reason.to_owned() });
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
pub struct Trailer {
    /// The offset in the file of the directory.
    pub directory_offset: u64,
    /// Its length.
    pub directory_len: u64,
    /// Its checksum.
    pub directory_checksum: u64,
}

impl Trailer {
    /// Returns the last bytes of a file.
    pub fn to_bytes(self, identity: &Identity) -> [u8; TRAILER_LEN] {
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
    ///
    /// # Errors
    /// [`Error::Damaged`].
    pub fn from_bytes(
        identity: &Identity,
        bytes: &[u8; TRAILER_LEN],
        file_len: u64,
    ) -> Result<Self, Error> {
        let damaged = |reason: String| Err(Error::damaged("trailer", None, reason));
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
pub(super) fn u32_at(bytes: &[u8], offset: usize) -> u32 {
    let mut number = [0; 4];
    number.copy_from_slice(&bytes[offset..offset + 4]);
    u32::from_le_bytes(number)
}

/// Returns the 64-bit number there, as [`u32_at`] does.
pub(super) fn u64_at(bytes: &[u8], offset: usize) -> u64 {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes[offset..offset + 8]);
    u64::from_le_bytes(number)
}
