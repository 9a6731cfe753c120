//! Moves as text.

use proptest::prelude::*;
use shuban_core::dice::{Roll, rolls};
use shuban_core::{NotationError, Random};
use shuban_gammon::twin::random_position;
use shuban_gammon::{MoveGenerator, Variant, format_move, parse_move, parse_position};

use crate::{ALL, half_gammon, position_of};

/// A move read for a position and a roll, and written again.
fn rewritten(
    variant: &str,
    position: &str,
    roll: (u8, u8),
    text: &str,
) -> Result<String, NotationError> {
    let variant = Variant::by_name(variant).unwrap();
    let position = parse_position(&variant, position).unwrap();
    let (action, _) = parse_move(&variant, &position, Roll::new(roll.0, roll.1), text)?;
    Ok(format_move(&variant, &action))
}

const START: &str = "6,6,6,6,6,8,8,8,13,13,13,13,13,24,24|6,6,6,6,6,8,8,8,13,13,13,13,13,24,24";

#[test]
fn moves_are_written_the_usual_way() {
    let read = |roll, text| rewritten("backgammon", START, roll, text).unwrap();
    assert_eq!(read((3, 1), "6/5 8/5"), "8/5 6/5");
    assert_eq!(read((6, 5), "24/18/13"), "24/13");
    assert_eq!(read((1, 1), "6/5 8/7(2) 6/5"), "8/7(2) 6/5(2)");
    assert_eq!(read((6, 6), "24/18(2) 13/7(2)"), "24/18(2) 13/7(2)");
    let read = |position, roll, text| rewritten("half-gammon", position, roll, text).unwrap();
    assert_eq!(read("1,3|8", (3, 1), "3/off 1/off"), "3/off 1/off");
    assert_eq!(read("2,2,2|12,12", (3, 3), "2/off(3)"), "2/off(3)");
    assert_eq!(read("bar|1", (3, 1), "bar/12/9"), "bar/12*/9");
    assert_eq!(read("bar,bar|3", (3, 3), "BAR/10(2)  10/7(2)"), "bar/10*/7 bar/7");
    assert_eq!(read("bar|1,1,2,2,3,3", (3, 1), "No play"), "no play");
}

#[test]
fn hits_tell_two_ways_of_one_checker_apart() {
    let read = |text| rewritten("half-gammon", "10|4,9", (2, 1), text).unwrap();
    assert_eq!(read("10/7"), "10/7");
    assert_eq!(read("10/9*/7"), "10/9*/7");
}

#[test]
fn bad_moves_are_refused_with_the_place_and_the_reason() {
    let cases: [(&str, &str, usize, &str); 12] = [
        ("12|6", " ", 1, "expected a point or `bar`, found the end"),
        ("12|6", "12/11", 0, "not a legal play of 2-1 in 12|6"),
        ("12|6", "no play", 0, "there is a play of 2-1"),
        ("12|6", "12", 2, "expected `/`"),
        ("12|6", "9/12", 2, "from a higher point to a lower one"),
        ("12|6", "12/9*", 4, "no lone opponent"),
        ("12|6", "14/9", 0, "no point 14"),
        ("12|6", "12/9(5)", 5, "expected 1 to 4"),
        ("12|6", "12/9(2", 6, "expected `)`"),
        ("12|6", "12/9,", 0, "expected a space after a move"),
        ("12|6", "12/é", 3, "expected a point"),
        ("10|4,5", "10/7", 4, "several plays"),
    ];
    for (position, text, at, reason) in cases {
        let error = rewritten("half-gammon", position, (2, 1), text).unwrap_err();
        assert!(error.at == at && error.reason.contains(reason), "{error}");
    }
}

proptest! {
    #[test]
    fn every_play_is_read_as_it_was_written((variant, position, _) in position_of(&ALL)) {
        for (roll, _) in rolls(variant.faces()) {
            for (action, after) in MoveGenerator::new(&variant, &position).plays(roll) {
                let text = format_move(&variant, &action);
                prop_assert_eq!(
                    parse_move(&variant, &position, roll, &text),
                    Ok((action, after)),
                    "{}",
                    text
                );
            }
        }
    }

    #[test]
    fn whatever_is_read_is_a_play(text in "([0-9]{1,2}|bar|off|[/*() ]|\\PC){0,8}", seed: u64) {
        let variant = half_gammon();
        let position = random_position(&variant, &mut Random::new(seed));
        let roll = Roll::new(2, 1);
        match parse_move(&variant, &position, roll, &text) {
            Ok(play) => {
                prop_assert!(MoveGenerator::new(&variant, &position).plays(roll).contains(&play));
            }
            Err(error) => prop_assert!(error.at <= text.chars().count(), "{}", error),
        }
    }
}
