//! Numbers as text.

use proptest::prelude::*;
use shuban_core::text::{bytes_text, grouped, outward, rounded_up};

#[test]
fn digits_come_in_groups_of_three() {
    assert_eq!([0, 999, 1_000, 1_234_567].map(grouped::<u64>), ["0", "999", "1,000", "1,234,567"]);
    assert_eq!(grouped(u128::from(u64::MAX) + 1), "18,446,744,073,709,551,616");
}

#[test]
fn bytes_are_written_for_people() {
    assert_eq!([17, 1023, 1024].map(bytes_text), ["17 B", "1023 B", "1.0 KiB"]);
    assert_eq!([3 << 29, (1 << 40) - 1].map(bytes_text), ["1.5 GiB", "1024.0 GiB"]);
    assert_eq!(bytes_text(u64::MAX - 1), "16384.0 PiB");
}

#[test]
fn printed_bounds_hold_what_they_are_rounded_from() {
    assert_eq!(outward(0.123_41, 0.123_42, 3), ["+0.123", "+0.124"]);
    assert_eq!(outward(-0.123_42, -0.123_41, 3), ["-0.124", "-0.123"]);
    assert_eq!(outward(0.5, 0.5, 2), ["+0.50", "+0.50"]);
    assert_eq!(outward(-1e-9, 1e-9, 4), ["-0.0001", "+0.0001"]);
    assert_eq!(outward(-1e-9, -1e-12, 4), ["-0.0001", "+0.0000"]);
}

#[test]
fn widths_are_rounded_up_to_two_digits() {
    assert_eq!(
        [1.0, 0.25, 1.21e-7, 9.91e-7].map(rounded_up),
        ["1.0e0", "2.5e-1", "1.3e-7", "1.0e-6"]
    );
}

proptest! {
    #[test]
    fn a_width_is_never_rounded_below_itself_nor_far_above(width in 1e-12f64..1e3) {
        let rounded: f64 = rounded_up(width).parse().unwrap();
        prop_assert!(width <= rounded && rounded <= 1.11 * width, "{width} as {rounded}");
    }
}
