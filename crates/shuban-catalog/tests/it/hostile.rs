//! A bounded run of the fuzz targets.

use proptest::prelude::*;

use crate::any_own_file::as_own_file;
use crate::any_position::as_position;
use crate::corpus::kept;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn any_text_is_a_position_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        as_position(&bytes);
    }

    #[test]
    fn any_table_of_another_program_is_read_or_refused(
        script in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        as_own_file(&script);
    }
}

#[test]
fn what_was_found_by_coverage_is_read_or_refused() {
    kept("games::any_text_is_a_position_or_refused").iter().for_each(|input| as_position(input));
    let files = kept("foreign::any_table_is_read_or_refused");
    assert!(files.iter().map(|script| as_own_file(script)).sum::<usize>() > 0);
}
