//! A bounded run of the fuzz targets.

use proptest::prelude::*;

use crate::any_input::{
    as_changed_match, as_changed_xg, as_match, as_match_equities, as_told, as_xg,
};
use crate::corpus::kept;

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..200)
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in bytes()) {
        as_match(&bytes);
        as_match_equities(&bytes);
        as_xg(&bytes);
        as_told(&bytes);
    }

    #[test]
    fn changed_matches_are_read_or_refused(script in bytes()) {
        as_changed_match(&script);
        as_changed_xg(&script);
    }

    /// Some of them make a table.
    #[test]
    fn any_number_is_a_chance_or_refused(number in "0?[.](5|50|49)?[0-9]{0,20}(e-?[0-9]{1,3})?") {
        as_match_equities(format!("{:8}{number}", "").as_bytes());
    }
}

#[test]
fn two_even_chances_make_a_table() {
    assert_eq!(as_match_equities(b"        0.5"), 1);
    assert_eq!(as_match_equities(b"        1.5"), 0);
}

#[test]
fn what_was_found_by_coverage_is_read_or_refused() {
    let each = |target: &str, read: fn(&[u8])| {
        kept(&format!("foreign::{target}")).iter().for_each(|input| read(input));
    };
    each("any_text_is_a_match_or_refused", as_match);
    each("changed_matches_are_read_or_refused", as_changed_match);
    each("any_records_of_extreme_gammon_are_read_or_refused", as_xg);
    each("changed_records_of_extreme_gammon_are_read_or_refused", as_changed_xg);
    each("any_text_tells_of_a_match_or_not", as_told);
    each("any_match_equities_are_read_or_refused", |text| {
        as_match_equities(text);
    });
}
