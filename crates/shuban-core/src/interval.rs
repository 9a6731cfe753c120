//! Proven bounds of an expected result, in fixed point.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Neg;

use crate::record::{Coarse, Codec, Column, Record};

/// An integer that counts units of a fixed size.
pub trait FixedPoint: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// The integer that stands for 1.
    const ONE: Self;

    /// The stored form of an interval of such numbers: the lower bound and the width, which is
    /// small, so that it compresses well.
    const COLUMNS: &'static [Column; 2];

    /// The column of an interval's coarse form, if it has one: the middle; and its unit.
    const MIDDLE: Option<(&'static [Column; 1], i128)> = None;

    /// Returns the number of units.
    fn units(self) -> i128;

    /// Returns the number of this many units; its lowest bits are kept.
    fn of_units(units: i128) -> Self;

    /// Returns the negated number; the largest number for the least.
    #[must_use]
    fn saturating_neg(self) -> Self;
}

macro_rules! fixed_point {
    ($number:ty, $fraction_bits:literal, $middle:expr) => {
        impl FixedPoint for $number {
            const ONE: Self = 1 << $fraction_bits;
            const COLUMNS: &'static [Column; 2] = &[
                Column {
                    name: "lower",
                    bits: <$number>::BITS as u8,
                    codec: Codec::Fixed { fraction_bits: $fraction_bits },
                },
                Column {
                    name: "width",
                    bits: <$number>::BITS as u8,
                    codec: Codec::UnsignedFixed { fraction_bits: $fraction_bits },
                },
            ];

            const MIDDLE: Option<(&'static [Column; 1], i128)> = $middle;

            fn units(self) -> i128 {
                self.into()
            }

            fn of_units(units: i128) -> Self {
                units as $number
            }

            fn saturating_neg(self) -> Self {
                self.saturating_neg()
            }
        }
    };
}

/// Middles of intervals in 16 bits, in units of 2⁻¹⁵.
const MIDDLE: [Column; 1] =
    [Column { name: "middle", bits: 16, codec: Codec::Fixed { fraction_bits: 15 } }];

fixed_point!(i32, 30, Some((&MIDDLE, 1 << 15)));
fixed_point!(i64, 56, None);

/// The integer that stands for 1 in the fixed point of 2⁻³⁰.
pub const ONE: i32 = i32::ONE;

/// The integer that stands for 1 in the fixed point of 2⁻⁵⁶.
pub const FINE_ONE: i64 = i64::ONE;

/// A closed interval that holds the true value, in integers of a fixed unit (2⁻³⁰ unless the domain
/// says otherwise). Integers, so that sums are exact and every rounding is outward and on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Interval<T = i32> {
    /// A lower bound of the true value.
    pub lower: T,
    /// An upper bound of the true value.
    pub upper: T,
}

/// An interval in integers of 2⁻⁵⁶: so fine that the accumulated rounding stays far below what is
/// printed, and with room for numbers up to 127.
pub type FineInterval = Interval<i64>;

impl Interval {
    /// The bounds of a result between a loss (−1) and a win (+1) before anything is known.
    pub const UNKNOWN: Interval = Interval { lower: -ONE, upper: ONE };
}

impl<T: FixedPoint> Interval<T> {
    /// Returns the interval of one number.
    pub fn exactly(value: T) -> Self {
        Interval { lower: value, upper: value }
    }

    /// Returns the interval of a whole number.
    pub fn points(points: i16) -> Self {
        Interval::exactly(T::of_units(i128::from(points) * T::ONE.units()))
    }

    /// Returns upper minus lower, in units. Negative for an invalid interval (from a damaged file).
    pub fn width(self) -> i64 {
        let width = self.upper.units() - self.lower.units();
        width.clamp(i64::MIN.into(), i64::MAX.into()) as i64
    }

    /// Returns true if both bounds are equal.
    pub fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// Returns true if all of `inner` lies inside this interval.
    pub fn contains(self, inner: Self) -> bool {
        self.lower <= inner.lower && inner.upper <= self.upper
    }

    /// Returns the interval if it is valid and inside of another, as a stored one must be.
    pub fn within(self, range: Self) -> Option<Self> {
        (self.lower <= self.upper && range.contains(self)).then_some(self)
    }

    /// Returns its intersection with another interval: the value of a compact table's record, which
    /// may exceed the possible range. `None` if it is empty.
    pub fn clamped_to(self, possible: Self) -> Option<Self> {
        let lower = self.lower.max(possible.lower);
        let upper = self.upper.min(possible.upper);
        Interval { lower, upper }.within(possible)
    }

