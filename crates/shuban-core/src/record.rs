//! Stored forms of values.

use std::fmt::Debug;

/// The encoding of a column, for readers that know only the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// An unsigned integer: a set, a count, a dictionary's id.
    Unsigned,
    /// A signed integer in two's complement.
    Signed,
    /// A signed integer in two's complement, to be divided by 2^`fraction_bits`.
    Fixed {
        /// The binary places behind the point.
        fraction_bits: u8,
    },
    /// An unsigned integer to be divided by 2^`fraction_bits`.
    UnsignedFixed {
        /// The binary places behind the point.
        fraction_bits: u8,
    },
}

/// One fixed-width column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name in the file's manifest and in exports.
    pub name: &'static str,
    /// Its width, 1 to 64 bits.
    pub bits: u8,
    /// The encoding of its bits.
    pub codec: Codec,
}

impl Column {
    /// Largest number of columns of a record.
    pub const MOST: usize = 64;
}

/// The stored form of a value: one or more fixed-width columns.
pub trait Record: Copy + Eq + Debug + Send + Sync + 'static {
    /// Returns the columns, in the order of `to_columns`: at most [`Column::MOST`], or 8 if values are interned.
    fn columns() -> &'static [Column];

    /// Writes one number a column into `raw` (as long as `columns()`); a number has no bit set
    /// above its column's width.
    fn to_columns(&self, raw: &mut [u64]);

    /// Decodes a record. Any numbers are accepted, for a damaged file may hold any:
    /// [`Domain::decode`](crate::Domain::decode) judges them.
    fn from_columns(raw: &[u64]) -> Self;

    /// Returns the coarse form, whose fewer bits are enough to look values up, if there is one.
    fn coarse() -> Option<Coarse<Self>> {
        None
    }
}

/// A coarse form of a record, with fewer bits and wider bounds: that of compact tables.
#[derive(Clone, Copy, Debug)]
pub struct Coarse<R> {
    /// The columns.
    pub columns: &'static [Column],
    /// Writes one number a column for a record.
    pub to_columns: fn(&R, &mut [u64]),
    /// Decodes a record. Any numbers are accepted, as by [`Record::from_columns`].
    pub from_columns: fn(&[u64]) -> R,
    /// True if the second record, a coarse one, contains the first.
    pub is_coarser: fn(&R, &R) -> bool,
}
