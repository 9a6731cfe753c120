//! One side that bears off alone.

use shuban_core::Game;
use shuban_core::dice::Roll;
use shuban_gammon::Variant;
use shuban_gammon::bearoff::Alone;

fn half_gammon() -> Alone {
    Alone::at_home(Variant::by_name("half-gammon").unwrap())
}

#[test]
fn points_and_numbers_are_both_read() {
    let game = half_gammon();
    let rewritten = |text: &str| game.format(&game.parse(text).unwrap());
    assert_eq!(rewritten("2, 1,2"), "1,2,2");
    assert_eq!(rewritten(" G 1 2 1 "), "1,2,2,3");
    assert_eq!(rewritten("G 0 0 0"), "off");
    assert_eq!(rewritten("OFF"), "off");
}

#[test]
fn bad_text_is_refused_with_the_place_and_the_reason() {
    for (text, at, reason) in [
        ("", 0, "found the end"),
        ("1,4", 0, "a checker on 4, beyond the home points 1 to 3"),
        ("bar", 0, "a checker on bar"),
        ("1,2|", 3, "expected the end, found `|`"),
        ("1,1,1,1,1,1,1,1,1", 16, "more than 8 checkers for the side"),
        ("G 1 2", 5, "on point 3 of 3"),
        ("G 1 2 3 4", 8, "expected the end"),
        ("G 1 2 6", 6, "more than 8 checkers"),
        ("G 1 x 6", 4, "on point 2 of 3"),
        ("G 99999999999999999999999 0 0", 2, "more than 8"),
    ] {
        let error = half_gammon().parse(text).unwrap_err();
        assert!(error.at == at && error.reason.contains(reason), "{error}");
    }
}

#[test]
fn a_side_alone_plays_by_the_rules_for_two() {
    let game = half_gammon();
    let after = |text: &str, roll: Roll| {
        let mut plays = Vec::new();
        game.plays(&game.parse(text).unwrap(), roll, &mut plays);
        let mut after: Vec<_> = plays.iter().map(|play| game.format(&play.after)).collect();
        after.sort();
        after
    };
    assert_eq!(after("1,2", Roll::new(2, 1)), ["1", "off"]);
    assert_eq!(after("1,3", Roll::new(2, 1)), ["1"]);
    assert_eq!(after("3,3,3", Roll::new(1, 1)), ["1,1,3", "1,2,2", "2,3"]);
    assert_eq!(after("off", Roll::new(1, 1)), [""; 0]);
}
