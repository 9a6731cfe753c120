//! A bounded run of the fuzz targets.

use proptest::prelude::*;

use crate::any_record::{as_record, as_saved};
use crate::corpus::kept;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn any_text_is_a_record_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        as_record(&bytes);
        as_saved(&bytes);
    }
}

#[test]
fn what_was_found_by_coverage_is_read_or_refused() {
    kept("games::any_text_is_a_record_or_refused").iter().for_each(|text| as_record(text));
    kept("games::any_text_is_a_saved_game_or_refused").iter().for_each(|text| as_saved(text));
}
