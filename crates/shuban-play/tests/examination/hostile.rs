//! Random lines and those found by coverage, given to what reads answers.

use proptest::prelude::*;

use crate::any_answers::as_answers;
use crate::corpus::kept;

/// Parts that make up answers, and lines that are no answers.
const PARTS: [&str; 20] = [
    "{\"id\": ",
    "0",
    "1",
    "2",
    "3",
    "7",
    ", \"value\": ",
    "0.5",
    "-1",
    "1e999",
    "NaN",
    "\"\u{9b}31m\"",
    ", \"move\": ",
    "\"\u{202e}\"",
    ", \"position\": ",
    "\"2|1\"",
    ", \"error\": ",
    "}",
    "\n",
    "}\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        as_answers(&bytes);
    }

    #[test]
    fn whatever_is_made_of_parts_of_answers_is_read_or_refused(
        kind in any::<u8>(),
        parts in prop::collection::vec(prop::sample::select(&PARTS[..]), 0..60),
    ) {
        as_answers(&[&[kind], parts.concat().as_bytes()].concat());
    }

    #[test]
    fn answers_in_any_order_are_paired_by_number_or_refused(
        kind in any::<u8>(),
        numbers in prop::collection::vec(0_u64..24, 0..12),
    ) {
        let line = |id: &u64| format!("{{\"id\": {id}, \"value\": {id}, \"move\": \"{id}\"}}\n");
        let lines: String = numbers.iter().map(line).collect();
        as_answers(&[&[kind], lines.as_bytes()].concat());
    }
}

#[test]
fn what_is_kept_is_read_or_refused() {
    let inputs = kept("examinees::any_answers_are_read_or_refused");
    inputs.iter().for_each(|input| as_answers(input));
}
