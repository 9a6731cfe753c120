//! Proven bounds of an expected result, in fixed point.

use std::ops::Neg;

use crate::record::{Codec, Column, Record};

/// The integer that stands for 1 in the fixed point of 2⁻³⁰.
pub const ONE: i32 = 1 << 30;

/// A closed interval that holds the true value, in integers of a fixed unit (2⁻³⁰ unless the domain
/// says otherwise). Integers, so that sums are exact and every rounding is outward and on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Interval {
    /// No more than the true value.
    pub lower: i32,
    /// No less than the true value.
    pub upper: i32,
}

impl Interval {
    /// What is known of a result between a loss (−1) and a win (+1) before anything is known.
    pub const UNKNOWN: Interval = Interval { lower: -ONE, upper: ONE };

    /// The interval of one number.
    pub fn exactly(value: i32) -> Self {
        Interval { lower: value, upper: value }
    }

    /// Upper minus lower, in units. Negative for no proper interval (which only a damaged file holds).
    pub fn width(self) -> i64 {
        i64::from(self.upper) - i64::from(self.lower)
    }

    /// Whether one number is all it holds.
    pub fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// Whether all of `inner` lies inside this interval.
    pub fn contains(self, inner: Interval) -> bool {
        self.lower <= inner.lower && inner.upper <= self.upper
    }

    /// The bounds of the larger of two values.
    #[must_use]
    pub fn max(self, other: Interval) -> Self {
        Interval { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }

    /// The bounds of the weighted mean: the exact sum, divided by the total weight, the lower bound
    /// rounded down and the upper one up. `None` if there is nothing to average.
    pub fn mean(weighted: impl IntoIterator<Item = (u32, Interval)>) -> Option<Self> {
        let (mut total, mut lower, mut upper) = (0i64, 0i64, 0i64);
        for (weight, value) in weighted {
            let weight = i64::from(weight);
            total += weight;
            lower += weight * i64::from(value.lower);
            upper += weight * i64::from(value.upper);
        }
        // A mean of i32 numbers is an i32 number, rounded either way.
        (total > 0).then(|| Interval {
            lower: lower.div_euclid(total) as i32,
            upper: -(-upper).div_euclid(total) as i32,
        })
    }

    /// The middle as a number, one unit being 1 / [`ONE`].
    pub fn midpoint(self) -> f64 {
        (f64::from(self.lower) + f64::from(self.upper)) / 2.0 / f64::from(ONE)
    }
}

/// −[l, u] = [−u, −l]: the value for the other side. (`i32::MIN`, which only a damaged file holds,
/// saturates.)
impl Neg for Interval {
    type Output = Interval;

    fn neg(self) -> Interval {
        Interval { lower: self.upper.saturating_neg(), upper: self.lower.saturating_neg() }
    }
}

/// Stored as the lower bound and the width: the width is small, so that it compresses to little.
impl Record for Interval {
    fn columns() -> &'static [Column] {
        const COLUMNS: [Column; 2] = [
            Column { name: "lower", bits: 32, codec: Codec::Fixed { fraction_bits: 30 } },
            Column { name: "width", bits: 32, codec: Codec::UnsignedFixed { fraction_bits: 30 } },
        ];
        &COLUMNS
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw[0] = u64::from(self.lower as u32);
        raw[1] = u64::from(self.upper.wrapping_sub(self.lower) as u32);
    }

    fn from_columns(raw: &[u64]) -> Self {
        let lower = raw[0] as u32 as i32;
        Interval { lower, upper: lower.wrapping_add(raw[1] as u32 as i32) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_mean_rounds_outward() {
        let thirds = Interval::mean([(1, Interval::exactly(1)), (2, Interval::exactly(0))]).unwrap();
        assert_eq!(thirds, Interval { lower: 0, upper: 1 });
        let below = Interval::mean([(1, Interval::exactly(-1)), (2, Interval::exactly(0))]).unwrap();
        assert_eq!(below, Interval { lower: -1, upper: 0 });
        assert_eq!(Interval::mean([]), None);
    }

    proptest! {
        #[test]
        fn records_round_trip(a in -ONE..=ONE, b in -ONE..=ONE) {
            let value = Interval { lower: a.min(b), upper: a.max(b) };
            let mut raw = [0; 2];
            value.to_columns(&mut raw);
            prop_assert_eq!(Interval::from_columns(&raw), value);
        }

        #[test]
        fn negation_and_mean_keep_the_value_inside(
            values in prop::collection::vec((1u32..=2, -ONE..=ONE, 0..1000i32), 1..40),
        ) {
            let total: i64 = values.iter().map(|v| i64::from(v.0)).sum();
            let exact: i64 = values.iter().map(|v| i64::from(v.0) * i64::from(v.1)).sum();
            let mean = Interval::mean(values.iter().map(|&(weight, value, slack)| {
                (weight, Interval { lower: value.saturating_sub(slack), upper: value.saturating_add(slack) })
            })).unwrap();
            prop_assert!(i64::from(mean.lower) * total <= exact && exact <= i64::from(mean.upper) * total);
            prop_assert_eq!(-(-mean), mean);
        }
    }
}
