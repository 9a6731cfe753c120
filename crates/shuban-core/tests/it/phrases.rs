//! Translation of texts.

use shuban_core::{Phrase, rephrased};

const PHRASES: [Phrase; 5] = [
    ("{} makes {} more than {}", "{2}より{1}多い：{0}"),
    ("won", "勝ち"),
    ("{} and {}", "{0}と{1}"),
    ("one", "一"),
    ("x {}", "十{0}"),
];

#[test]
fn texts_that_fit_are_said_in_other_words() {
    for (text, said) in [
        ("won", "勝ち"),
        ("wonder", "wonder"),
        ("  won\nlost", "  勝ち\nlost"),
        ("A makes 1 and 2 more than B", "Bより1と2多い：A"),
        ("one and one and one", "一と一と一"),
        (" and one", " and one"),
        ("", ""),
        ("a, one", "a、一"),
        ("a, b", "a, b"),
        ("one, a, won", "一、a、勝ち"),
        // A phrase that would fit a whole list is for its pieces.
        ("x one, x two", "十一、十two"),
        ("A, B makes 1 more than B", "Bより1多い：A, B"),
    ] {
        assert_eq!(rephrased(&[&PHRASES], text), said, "{text}");
    }
    assert_eq!(rephrased(&[], "won"), "won");
    assert_eq!(rephrased(&[&[("won", "首")], &PHRASES], "won"), "首");
}

#[test]
fn texts_from_outside_take_no_more_time_than_their_length_is_worth() {
    let phrases: [Phrase; 2] = [("bad: {}", "悪い：{0}"), ("{} at {} of {}", "{2}の{1}、{0}")];
    let nested = "bad: ".repeat(100_000);
    assert_eq!(rephrased(&[&phrases], &nested).matches("悪い").count(), 4);
    // Inserted text is not taken for a placeholder.
    let placed = format!("{} at 1 of {}", "{2}".repeat(1_000), "x".repeat(1_000));
    let said = rephrased(&[&phrases], &placed);
    assert_eq!(said.len(), placed.len() - " at  of ".len() + "の、".len());
}
