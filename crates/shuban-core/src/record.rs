//! What a table stores for a position.

use std::fmt::Debug;

/// How the bits of a column are to be read by somebody who knows only the file.
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
    /// What the bits mean.
    pub codec: Codec,
}

/// What a table stores for each position: one or more fixed-width columns.
pub trait Record: Copy + Eq + Debug + Send + Sync + 'static {
    /// The columns, in the order of `to_columns`; at most 64, of ids of interned values at most 8.
    fn columns() -> &'static [Column];

    /// Writes one number a column into `raw` (as long as `columns()`); a number has no bit set
    /// above its column's width.
    fn to_columns(&self, raw: &mut [u64]);

    /// The inverse of `to_columns`. Any numbers are accepted, for a damaged file may hold any:
    /// [`Domain::decode`](crate::Domain::decode) judges them.
    fn from_columns(raw: &[u64]) -> Self;

    /// Fewer bits that are enough to look values up, if there is such a form.
    fn coarse() -> Option<Coarse<Self>> {
        None
    }
}

/// Fewer bits for a record, which stand for a wider one: what a compact table stores.
#[derive(Clone, Copy, Debug)]
pub struct Coarse<R> {
    /// The columns.
    pub columns: &'static [Column],
    /// Writes one number a column for a record.
    pub to_columns: fn(&R, &mut [u64]),
    /// The record that these numbers stand for. Any numbers are accepted, as by
    /// [`Record::from_columns`].
    pub from_columns: fn(&[u64]) -> R,
    /// Whether the second record, a coarse one, says nothing that the first does not.
    pub is_coarser: fn(&R, &R) -> bool,
}
