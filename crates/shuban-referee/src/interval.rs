//! Bounds in integers.

use shuban_store::{CodecName, Table};

use crate::error::Stop;
use crate::files::Column;

/// Lower and upper bound, in units of a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lower: i128,
    pub(crate) upper: i128,
}

impl Bounds {
    /// Returns the bounds of a known number.
    pub(crate) fn exactly(number: i128) -> Self {
        Bounds { lower: number, upper: number }
    }

    /// Returns the columns that hold bounds of so many fraction bits.
    pub(crate) const fn columns(bits: u8, fraction_bits: u8) -> [Column; 2] {
        [
            Column { name: "lower", bits, codec: CodecName::Fixed, fraction_bits },
            Column { name: "width", bits, codec: CodecName::UnsignedFixed, fraction_bits },
        ]
    }

    /// Reads the bounds of a rank from a table with such columns.
    pub(crate) fn read(table: &Table, rank: u64) -> Result<Self, Stop> {
        let mut row = [0; 2];
        table.row(rank, &mut row)?;
        let [lower, width] = [0, 1].map(|at| table.columns()[at].integer(row[at]));
        Ok(Bounds { lower, upper: lower + width })
    }

    /// Returns the bounds of what the same is worth to the other side.
    pub(crate) fn negated(self) -> Self {
        Bounds { lower: -self.upper, upper: -self.lower }
    }

    /// Returns the bounds of the larger of two numbers.
    pub(crate) fn max(self, other: Self) -> Self {
        Bounds { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }

    /// Says how stored bounds differ from those of the rules.
    pub(crate) fn differs(self, ruled: Self) -> String {
        format!(
            "stored from {} to {} units, by the rules from {} to {}",
            self.lower, self.upper, ruled.lower, ruled.upper
        )
    }

    pub(crate) fn width(self) -> i128 {
        self.upper - self.lower
    }
}

/// Sum of bounds, each times the weight of a roll.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mean {
    lower: i128,
    upper: i128,
    weight: i128,
}

impl Mean {
    pub(crate) fn add(&mut self, weight: i128, bounds: Bounds) {
        self.lower += weight * bounds.lower;
        self.upper += weight * bounds.upper;
        self.weight += weight;
    }

    /// Returns the mean's bounds, rounded outward.
    pub(crate) fn bounds(self) -> Bounds {
        let Mean { lower, upper, weight } = self;
        Bounds { lower: lower.div_euclid(weight), upper: -(-upper).div_euclid(weight) }
    }
}
