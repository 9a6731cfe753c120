//! Intervals: every rounding is outward.

use proptest::prelude::*;
use shuban_core::interval::{FINE_ONE, FineInterval, FixedPoint};
use shuban_core::{Codec, Column, Interval, ONE, Record};

#[test]
fn the_mean_rounds_outward() {
    let thirds = Interval::mean([(1, Interval::exactly(1)), (2, Interval::exactly(0))]).unwrap();
    assert_eq!(thirds, Interval { lower: 0, upper: 1 });
    let below = Interval::mean([(1, Interval::exactly(-1)), (2, Interval::exactly(0))]).unwrap();
    assert_eq!(below, Interval { lower: -1, upper: 0 });
    assert_eq!(Interval::<i32>::mean([]), None);
}

#[test]
fn records_are_the_lower_bound_and_the_width() {
    fn layout<T: FixedPoint>(lower: T, upper: T, raw: [u64; 2], bits: u8, fraction_bits: u8) {
        let mut written = [0; 2];
        Interval { lower, upper }.to_columns(&mut written);
        assert_eq!(written, raw);
        let columns = [
            Column { name: "lower", bits, codec: Codec::Fixed { fraction_bits } },
            Column { name: "width", bits, codec: Codec::UnsignedFixed { fraction_bits } },
        ];
        assert_eq!(Interval::<T>::columns(), columns);
    }
    layout(-2i32, 5, [0xFFFF_FFFE, 7], 32, 30);
    layout(-2i64, 5, [0xFFFF_FFFF_FFFF_FFFE, 7], 64, 56);
}

#[test]
fn coarse_records_hold_every_narrow_interval() {
    let coarse = Interval::<i32>::coarse().unwrap();
    assert_eq!(coarse.columns.iter().map(|column| column.bits).sum::<u8>(), 16);
    assert!(Interval::<i64>::coarse().is_none());
    let unit = ONE >> 15;
    let near = |number: i32| [number - unit, number - 1, number, number + 1, number + unit];
    let numbers = [-ONE, -ONE / 3, 0, unit / 2, 12_345_678, ONE - unit / 2, ONE];
    for lower in numbers.into_iter().flat_map(near) {
        for width in [0, 1, unit / 2, unit - 1, unit] {
            let interval = Interval { lower, upper: lower + width };
            if interval.within(Interval::UNKNOWN).is_none() {
                continue;
            }
            let mut raw = [u64::MAX];
            (coarse.to_columns)(&interval, &mut raw);
            assert!(raw[0] < 1 << 16);
            let wider = (coarse.from_columns)(&raw);
            assert!((coarse.is_coarser)(&interval, &wider), "{interval:?} {wider:?}");
            assert_eq!(wider.width(), 2 * i64::from(unit));
            assert!(wider.within(Interval::UNKNOWN).is_some(), "{wider:?}");
        }
    }
    let wide = Interval { lower: 0, upper: 3 * unit };
    let mut raw = [0];
    (coarse.to_columns)(&wide, &mut raw);
    assert!(!(coarse.is_coarser)(&wide, &(coarse.from_columns)(&raw)));
}

/// Returns the numbers of an interval in units: the middle between the others, which are outside.
fn in_units<T: FixedPoint>(value: Interval<T>) -> [i128; 2] {
    let [middle, lower, upper] = value.numbers();
    assert!(lower <= middle && middle <= upper);
    let units = [lower, upper].map(|number| (number * T::ONE.units() as f64) as i128);
    assert!(units[0] <= value.lower.units() && value.upper.units() <= units[1], "{value:?}");
    units
}

#[test]
fn bounds_as_numbers_are_rounded_outward_and_by_little() {
    for lower in [-ONE, -ONE + 1, -1, 0, 1, 12_345_678, ONE - 1, ONE] {
        for upper in [lower, lower.saturating_add(1), ONE].map(|upper| upper.max(lower)) {
            let exact = [lower.into(), upper.into()];
            assert_eq!(in_units(Interval { lower, upper }), exact);
        }
    }
    let fine = 123_456_789_012_345_677;
    let (near, far) = (FINE_ONE - 1, 5 * FINE_ONE / 3);
    for lower in [-FINE_ONE, -FINE_ONE + 1, -3, 0, 1, fine, near, far] {
        for upper in [lower, lower + 1, lower + 7] {
            let [below, above] = in_units(FineInterval { lower, upper });
            assert!(above - below < FINE_ONE as i128 / 100_000_000_000_000);
        }
    }
}

fn holds_its_laws<T: FixedPoint>(values: &[(u32, i64, i64)]) -> Result<(), TestCaseError> {
    let of_units = |units: i128| T::of_units(units);
    for &(_, a, b) in values {
        let value = Interval { lower: of_units(a.into()), upper: of_units(b.into()) };
        let mut raw = [0; 2];
        value.to_columns(&mut raw);
        prop_assert_eq!(Interval::<T>::from_columns(&raw), value);
    }
    let units = |value: i64| of_units(value.into()).units() / 2;
    let total: i128 = values.iter().map(|v| i128::from(v.0)).sum();
    let exact: i128 = values.iter().map(|v| i128::from(v.0) * units(v.1)).sum();
    let mean = Interval::mean(values.iter().map(|&(weight, value, slack)| {
        let (value, slack) = (units(value), i128::from(slack.rem_euclid(1000)));
        (weight, Interval { lower: of_units(value - slack), upper: of_units(value + slack) })
    }))
    .unwrap();
    prop_assert!(mean.lower.units() * total <= exact && exact <= mean.upper.units() * total);
    prop_assert_eq!(-(-mean), mean);
    in_units(mean);
    Ok(())
}

proptest! {
    #[test]
    fn both_widths_keep_the_value_inside(
        values in prop::collection::vec((1u32..=2, any::<i64>(), any::<i64>()), 1..40),
    ) {
        holds_its_laws::<i32>(&values)?;
        holds_its_laws::<i64>(&values)?;
    }
}
