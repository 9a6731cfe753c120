//! A bounded run of the fuzz targets.

use proptest::prelude::*;
use shuban_gammon::Variant;

use crate::any_input::{as_hypergammon, as_network};
use crate::corpus::kept;

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        as_hypergammon(&bytes);
    }
    #[test]
    fn any_weights_are_read_or_refused(script in prop::collection::vec(any::<u8>(), 0..60)) {
        as_network(&script);
    }
}

#[test]
fn changed_weights_of_the_same_form_are_read() {
    let half_gammon = Variant::names().iter().position(|name| *name == "half-gammon");
    let half_gammon = half_gammon.unwrap() as u8;
    let one = 1.0_f32.to_le_bytes();
    let change = |place: u8, bytes: [u8; 4]| [&[half_gammon, place, 0, 0][..], &bytes].concat();
    assert!(as_network(&[half_gammon]) && as_network(&change(16, one)));
    assert!(!as_network(&change(8, one)) && !as_network(&change(16, f32::NAN.to_le_bytes())));
}

#[test]
fn what_was_found_by_coverage_is_read_or_refused() {
    let tables = kept("foreign::any_bytes_of_hypergammon_are_read_or_refused");
    tables.iter().for_each(|bytes| as_hypergammon(bytes));
    let weights = kept("foreign::any_weights_are_read_or_refused");
    assert!(weights.iter().any(|script| as_network(script)));
}
