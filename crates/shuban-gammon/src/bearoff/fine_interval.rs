//! Proven bounds of a number, finer than those of a contact layer.

use std::ops::Neg;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use shuban_core::{Codec, Column, Record};

/// The binary places of a [`FineInterval`].
pub(crate) const FRACTION_BITS: u8 = 56;

/// The integer that stands for 1 in the fixed point of 2⁻⁵⁶.
pub const FINE_ONE: i64 = 1 << FRACTION_BITS;

/// A closed interval that holds the true value, in integers of 2⁻⁵⁶: so fine that what rounding adds
/// from roll to roll stays far below what anybody prints, and with room for numbers up to 127.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FineInterval {
    /// No more than the true value.
    pub lower: i64,
    /// No less than the true value.
    pub upper: i64,
}

impl FineInterval {
    /// The interval of one number, in units.
    pub fn exactly(units: i64) -> Self {
        FineInterval { lower: units, upper: units }
    }

    /// The narrowest interval around a fraction; `None` if it is not between −127 and 127.
    pub fn around(fraction: &BigRational) -> Option<Self> {
        let scaled = fraction * BigRational::from_integer(BigInt::from(FINE_ONE));
        let (lower, upper) = (scaled.floor().to_integer(), scaled.ceil().to_integer());
        Some(FineInterval { lower: lower.to_i64()?, upper: upper.to_i64()? })
    }

    /// Upper minus lower, in units. Negative for no proper interval (which only a damaged file holds).
    pub fn width(self) -> i64 {
        self.upper.saturating_sub(self.lower)
    }

    /// Whether all of `inner` lies inside this interval.
    pub fn contains(self, inner: FineInterval) -> bool {
        self.lower <= inner.lower && inner.upper <= self.upper
    }

    /// Whether a fraction lies inside this interval.
    pub fn holds(self, fraction: &BigRational) -> bool {
        Self::around(fraction).is_some_and(|narrowest| {
            // The bounds are whole units: what lies inside has its neighbouring units inside.
            self.contains(narrowest)
        })
    }

    /// The bounds of the larger of two values.
    #[must_use]
    pub fn max(self, other: FineInterval) -> Self {
        FineInterval { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }

    /// The bounds of the weighted mean: the exact sum, divided by the total weight, the lower bound
    /// rounded down and the upper one up. `None` if there is nothing to average.
    pub fn mean(weighted: impl IntoIterator<Item = (u32, FineInterval)>) -> Option<Self> {
        let (mut total, mut lower, mut upper) = (0i128, 0i128, 0i128);
        for (weight, value) in weighted {
            let weight = i128::from(weight);
            total += weight;
            lower += weight * i128::from(value.lower);
            upper += weight * i128::from(value.upper);
        }
        // A mean of i64 numbers is an i64 number, rounded either way.
        (total > 0).then(|| FineInterval {
            lower: lower.div_euclid(total) as i64,
            upper: -(-upper).div_euclid(total) as i64,
        })
    }

    /// The middle as a number, one unit being 1 / [`FINE_ONE`].
    pub fn midpoint(self) -> f64 {
        // The sum of two i64 numbers needs 65 bits.
        (i128::from(self.lower) + i128::from(self.upper)) as f64 / 2.0 / FINE_ONE as f64
    }
}

/// −[l, u] = [−u, −l]. (`i64::MIN`, which only a damaged file holds, saturates.)
impl Neg for FineInterval {
    type Output = FineInterval;

    fn neg(self) -> FineInterval {
        FineInterval { lower: self.upper.saturating_neg(), upper: self.lower.saturating_neg() }
    }
}

/// Stored as the lower bound and the width: the width is small, so that it compresses to little.
impl Record for FineInterval {
    fn columns() -> &'static [Column] {
        const COLUMNS: [Column; 2] = [
            Column { name: "lower", bits: 64, codec: Codec::Fixed { fraction_bits: FRACTION_BITS } },
            Column { name: "width", bits: 64, codec: Codec::UnsignedFixed { fraction_bits: FRACTION_BITS } },
        ];
        &COLUMNS
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw[0] = self.lower as u64;
        raw[1] = self.upper.wrapping_sub(self.lower) as u64;
    }

    fn from_columns(raw: &[u64]) -> Self {
        let lower = raw[0] as i64;
        FineInterval { lower, upper: lower.wrapping_add(raw[1] as i64) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fraction(numerator: i64, denominator: i64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    #[test]
    fn a_fraction_is_enclosed_as_narrowly_as_can_be() {
        let third = FineInterval::around(&fraction(1, 3)).unwrap();
        assert_eq!(third.width(), 1);
        assert!(third.holds(&fraction(1, 3)) && !third.holds(&fraction(1, 2)));
        assert_eq!(FineInterval::around(&fraction(-3, 2)), Some(FineInterval::exactly(-3 * FINE_ONE / 2)));
        assert_eq!(FineInterval::around(&fraction(128, 1)), None);
    }

    proptest! {
        #[test]
        fn records_round_trip(lower: i64, upper: i64) {
            let value = FineInterval { lower, upper };
            let mut raw = [0; 2];
            value.to_columns(&mut raw);
            prop_assert_eq!(FineInterval::from_columns(&raw), value);
        }

        #[test]
        fn negation_and_mean_keep_the_value_inside(
            values in prop::collection::vec((1u32..=2, -FINE_ONE..=FINE_ONE, 0..1000i64), 1..40),
        ) {
            let total: i64 = values.iter().map(|v| i64::from(v.0)).sum();
            let sum = values.iter().map(|v| fraction(v.1, FINE_ONE) * fraction(v.0.into(), 1));
            let exact = sum.sum::<BigRational>() / fraction(total, 1);
            let mean = FineInterval::mean(values.iter().map(|&(weight, value, slack)| {
                (weight, FineInterval { lower: value - slack, upper: value + slack })
            })).unwrap();
            prop_assert!(mean.holds(&exact));
            prop_assert_eq!(-(-mean), mean);
        }
    }
}
