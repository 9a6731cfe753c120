//! Positions and rolls as text.

use proptest::prelude::*;
use shuban_core::dice::Roll;
use shuban_gammon::{Position, format_position, parse_position, parse_roll};

use crate::{ALL, half_gammon, position_of, variant};

#[test]
fn lists_are_read_in_any_order_and_written_in_ascending_order() {
    let rewritten = |text: &str| {
        format_position(&half_gammon(), &parse_position(&half_gammon(), text).unwrap())
    };
    assert_eq!(rewritten("1,1,3|2,bar"), "1,1,3|2,bar");
    assert_eq!(rewritten(" 3 , 1,1 |BAR,\t2 "), "1,1,3|2,bar");
    assert_eq!(rewritten("|3"), "|3");
    assert_eq!(rewritten("12,12|"), "12,12|");
}

#[test]
fn bad_text_is_refused_with_the_place_and_the_reason() {
    let cases: [(&str, usize, &str); 16] = [
        ("", 0, "the `|` between the sides"),
        ("1,1,3", 5, "the `|` between the sides"),
        ("1|2|3", 3, "a second `|`"),
        ("1,x|2", 2, "`x` is neither a point nor `bar`"),
        ("1,,3|2", 2, "expected a point or `bar`, found `,`"),
        ("1,|2", 2, "found `|`"),
        ("1|2,", 4, "found the end"),
        ("13|2", 0, "no point 13; the points are 1 to 12"),
        ("0|2", 0, "no point 0"),
        ("1|99999999999999999999999999", 2, "no point 99999999999999999999999999"),
        ("1,1,1,1,1,1,1,1,1|2", 16, "more than 8 checkers for the mover"),
        ("1|12", 2, "both sides on one point, 12 to the opponent and 1 to the other"),
        ("1,off|2", 2, "borne off is left out"),
        ("|", 1, "both sides have borne off everything"),
        ("1 2|3", 2, "expected `,` or the `|` between the sides, found `2`"),
        ("1|é", 2, "found `é`"),
    ];
    for (text, at, reason) in cases {
        let error = parse_position(&half_gammon(), text).unwrap_err();
        assert_eq!(error.at, at, "{error}");
        assert!(error.reason.contains(reason), "{error}");
        assert_eq!(error.text, text);
    }
}

#[test]
fn rolls_are_read_with_and_without_a_dash() {
    let variant = half_gammon();
    assert_eq!(parse_roll(&variant, "3-1"), Ok(Roll::new(3, 1)));
    assert_eq!(parse_roll(&variant, " 13 "), Ok(Roll::new(3, 1)));
    for (text, at) in
        [("", 0), ("3", 1), ("4-1", 0), ("3-0", 2), ("3-1-1", 3), ("3--1", 2), ("３1", 0)]
    {
        assert_eq!(parse_roll(&variant, text).unwrap_err().at, at, "{text}");
    }
}

proptest! {
    #[test]
    fn every_position_is_read_as_it_was_written((variant, position, _) in position_of(&ALL)) {
        let position = Position { turn: 0, ..position };
        let text = format_position(&variant, &position);
        prop_assert_eq!(parse_position(&variant, &text), Ok(position));
    }

    #[test]
    fn whatever_is_read_is_a_position(
        text in "(XGID=)?([0-9]{1,2}|bar|off|[,| :*/()]|[a-oA-O-]{1,26}|\\PC){0,12}",
        which in 0..5usize,
    ) {
        let variant = variant(ALL[which]);
        match parse_position(&variant, &text) {
            Ok(position) => {
                let written = format_position(&variant, &position);
                let again = parse_position(&variant, &written);
                prop_assert_eq!(again, Ok(Position { turn: 0, ..position }));
            }
            Err(error) => prop_assert!(error.at <= text.chars().count(), "{}", error),
        }
    }
}
