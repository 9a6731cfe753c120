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
    assert_eq!(Receding::within(1, 3).plies(), Some(3));
    assert_eq!(Receding::within(1, u16::MAX).plies(), Some(Receding::MAX_PLIES));
    assert_eq!(Receding::endless(1).plies(), None);
    assert!(Receding::within(-1, 3).merit(-2) > Receding::within(-1, 4).merit(-2));
}

#[test]
fn scores_at_the_ends_of_their_range_are_compared_and_counted_from_any_worth() {
    let (low, high) = (Receding::within(-20_000, 1), Receding::within(20_000, 1));
    for endless in [i16::MIN, -20_000, 0, 20_000, i16::MAX] {
        assert!(high.merit(endless) > low.merit(endless));
    }
    // A win where the worth of endless play is least.
    assert!(high.merit(-20_000) > Receding::within(20_000, 2).merit(-20_000));
    let most = Receding::MAX_SCORE;
    assert_eq!(Receding::within(most, 3).beyond(-most), Some(Receding::within(2 * most, 3)));
    assert_eq!(Receding::endless(-most).beyond(most), Some(Receding::endless(-2 * most)));
    assert_eq!(Receding::within(most + 1, 3).beyond(0), None);
    assert_eq!(Receding::within(i16::MIN, 3).beyond(0), None);
    assert_eq!(Receding::endless(0).beyond(-most - 1), None);
}

proptest! {
    #[test]
    fn what_is_stored_is_read_back(
        score: i16,
        plies in proptest::option::of(0..=Receding::MAX_PLIES),
    ) {
        let value = plies.map_or(Receding::endless(score), |plies| Receding::within(score, plies));
        let mut raw = [0; 2];
        value.to_columns(&mut raw);
        prop_assert_eq!(Receding::from_columns(&raw), value);
    }
}

#[test]
fn one_ply_is_not_plies() {
    for (plies, text) in [(1, "1 ply"), (2, "2 plies")] {
        let fields = Receding::within(1, plies).outcome_fields();
        let short = fields.iter().find(|field| field.name == "plies").unwrap().short_text();
        assert_eq!(short.as_deref(), Some(text));
    }
}
