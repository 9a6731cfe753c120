//! Values that recede.

use proptest::prelude::*;
use shuban_core::{Receding, Record};

#[test]
fn wins_are_better_the_sooner_and_losses_the_later() {
    let worst_first = [
        Receding::within(-2, 9),
        Receding::within(-1, 1),
        Receding::within(-1, 2),
        Receding::endless(0),
        Receding::within(1, 8),
        Receding::within(1, 0),
        Receding::within(2, Receding::MAX_PLIES),
    ];
    assert!(worst_first.is_sorted_by_key(|value| value.merit(0)));
    assert!(Receding::within(-1, 3).merit(-2) > Receding::within(-1, 4).merit(-2));
}

proptest! {
    #[test]
    fn what_is_stored_is_read_back(score: i16, plies in proptest::option::of(0..=Receding::MAX_PLIES)) {
        let value = plies.map_or(Receding::endless(score), |plies| Receding::within(score, plies));
        let mut raw = [0; 2];
        value.to_columns(&mut raw);
        prop_assert_eq!(Receding::from_columns(&raw), value);
    }
}
