//! The size of each column of a table by itself.

use std::collections::BTreeMap;

use crate::encode::BlockCompressor;
use crate::error::Error;
use crate::table::Table;
use crate::writer::Options;
use shuban_probe::container::{BlockLayout, ColumnEntry};

/// The widest column whose frequencies of values are meaningful.
const WIDEST: u8 = 16;

/// The size of a column.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnCost {
    /// Its name.
    pub name: String,
    /// The bits of a record in it, raw.
    pub bits: u8,
    /// The bits of a record in it if every block's share of the column is compressed by itself, as
    /// blocks are by default.
    pub stored_bits: f64,
    /// The entropy of a value from the frequencies of values, in bits; `None` for columns of more
    /// than 16 bits.
    pub entropy: Option<f64>,
    /// The number of records that were measured.
    pub entries: u64,
}

impl Table {
    /// Measures the columns on at most about `most` records: whole blocks, spread evenly over the
    /// table.
    ///
    /// # Errors
    /// [`Error::Damaged`]; environment errors.
    pub fn column_costs(&self, most: u64) -> Result<Vec<ColumnCost>, Error> {
        let each = self.records_per_block();
        let blocks = self.rows().div_ceil(each);
        let step = blocks.div_ceil((most / each).max(1)).max(1);
        let failed = |source| Error::Io { what: "compress", path: self.path().to_owned(), source };
        let mut compressor = BlockCompressor::new(Options::default().compression);
        let mut columns: Vec<Measured> =
            self.columns().iter().map(|_| Measured::default()).collect();
        let mut entries = 0;
        for block in (0..blocks).step_by(step as usize) {
            let ranks = block * each..self.rows().min((block + 1) * each);
            self.try_for_each_chunk(ranks, |chunk| {
                entries += chunk.len() as u64;
                for (number, (column, entry)) in columns.iter_mut().zip(self.columns()).enumerate()
                {
                    let values = chunk.column(number);
                    if entry.bits <= WIDEST {
                        values
                            .iter()
                            .for_each(|value| *column.counts.entry(*value).or_default() += 1);
                    }
                    let mut bytes = Vec::new();
                    BlockLayout::new([entry.bits].into_iter(), values.len()).encode(
                        values,
                        values.len(),
                        &mut bytes,
                    );
                    let (_, stored) = compressor.stored(&bytes).map_err(failed)?;
                    column.bytes += stored.len() as u64;
                }
                Ok::<_, Error>(())
            })?;
        }
        let cost = |(column, entry): (Measured, &ColumnEntry)| ColumnCost {
            name: entry.name.clone(),
            bits: entry.bits,
            stored_bits: 8.0 * column.bytes as f64 / entries.max(1) as f64,
            entropy: (entry.bits <= WIDEST).then(|| entropy(&column.counts, entries)),
            entries,
        };
        Ok(columns.into_iter().zip(self.columns()).map(cost).collect())
    }
}

#[derive(Default)]
struct Measured {
    bytes: u64,
    counts: BTreeMap<u64, u64>,
}

fn entropy(counts: &BTreeMap<u64, u64>, entries: u64) -> f64 {
    let share = |count: &u64| *count as f64 / entries.max(1) as f64;
    counts.values().map(share).map(|share| -share * share.log2()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entropy_is_that_of_the_frequencies() {
        assert_eq!(entropy(&[(0, 4), (7, 4), (9, 8)].into(), 16), 1.5);
        assert_eq!(entropy(&[(3, 5)].into(), 5), 0.0);
        assert_eq!(entropy(&BTreeMap::new(), 0), 0.0);
    }
}
