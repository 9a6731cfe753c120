//! Bounds, put together.

use proptest::prelude::*;
use shuban_core::{Bound, Interval};

proptest! {
    #[test]
    fn an_interval_is_a_bound_and_back(lower: i32, width in 0..2i32) {
        let interval = Interval { lower, upper: lower.saturating_add(width) };
        let answer = Bound::from(interval);
        prop_assert_eq!(matches!(answer, Bound::Exact(_)), interval.is_exact());
        prop_assert_eq!(Interval::from(answer), interval);
    }
}
