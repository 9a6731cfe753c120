//! The layout of records in a decoded block: column by column, whole bytes as planes.

use std::sync::Arc;

use super::format::{MAX_COLUMNS, u64_at};
use super::manifest::ColumnEntry;

/// The width of an offset in a stream's second run.
pub const OFFSET_BITS: u8 = 64;

/// Returns the number of records of a full block.
///
/// Eight or more are rounded down to a multiple of eight: then every column of a full block ends on
/// a whole byte by itself.
pub fn records_per_block(widths: impl Iterator<Item = u8>, block_size: u32) -> u64 {
    let record_bits: u64 = widths.map(u64::from).sum();
    match u64::from(block_size) * 8 / record_bits.max(1) {
        0 => 1,
        few @ 1..8 => few,
        many => many / 8 * 8,
    }
}

/// Checks that a table can have these columns.
///
/// # Errors
/// The reason why not.
pub fn check_columns(columns: &[ColumnEntry]) -> Result<(), String> {
    if columns.is_empty() || columns.len() > MAX_COLUMNS {
        return Err(format!("{} columns, expected 1 to {MAX_COLUMNS}", columns.len()));
    }
    for (place, column) in columns.iter().enumerate() {
        if !(1..=64).contains(&column.bits) {
            let ColumnEntry { name, bits, .. } = column;
            return Err(format!("column `{name}` of {bits} bits, expected 1 to 64"));
        }
        if columns[..place].iter().any(|other| other.name == column.name) {
            return Err(format!("two columns `{}`", column.name));
        }
    }
    Ok(())
}

/// The layout of columns in a decoded block of a certain number of records.
#[derive(Clone, Debug)]
pub struct BlockLayout {
    records: usize,
    columns: Arc<[ColumnPlace]>,
    len: usize,
}

#[derive(Clone, Copy, Debug)]
struct ColumnPlace {
    offset: usize,
    bits: u8,
}

impl ColumnPlace {
    fn in_planes(self) -> bool {
        self.bits.is_multiple_of(8)
    }

    /// Returns the size of a column of this many records in bytes.
    fn len(self, records: usize) -> usize {
        (records * usize::from(self.bits)).div_ceil(8)
    }
}

impl BlockLayout {
    /// Lays out columns of these widths in bits.
    pub fn new(widths: impl Iterator<Item = u8>, records: usize) -> Self {
        let mut len = 0;
        let columns = widths
            .map(|bits| {
                let place = ColumnPlace { offset: len, bits };
                len += place.len(records);
                place
            })
            .collect();
        BlockLayout { records, columns, len }
    }

    /// Returns the bytes of the decoded block.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the number of records.
    pub fn records(&self) -> usize {
        self.records
    }

    /// Reads one record out of a decoded block.
    ///
    /// # Panics
    /// If the block is shorter than `len()` bytes, or has no such record.
    #[inline]
    pub fn row(&self, block: &[u8], record: usize, row: &mut [u64]) {
        for (place, value) in self.columns.iter().zip(row) {
            *value = if place.in_planes() {
                let planes = usize::from(place.bits / 8);
                let first = place.offset + record;
                (0..planes).fold(0, |all, plane| {
                    all | u64::from(block[first + plane * self.records]) << (8 * plane)
                })
            } else {
                packed(&block[place.offset..], record, place.bits)
            };
        }
    }

    /// Appends the encoding of a block to `block`; column `c` begins at `c * stride` in `columns`,
    /// and has no bit above its width.
    pub fn encode(&self, columns: &[u64], stride: usize, block: &mut Vec<u8>) {
        for (number, place) in self.columns.iter().enumerate() {
            let values = &columns[number * stride..][..self.records];
            if place.in_planes() {
                for shift in (0..place.bits).step_by(8) {
                    block.extend(values.iter().map(|value| (value >> shift) as u8));
                }
            } else {
                pack(values, place.bits, block);
            }
        }
    }