    /// Returns the bounds of the larger of two values.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Interval { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }

    /// Returns the bounds of the weighted mean: the exact sum, divided by the total weight, the
    /// lower bound rounded down and the upper one up. `None` if there is nothing to average.
    pub fn mean(weighted: impl IntoIterator<Item = (u32, Self)>) -> Option<Self> {
        let (mut total, mut lower, mut upper) = (0i128, 0i128, 0i128);
        for (weight, value) in weighted {
            let weight = i128::from(weight);
            total += weight;
            lower += weight * value.lower.units();
            upper += weight * value.upper.units();
        }
        // A mean of numbers of a type is one of the same type, rounded either way.
        (total > 0).then(|| Interval {
            lower: T::of_units(lower.div_euclid(total)),
            upper: T::of_units(-(-upper).div_euclid(total)),
        })
    }

    /// Returns the middle between both bounds, times 2: it orders intervals without rounding.
    pub fn twice_the_middle(self) -> i128 {
        self.lower.units() + self.upper.units()
    }

    /// Returns the middle in the units of [`FixedPoint::MIDDLE`], as far as they reach: ±1 is one
    /// unit beyond.
    fn coarse_middle(self) -> i16 {
        let unit = T::MIDDLE.map_or(1, |(_, unit)| unit);
        let middle = (self.twice_the_middle() + unit).div_euclid(2 * unit);
        middle.clamp(-i128::from(i16::MAX), i128::from(i16::MAX)) as i16
    }

    /// Returns one unit to each side of a middle.
    fn around_coarse_middle(middle: i16) -> Self {
        let unit = T::MIDDLE.map_or(1, |(_, unit)| unit);
        let middle = i128::from(middle) * unit;
        Interval { lower: T::of_units(middle - unit), upper: T::of_units(middle + unit) }
    }

    /// Returns the middle as a number, [`FixedPoint::ONE`] being 1.
    pub fn midpoint(self) -> f64 {
        self.twice_the_middle() as f64 / 2.0 / T::ONE.units() as f64
    }

    /// Returns the middle and both bounds as numbers. The bounds are rounded outward to the next
    /// number, so that they stay proven.
    pub fn numbers(self) -> [f64; 3] {
        let one = T::ONE.units() as f64;
        let nearest = |bound: T| bound.units() as f64 / one;
        // Scaling by a power of two is exact, so that the numbers compare as the integers do.
        let units = |number: f64| (number * one) as i128;
        let (lower, upper) = (nearest(self.lower), nearest(self.upper));
        [
            self.midpoint(),
            if units(lower) > self.lower.units() { lower.next_down() } else { lower },
            if units(upper) < self.upper.units() { upper.next_up() } else { upper },
        ]
    }
}

/// −[l, u] = [−u, −l]: the value for the other side. (The least number, which only a damaged file
/// holds, saturates.)
impl<T: FixedPoint> Neg for Interval<T> {
    type Output = Self;

    fn neg(self) -> Self {
        Interval { lower: self.upper.saturating_neg(), upper: self.lower.saturating_neg() }
    }
}

impl<T: FixedPoint> Record for Interval<T> {
    fn columns() -> &'static [Column] {
        T::COLUMNS
    }

    fn to_columns(&self, raw: &mut [u64]) {
        let mask = u64::MAX >> (64 - T::COLUMNS[0].bits);
        let (lower, upper) = (self.lower.units(), self.upper.units());
        raw[0] = lower as u64 & mask;
        raw[1] = (upper - lower) as u64 & mask;
    }

    fn from_columns(raw: &[u64]) -> Self {
        let lower = T::of_units(raw[0].into());
        Interval { lower, upper: T::of_units(lower.units() + i128::from(raw[1])) }
    }

    /// Returns the middle alone, in 16 bits: an interval of 2⁻¹⁴ around it, which holds every
    /// interval of at most 2⁻¹⁵ between −1 and 1.
    fn coarse() -> Option<Coarse<Self>> {
        T::MIDDLE.map(|(columns, _)| Coarse {
            columns,
            to_columns: |interval: &Self, raw| raw[0] = interval.coarse_middle() as u64 & 0xffff,
            from_columns: |raw: &[u64]| Interval::around_coarse_middle(raw[0] as u16 as i16),
            is_coarser: |interval: &Self, coarse: &Self| coarse.contains(*interval),
        })
    }
}
