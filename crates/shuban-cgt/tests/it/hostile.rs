//! A bounded run of the fuzz target.

use proptest::prelude::*;

use crate::any_form::as_form;
use crate::corpus::kept;

proptest! {
    #[test]
    fn any_text_is_a_form_or_refused(text in "[{}|,0-9/^v*+± -]{0,30}|\\PC{0,30}") {
        as_form(text.as_bytes());
    }
}

#[test]
fn what_was_found_by_coverage_is_read_or_refused() {
    let forms = kept("games::any_text_is_a_canonical_form_or_refused");
    assert!(forms.iter().filter(|text| as_form(text)).count() > 20);
}