    /// Decodes a whole block; column `c` will begin at `c * records()` in `columns`.
    pub fn decode(&self, block: &[u8], columns: &mut Vec<u64>) {
        columns.clear();
        columns.resize(self.columns.len() * self.records, 0);
        if self.records == 0 {
            return;
        }
        for (place, values) in self.columns.iter().zip(columns.chunks_exact_mut(self.records)) {
            let bytes = &block[place.offset..][..place.len(self.records)];
            if place.in_planes() {
                for (plane, bytes) in bytes.chunks_exact(self.records).enumerate() {
                    for (value, byte) in values.iter_mut().zip(bytes) {
                        *value |= u64::from(*byte) << (8 * plane);
                    }
                }
            } else {
                for (record, value) in values.iter_mut().enumerate() {
                    *value = packed(bytes, record, place.bits);
                }
            }
        }
    }
}

/// Returns the largest value of a width.
pub fn mask(bits: u8) -> u64 {
    u64::MAX >> (64 - u32::from(bits))
}

/// Returns value `record` of a column packed from `bytes[0]` on, least significant bit first.
#[inline]
fn packed(bytes: &[u8], record: usize, bits: u8) -> u64 {
    let bit = record * usize::from(bits);
    let (byte, shift) = (bit / 8, bit % 8);
    // Up to 63 bits after up to 7 others span nine bytes.
    let low = if byte + 8 <= bytes.len() {
        u64_at(bytes, byte) >> shift
    } else {
        bytes[byte..].iter().rev().fold(0, |all, next| all << 8 | u64::from(*next)) >> shift
    };
    let high = match bytes.get(byte + 8) {
        Some(next) if shift > 0 => u64::from(*next) << (64 - shift),
        _ => 0,
    };
    (low | high) & mask(bits)
}

fn pack(values: &[u64], bits: u8, block: &mut Vec<u8>) {
    let mut waiting: u128 = 0;
    let mut count = 0;
    for &value in values {
        waiting |= u128::from(value) << count;
        count += u32::from(bits);
        while count >= 8 {
            block.push(waiting as u8);
            waiting >>= 8;
            count -= 8;
        }
    }
    if count > 0 {
        block.push(waiting as u8);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_block_of_two_columns_lies_as_documented() {
        // A 16-bit column in two planes, then a 3-bit column packed.
        let layout = BlockLayout::new([16, 3].into_iter(), 3);
        let mut block = Vec::new();
        layout.encode(&[0x1122, 0x3344, 0x5566, 0b101, 0b010, 0b111], 3, &mut block);
        assert_eq!(block, [0x22, 0x44, 0x66, 0x11, 0x33, 0x55, 0b1101_0101, 0b1]);
        assert_eq!(block.len(), layout.len());
    }

    #[test]
    fn full_blocks_hold_a_multiple_of_eight_records_where_they_hold_eight() {
        assert_eq!(records_per_block([32, 32].into_iter(), 4096), 512);
        assert_eq!(records_per_block([1, 2].into_iter(), 4096), 10_920);
        assert_eq!(records_per_block([64; 3].into_iter(), 64), 2);
        assert_eq!(records_per_block([64; 256].into_iter(), 64), 1);
    }

    proptest! {
        #[test]
        fn what_is_encoded_is_decoded_whole_and_row_by_row(
            widths in prop::collection::vec(1_u8..=64, 1..6),
            seeds in prop::collection::vec(any::<u64>(), 1..40),
        ) {
            let records = seeds.len();
            let columns: Vec<u64> = widths
                .iter()
                .enumerate()
                .flat_map(|(c, &bits)| {
                    seeds.iter().map(move |s| s.rotate_left(c as u32 * 7) & mask(bits))
                })
                .collect();
            let layout = BlockLayout::new(widths.iter().copied(), records);
            let mut block = Vec::new();
            layout.encode(&columns, records, &mut block);
            prop_assert_eq!(block.len(), layout.len());
            let mut decoded = vec![];
            layout.decode(&block, &mut decoded);
            prop_assert_eq!(&decoded, &columns);
            let mut row = vec![0; widths.len()];
            for record in 0..records {
                layout.row(&block, record, &mut row);
                for (c, value) in row.iter().enumerate() {
                    prop_assert_eq!(*value, columns[c * records + record]);
                }
            }
        }
    }
}
