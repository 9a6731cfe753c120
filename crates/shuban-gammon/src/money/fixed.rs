//! Numbers of points, in fixed point.

use shuban_core::interval::FixedPoint;
use shuban_core::{Codec, Column, Interval};

/// A number of points, or a chance, in units of 2⁻²⁷: fine enough for the rounding errors of all
/// turns, and coarse enough for 32 bits to hold the sum of five times three points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(pub i32);

/// The binary places behind the point.
const FRACTION_BITS: u8 = 27;

/// The integer that stands for one point.
pub const POINT: i32 = 1 << FRACTION_BITS;

/// Bounds of a number of points.
pub type PointInterval = Interval<Points>;

/// Bounds in units of [`Points`].
#[inline(always)]
pub const fn between(lower: i32, upper: i32) -> PointInterval {
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

/// Bias of a sum over 36 throws, so that [`mean_of_throws`] rounds down.
pub(super) const DOWN: f64 = -17.5;

/// Bias with which it rounds up.
pub(super) const UP: f64 = 17.5;

/// A sum over the 36 throws of two dice, divided by 36: a mean in units, after [`DOWN`] or [`UP`]
/// has been added.
///
/// Floats of 64 bits hold the sum exactly. With s that sum, an integer below 2⁵⁰, ⌊s / 36⌋ is the
/// integer next to (s − 17.5) / 36: that is never nearer than 1/72 to the middle of two integers,
/// and the rounding error is far less. ⌈s / 36⌉ is ⌊(s + 35) / 36⌋, the integer next to (s + 17.5)
/// / 36. Adding 1.5 · 2⁵² rounds, and leaves the integer in the lowest bits.
#[inline(always)]
pub(super) fn mean_of_throws(sum: f64) -> i32 {
    const MAGIC: f64 = 6_755_399_441_055_744.0;
    (sum * (1.0 / 36.0) + MAGIC).to_bits() as i32
}

/// The column of lower bounds.
pub(super) const fn lower(name: &'static str) -> Column {
    Column { name, bits: 32, codec: Codec::Fixed { fraction_bits: FRACTION_BITS } }
}

/// The column of the widths that go with them.
pub(super) const fn width(name: &'static str) -> Column {
    Column { name, bits: 32, codec: Codec::UnsignedFixed { fraction_bits: FRACTION_BITS } }
}
