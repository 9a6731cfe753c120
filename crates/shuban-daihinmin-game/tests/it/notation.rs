//! Cards as text.

use proptest::prelude::*;
use shuban_daihinmin_game::{Card, Cards, Meld};

#[test]
fn bad_text_is_refused_with_the_place() {
    let of_cards = |text: &str| text.parse::<Cards>().unwrap_err();
    let of_meld = |text: &str| text.parse::<Meld>().unwrap_err();
    for (error, at, reason) in [
        (of_cards("S3,X4"), 3, "not a card"),
        (of_cards("S3,S3"), 3, "twice"),
        (of_cards("S3,"), 3, "not a card"),
        (of_cards("S-"), 0, "not a card"),
        (of_cards("♠3"), 0, "not a card"),
        (of_meld(""), 0, "neither"),
        (of_meld("S3,JK=X3"), 3, "stands for no card"),
        (of_meld("JK,JK"), 3, "second joker"),
        (of_meld("JK=S3"), 0, "neither"),
        (of_meld("S3,H3,H3"), 6, "twice"),
        ("S33".parse::<Card>().unwrap_err(), 0, "not a card"),
    ] {
        assert_eq!(error.at, at, "{error}");
        assert!(error.reason.contains(reason), "{error}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_reading_panic(text in "[SHDCJK=2-9TQA,+-]{0,12}|\\PC{0,8}") {
        if let Ok(meld) = text.parse::<Meld>() {
            prop_assert_eq!(meld.to_string().parse::<Meld>().unwrap(), meld);
        }
        if let Ok(cards) = text.parse::<Cards>() {
            prop_assert_eq!(cards.to_string().parse::<Cards>().unwrap(), cards);
        }
    }
}
