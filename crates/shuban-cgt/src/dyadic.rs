//! Exact dyadic rationals: stops, means and temperatures.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// Binary places of a [`Dyadic`].
const FRACTION_BITS: u32 = 96;

/// The exact number m/2ᵏ, for k ≤ 96, between −2³¹ and 2³¹.
///
/// That holds every number that belongs to a game of birthday up to 96: its stops, the stops of its
/// followers, and the corners of its thermograph have at most as many binary places as the birthday
/// (each day brings at most one halving). Finer results of arithmetic are a panic, never a rounded
/// number.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dyadic(i128);

impl Dyadic {
    /// 0.
    pub const ZERO: Dyadic = Dyadic(0);
    /// 1.
    pub const ONE: Dyadic = Dyadic(1 << FRACTION_BITS);

    /// numerator / 2^`exponent`; `None` if `exponent` is above 96 or the number too large.
    pub fn new(numerator: i64, exponent: u32) -> Option<Self> {
        let shift = FRACTION_BITS.checked_sub(exponent)?;
        let number = i128::from(numerator).checked_mul(1i128.checked_shl(shift)?)?;
        (number.unsigned_abs() >> FRACTION_BITS < 1 << 31).then_some(Dyadic(number))
    }

    /// The binary places behind the point: k of m/2ᵏ in lowest terms.
    pub fn exponent(self) -> u32 {
        FRACTION_BITS - self.0.trailing_zeros().min(FRACTION_BITS)
    }

    /// Returns true if it is a whole number.
    pub fn is_integer(self) -> bool {
        self.exponent() == 0
    }

    /// The largest whole number that is not larger.
    pub fn floor(self) -> i64 {
        (self.0 >> FRACTION_BITS) as i64
    }

    /// Its absolute value.
    #[must_use]
    pub fn abs(self) -> Self {
        Dyadic(self.0.abs())
    }

    /// One half of it.
    ///
    /// # Panics
    /// If that needs more than 96 binary places, which belongs to no game of birthday up to 96.
    #[must_use]
    pub fn half(self) -> Self {
        assert!(
            self.0 & 1 == 0,
            "a number of a game needs more than {FRACTION_BITS} binary places"
        );
        Dyadic(self.0 >> 1)
    }

    /// 1/2^`exponent`, for `exponent` ≤ 96.
    pub(super) fn unit(exponent: u32) -> Self {
        Dyadic(1 << (FRACTION_BITS - exponent))
    }

    /// The nearest number of floating point.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / Dyadic::ONE.0 as f64
    }

    /// The simplest number (the one of the earliest birthday) between two bounds, each of which may
    /// be missing, and is inclusive if its flag is true. `None` if no number lies between them, or
    /// none of at most 96 binary places.
    pub fn simplest(lower: Option<(Dyadic, bool)>, upper: Option<(Dyadic, bool)>) -> Option<Self> {
        let above = |x| lower.is_none_or(|(bound, inside)| bound < x || (inside && bound == x));
        let below = |x| upper.is_none_or(|(bound, inside)| x < bound || (inside && bound == x));
        if above(Dyadic::ZERO) && below(Dyadic::ZERO) {
            return Some(Dyadic::ZERO);
        }
        // All candidates are on one side of 0. The grids get finer, so that the first number found
        // is of the smallest denominator; of the whole numbers it is the nearest to 0.
        let (bound, inside) = if above(Dyadic::ZERO) { upper? } else { lower? };
        (0..=FRACTION_BITS).find_map(|exponent| {
            let unit = Dyadic::unit(exponent);
            let down = Dyadic(bound.0 & !(unit.0 - 1));
            let up = if down == bound { down } else { down + unit };
            let nearest = match above(Dyadic::ZERO) {
                true if down == bound && !inside => down - unit,
                true => down,
                false if up == bound && !inside => up + unit,
                false => up,
            };
            (above(nearest) && below(nearest)).then_some(nearest)
        })
    }
}

impl From<i32> for Dyadic {
    fn from(integer: i32) -> Self {
        Dyadic(i128::from(integer) << FRACTION_BITS)
    }
}

impl Add for Dyadic {
    type Output = Dyadic;

    #[inline]
    fn add(self, other: Dyadic) -> Dyadic {
        Dyadic(self.0 + other.0)
    }
}

impl Sub for Dyadic {
    type Output = Dyadic;

    #[inline]
    fn sub(self, other: Dyadic) -> Dyadic {
        Dyadic(self.0 - other.0)
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;

    #[inline]
    fn neg(self) -> Dyadic {
        Dyadic(-self.0)
    }
}

/// Writes it as the literature does: `-3`, `5/8`.
impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exponent = self.exponent();
        let numerator = self.0 >> (FRACTION_BITS - exponent);
        match exponent {
            0 => write!(f, "{numerator}"),
            _ => write!(f, "{numerator}/{}", 1u128 << exponent),
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
