//! The documented bytes of a file (`docs/format.md`), for what reads or writes them: header, trailer,
//! directory, block tables, and records in decoded blocks. Nothing here reads a file.

mod block_table;
mod directory;
mod format;
mod layout;
mod manifest;

pub use block_table::{
    BlockEntry, LONGEST_BLOCK, PIECE_BLOCKS, TablePiece, piece_place, piece_span, table_len,
};
pub use directory::{largest_block, read_directory, unknown_member};
pub use format::{
    BLOCK_SIZES, COMPRESSED, Covered, DEFAULT_BLOCK_SIZE, EXTENSION, FORMAT_VERSION, HEADER_LEN,
    Header, Identity, Place, TRAILER_LEN, Trailer, checksum, directory_checksum,
};
pub use layout::{BlockLayout, OFFSET_BITS, check_columns, mask, records_per_block};
pub use manifest::{
    Account, CodecName, ColumnEntry, Manifest, Need, PartEntry, Provenance, RunEntry, SectionEntry,
    SectionKind, Subject,
};
