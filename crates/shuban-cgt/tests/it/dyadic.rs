//! Exact numbers against fractions of machine integers.

use proptest::prelude::*;
use shuban_cgt::Dyadic;

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
    fn arithmetic_is_that_of_fractions(
        a in -1000i64..1000,
        j in 0u32..20,
        b in -1000i64..1000,
        k in 0u32..20,
    ) {
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
    fn nothing_simpler_lies_between(
        a in -64i64..64,
        b in -64i64..64,
        inside in any::<[bool; 2]>(),
    ) {
        let fits = |x: i64| (a < x || inside[0] && a == x) && (x < b || inside[1] && x == b);
        let bounds =
            [(a, inside[0]), (b, inside[1])].map(|(x, inside)| Some((number(x, 3), inside)));
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
