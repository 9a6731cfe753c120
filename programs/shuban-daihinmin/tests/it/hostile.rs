//! A bounded run of the fuzz targets.

use proptest::prelude::*;

use crate::any_message::{as_answers, as_messages, as_text};
use crate::corpus::kept;

proptest! {
    #[test]
    fn any_messages_are_answered_legally_or_refused(
        script in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        as_messages(&script);
        as_answers(&script);
        as_text(&script);
    }
}

#[test]
fn what_was_found_by_coverage_is_answered_or_refused() {
    kept("cards::any_messages_are_answered_legally_or_refused")
        .iter()
        .for_each(|it| as_messages(it));
    kept("cards::any_answers_end_a_match").iter().for_each(|it| as_answers(it));
    kept("cards::any_text_is_a_record_or_refused").iter().for_each(|it| as_text(it));
}
