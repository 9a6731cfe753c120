//! Sets of seats that may win.

use shuban_core::{MAX_SEATS, Payoffs, Winners};

#[test]
fn to_win_with_others_is_better_than_not_to_win() {
    let all = Winners::of(0..MAX_SEATS);
    assert_eq!(all.tier(0), MAX_SEATS);
    assert_eq!(Winners::of([1]).tier(1), 1);
    assert!(Winners::of([1]).tier(0) > all.tier(0));
    assert_eq!(Winners::of([1]).tier(0), Winners::of(1..MAX_SEATS).tier(0));
    assert_eq!(Winners::leading(&Payoffs::new(&[3, 1, 3]), 3), Winners::of([0, 2]));
}

#[test]
fn players_of_a_set_are_counted_from_one() {
    assert_eq!(format!("{:?}", Winners::of([2, 0])), "{13}");
    assert_eq!(format!("{:?}", Winners::NOBODY), "{}");
}
