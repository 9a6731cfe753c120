//! Codes and places that sweeps read and write.

use shuban_core::sweep::{Before, LeftAt, Status};

#[test]
fn statuses_are_known_by_their_codes() {
    for status in Status::ALL {
        assert_eq!(Status::of_code(status.code()), Some(status));
    }
    assert_eq!(Status::of_code(7), None);
}

#[test]
fn what_a_unit_left_lies_behind_what_others_left() {
    assert_eq!(Before::All(&[]).place(3, 0, 7), LeftAt::Whole(21));
    assert_eq!(Before::Some(&[], &[5, 2]).place(3, 1, 7), LeftAt::Whole(14));
    let places = [LeftAt::Rows(9), LeftAt::Whole(4)];
    assert_eq!(Before::Each(&[], &places).place(3, 1, 7), LeftAt::Whole(4));
}
