//! Numbers of points, in fixed point.

use shuban_core::{Codec, Column, FixedPoint, Interval};

/// A number of points, or a chance, in units of 2⁻²⁷: fine enough for what rounding adds from turn
/// to turn, and coarse enough for 32 bits to hold the sum of five times three points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(pub(crate) i32);

/// The binary places behind the point.
const FRACTION_BITS: u8 = 27;

/// The integer that stands for one point.
pub(crate) const POINT: i32 = 1 << FRACTION_BITS;

/// Bounds of a number of points.
pub type PointInterval = Interval<Points>;

/// Bounds in units of [`Points`].
#[inline(always)]
pub(crate) fn between(lower: i32, upper: i32) -> PointInterval {
    PointInterval { lower: Points(lower), upper: Points(upper) }
}

impl FixedPoint for Points {
    const ONE: Self = Points(POINT);

    const COLUMNS: &'static [Column; 2] = &[lower("lower"), width("width")];

    fn units(self) -> i128 {
        self.0.into()
    }

    fn of_units(units: i128) -> Self {
        Points(units as i32)
    }

    fn saturating_neg(self) -> Self {
        Points(self.0.saturating_neg())
    }
}

/// The column of lower bounds.
pub(super) const fn lower(name: &'static str) -> Column {
    Column { name, bits: 32, codec: Codec::Fixed { fraction_bits: FRACTION_BITS } }
}

/// The column of the widths that go with them.
pub(super) const fn width(name: &'static str) -> Column {
    Column { name, bits: 32, codec: Codec::UnsignedFixed { fraction_bits: FRACTION_BITS } }
}
