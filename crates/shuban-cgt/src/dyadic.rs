//! Exact dyadic rationals: what stops, means and temperatures are made of.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

/// How fine a [`Dyadic`] can be.
const FRACTION_BITS: u32 = 96;

/// The exact number m/2ᵏ, for k ≤ 96, between −2³¹ and 2³¹.
///
/// That is room for every number that belongs to a game of birthday up to 96: its stops, the stops
/// of its followers, and the corners of its thermograph have at most as many binary places as the
/// birthday (each day brings at most one halving). Finer results of arithmetic are a panic, never a
/// rounded number.
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

    /// Whether it is a whole number.
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
    /// be missing, and counts as inside if it says so. `None` if nothing lies between them, or
    /// nothing of at most 96 binary places.
    pub fn simplest(lower: Option<(Dyadic, bool)>, upper: Option<(Dyadic, bool)>) -> Option<Self> {
        let above = |x| lower.is_none_or(|(bound, inside)| bound < x || (inside && bound == x));
        let below = |x| upper.is_none_or(|(bound, inside)| x < bound || (inside && bound == x));
        if above(Dyadic::ZERO) && below(Dyadic::ZERO) {
            return Some(Dyadic::ZERO);
        }
        // All that fits is on one side of 0. The grids get finer, so that the first number found is
        // of the smallest denominator; of the whole numbers it is the nearest to 0.
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

impl AddAssign for Dyadic {
    #[inline]
    fn add_assign(&mut self, other: Dyadic) {
        *self = *self + other;
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

impl Sum for Dyadic {
    fn sum<I: Iterator<Item = Dyadic>>(numbers: I) -> Dyadic {
        numbers.fold(Dyadic::ZERO, Add::add)
    }
}

/// As the literature writes it: `-3`, `5/8`.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number(numerator: i64, exponent: u32) -> Dyadic {
        Dyadic::new(numerator, exponent).unwrap()
    }

    #[test]
    fn numbers_are_written_in_lowest_terms() {
        let texts = [(6, 3, "3/4"), (-6, 1, "-3"), (-1, 4, "-1/16"), (0, 5, "0")];
        for (numerator, exponent, text) in texts {
            assert_eq!(number(numerator, exponent).to_string(), text);
        }
        assert_eq!(number(1, 96).to_string(), "1/79228162514264337593543950336");
    }

    #[test]
    fn what_has_no_room_is_refused() {
        assert_eq!(Dyadic::new(1, 97), None);
        assert_eq!(Dyadic::new(1 << 31, 0), None);
        assert!(Dyadic::new((1 << 31) - 1, 0).is_some());
        assert!(Dyadic::new(i64::MAX, 60).is_some());
        assert_eq!(Dyadic::new(i64::MIN, 0), None);
    }

    #[test]
    #[should_panic(expected = "more than 96 binary places")]
    fn nothing_is_rounded() {
        let _ = number(1, 96).half();
    }

    #[test]
    fn the_simplest_number_is_the_one_born_first() {
        let between = |a: (i64, u32, bool), b: (i64, u32, bool)| {
            Dyadic::simplest(Some((number(a.0, a.1), a.2)), Some((number(b.0, b.1), b.2)))
        };
        assert_eq!(between((-1, 0, false), (5, 0, false)), Some(Dyadic::ZERO));
        assert_eq!(between((5, 1, false), (9, 0, false)), Some(3.into()));
        assert_eq!(between((-9, 0, false), (-5, 1, false)), Some((-3).into()));
        assert_eq!(between((0, 0, false), (1, 0, false)), Some(number(1, 1)));
        assert_eq!(between((0, 0, false), (1, 0, true)), Some(1.into()));
        assert_eq!(between((1, 2, false), (1, 1, false)), Some(number(3, 3)));
        assert_eq!(between((-3, 2, false), (-1, 1, false)), Some(number(-5, 3)));
        assert_eq!(between((3, 2, true), (3, 2, true)), Some(number(3, 2)));
        assert_eq!(between((3, 2, true), (3, 2, false)), None);
        assert_eq!(Dyadic::simplest(Some((3.into(), false)), None), Some(4.into()));
        assert_eq!(Dyadic::simplest(None, Some((0.into(), false))), Some((-1).into()));
        assert_eq!(Dyadic::simplest(None, None), Some(Dyadic::ZERO));
    }

    proptest! {
        #[test]
        fn arithmetic_is_that_of_fractions(a in -1000i64..1000, j in 0u32..20, b in -1000i64..1000, k in 0u32..20) {
            let (x, y) = (number(a, j), number(b, k));
            // Over the common denominator 2^20.
            let (p, q) = (a << (20 - j), b << (20 - k));
            prop_assert_eq!(x + y, number(p + q, 20));
            prop_assert_eq!(x - y, number(p - q, 20));
            prop_assert_eq!((x + y).half(), number(p + q, 21));
            prop_assert_eq!(x.cmp(&y), p.cmp(&q));
            prop_assert_eq!(x.floor(), a.div_euclid(1 << j));
            prop_assert_eq!(x.to_f64(), a as f64 / (1u64 << j) as f64);
        }

        #[test]
        fn nothing_simpler_lies_between(a in -64i64..64, b in -64i64..64, inside in any::<[bool; 2]>()) {
            let fits = |x: i64| (a < x || inside[0] && a == x) && (x < b || inside[1] && x == b);
            let bounds = [(a, inside[0]), (b, inside[1])].map(|(x, inside)| Some((number(x, 3), inside)));
            // Among the eighths and, where none fits, the sixteenths.
            let simplicity = |x: i64| (number(x, 3).exponent(), if x % 8 == 0 { x.abs() } else { 0 });
            match (-64..=64).filter(|&x| fits(x)).min_by_key(|&x| simplicity(x)) {
                Some(x) => prop_assert_eq!(Dyadic::simplest(bounds[0], bounds[1]), Some(number(x, 3))),
                None if a + 1 == b => {
                    prop_assert_eq!(Dyadic::simplest(bounds[0], bounds[1]), Some(number(a + b, 4)));
                }
                None => prop_assert_eq!(Dyadic::simplest(bounds[0], bounds[1]), None),
            }
        }
    }
}
