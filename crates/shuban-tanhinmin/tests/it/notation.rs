//! Positions of Tanhinmin as text.

use proptest::prelude::*;
use shuban_core::Game;
use shuban_tanhinmin::{CardRules, Clearing, MAX_HAND, OpenDaihinmin};

fn rewritten(rules: &CardRules, text: &str) -> String {
    {
        let game = OpenDaihinmin::new(*rules);
        game.format(&game.parse(text).unwrap())
    }
}

#[test]
fn deals_and_tricks_are_read_and_written() {
    let four = CardRules::tanhinmin(4).unwrap().distinct();
    assert_eq!(rewritten(&four, "1,3,10|2|4,6,8|5,7,9"), "1,3,10|2|4,6,8|5,7,9");
    assert_eq!(rewritten(&four, " 10, 3,1 |2|8,6,4 | 9,7,5 "), "1,3,10|2|4,6,8|5,7,9");
    assert_eq!(rewritten(&four, "1,10|2|4|5  on 3passed 4 ,2"), "1,10|2|4|5 on 3 passed 2,4");
    let three = CardRules::tanhinmin(3).unwrap();
    assert_eq!(rewritten(&three, "#1|2|2,2 on 2"), "#1|2|2,2 on 2");
    let places = three.with_points(&[2, 1, 0]).unwrap();
    assert_eq!(rewritten(&places, "5|#1|3,4"), "5|#1|3,4");
    // With the server's rule the player whose card lies may still play on.
    let uecda = three.with_clearing(Clearing::Uecda);
    assert_eq!(rewritten(&uecda, "5|4|3,4 on 1 passed 2,3"), "5|4|3,4 on 1 passed 2,3");
}

#[test]
fn bad_text_is_refused_with_the_place_and_the_reason() {
    let four = CardRules::tanhinmin(4).unwrap().distinct();
    let three = CardRules::tanhinmin(3).unwrap().with_points(&[2, 1, 0]).unwrap();
    let cases: [(&CardRules, &str, usize, &str); 20] = [
        (&four, "", 0, "an empty hand"),
        (&four, "1|2|3", 5, "`|` and hand 4, found the end"),
        (&four, "1|2|3|4|5", 7, "a hand too many; there are 4 players"),
        (&four, "1||3|4", 2, "an empty hand"),
        (&four, "|2|3|4", 0, "an empty hand"),
        (&four, "1,1|2|3|4", 2, "a second card of strength 1"),
        (&four, "1|2|3|4,2", 8, "a second card of strength 2"),
        (&four, "1|2|3|4 on 4", 11, "a second card of strength 4"),
        (&four, "1,|2|3|4", 2, "expected a strength, found `|`"),
        (&four, "1|2|x|4", 4, "expected a strength, found `x`"),
        (&four, "1|2|0|4", 4, "0 is not a strength from 1 to 99"),
        (&four, "1|2|3|100", 6, "100 is not a strength"),
        (&four, "1|2|3|99999999999999999999", 6, "is not a strength"),
        (&four, "1|2|3|4 on 5 passed 1", 20, "the one whose card lies"),
        (&four, "1|2|3|4 on 5 passed 2,3,4", 11, "the trick is over"),
        (&four, "1|2|3|4 !", 8, "found `!`"),
        (&three, "#1|2|3", 0, "has no cards"),
        (&three, "1|#2|3", 0, "once each"),
        (&three, "#1|#2|#3", 0, "nobody has cards"),
        (&three, "1|#1|3 on 2 passed 2", 19, "has gone out"),
    ];
    for (rules, text, at, reason) in cases {
        let error = OpenDaihinmin::new(*rules).parse(text).unwrap_err();
        assert_eq!(error.at, at, "{text}: {error}");
        assert!(error.reason.contains(reason), "{text}: {error}");
    }
    let many = vec!["7"; MAX_HAND + 1].join(",");
    let error = OpenDaihinmin::new(three).parse(&format!("{many}|1|2")).unwrap_err();
    assert!(error.reason.contains("more than 20 cards"), "{error}");
}

proptest! {
    #[test]
    fn whatever_is_read_is_a_position(
        text in "([0-9]{1,2}|#[0-9]|[,| ]| on | passed |\\PC){0,14}",
        players in 2..5usize,
    ) {
        let rules = CardRules::tanhinmin(players).unwrap().with_points(&[2, 1, 0, 0][..players]).unwrap();
        let game = OpenDaihinmin::new(rules);
        match game.parse(&text) {
            Ok(table) => prop_assert_eq!(game.parse(&game.format(&table)), Ok(table)),
            Err(error) => prop_assert!(error.at <= text.chars().count(), "{}", error),
        }
    }
}
