//! XGIDs.

use proptest::prelude::*;
use shuban_core::dice::Roll;
use shuban_gammon::{
    Cube, GameState, Offer, Position, Score, Won, format_position, format_xgid, format_xgid_state,
    parse_position, parse_xgid, parse_xgid_state,
};

use crate::{ON_24_POINTS, backgammon, half_gammon, position_of, state_of};

const START: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";

#[test]
fn the_start_is_read_and_written() {
    let start = Position::new(backgammon().start(), backgammon().start());
    assert_eq!(format_xgid(&backgammon(), &start, None).unwrap(), START);
    assert_eq!(parse_xgid(&backgammon(), START), Ok((start, None)));
    assert_eq!(parse_position(&backgammon(), START), Ok(start));
    let rolled = START.replace(":1:00:", ":-1:13:");
    let roll = Some(Roll::new(3, 1));
    assert_eq!(parse_xgid(&backgammon(), &rolled), Ok((Position { turn: 1, ..start }, roll)));
}

#[test]
fn a_cube_and_a_match_are_refused_and_a_game_for_money_is_read() {
    let read = |fields: &str| {
        let position = START.split(':').next().unwrap();
        parse_xgid(&backgammon(), &format!("{position}:{fields}")).map(|read| read.1)
    };
    for (fields, at, reason) in [
        ("1:1:1:00:0:0:0:0:10", 32, "the cube has been turned"),
        ("0:-1:1:00:0:0:0:0:10", 34, "the cube has been turned"),
        ("0:0:1:D:0:0:0:0:10", 38, "the cube is being offered"),
        ("0:0:1:31:2:4:0:7:10", 47, "a match to 7"),
    ] {
        let error = read(fields).unwrap_err();
        assert!(error.at == at && error.reason.contains(reason), "{error}");
    }
    assert_eq!(read("0:0:1:31:3:0:3:0:10"), Ok(Some(Roll::new(3, 1))));
    assert_eq!(read("0:0:1:31"), Ok(Some(Roll::new(3, 1))));
}

/// Today's refusal of a cube is one of values alone: the whole state is read and written.
#[test]
fn the_cube_and_the_score_are_read_and_written() {
    let read = |fields: &str| {
        let position = START.split(':').next().unwrap();
        let text = format!("{position}:{fields}");
        let state = parse_xgid_state(&backgammon(), &text).unwrap();
        assert_eq!(format_xgid_state(&backgammon(), &state).unwrap(), text);
        state
    };
    // Posted for a match to 7 at 6-4, in the Crawford game.
    let crawford = read("0:0:1:31:6:4:1:7:10");
    assert_eq!(crawford.score, Score { length: 7, points: [6, 4] });
    assert!(crawford.crawford && crawford.cube == Cube::CENTRED && crawford.offer.is_none());
    let owned = read("1:-1:1:52:0:0:0:5:10");
    assert_eq!(owned.cube, Cube { exponent: 1, owner: Some(1) });
    assert_eq!(owned.cube.value(), 2);
    assert_eq!(read("2:1:-1:D:3:0:0:9:10").offer, Some(Offer::Double));
    let money = read("0:0:1:64:0:0:3:0:10");
    assert!(money.jacoby && money.beavers && !money.crawford);
    assert_eq!(read("0:0:1:00:0:0:0:0:0").cube_limit, 0);
    // Omitted fields are those of a game for money.
    let short = parse_xgid_state(&backgammon(), &format!("{}:1:1:1:31", &START[..31])).unwrap();
    assert_eq!((short.score.length, short.cube.owner), (0, Some(0)));
    let given_up = GameState { offer: Some(Offer::Resignation(Won::Single)), ..short };
    assert_eq!(format_xgid_state(&backgammon(), &given_up), None);
}

#[test]
fn impossible_states_are_refused_with_the_place() {
    for (fields, at, reason) in [
        ("16:0:1:31", 32, "at most 15"),
        ("1:2:1:31", 34, "1, 0 or -1"),
        ("0:0:1:X:0:0:0:0:10", 38, "two dice of 1 to 6"),
        ("0:0:1:31:7:0:0:7:10", 41, "7 points have won a match to 7"),
        ("0:0:1:31:0:9:0:7:10", 43, "9 points have won a match to 7"),
        ("0:0:1:31:5:3:1:7:10", 45, "neither side is one point from winning"),
        ("0:0:1:31:6:3:2:7:10", 45, "expected 1 for the Crawford game"),
        ("0:0:1:31:0:0:4:0:10", 45, "at most 3"),
        ("0:0:1:31:0:0:0:99999:10", 47, "at most 32767"),
        ("0:0:1:31:0:0:0:-1:10", 47, "expected a number"),
    ] {
        let text = format!("{}:{fields}", &START[..31]);
        let error = parse_xgid_state(&backgammon(), &text).unwrap_err();
        assert!(error.at == at && error.reason.contains(reason), "{error}");
    }
}

#[test]
fn each_side_counts_from_its_own_edge() {
    let of = |turn: &str| {
        let text = format!("XGID=aB-a{}A:0:0:{turn}:00", "-".repeat(21));
        format_position(&backgammon(), &parse_position(&backgammon(), &text).unwrap())
    };
    assert_eq!(of("1"), "1,1,bar|22,bar");
    assert_eq!(of("-1"), "22,bar|1,1,bar");
}

#[test]
fn what_is_no_xgid_is_refused_with_the_place_and_the_reason() {
    let cases: [(&str, usize, &str); 13] = [
        ("-b----E-C---eE---c-e----B-:0:0:1:00", 0, "begins with `XGID=`"),
        ("XGID=", 5, "0 places; a board takes 26"),
        ("XGID=-b----E-C---eE---c-e----B:0:0:1:00", 30, "25 places"),
        ("XGID=-b----E-C---eE---c-e----B--:0:0:1:00", 31, "more than 26 places"),
        ("XGID=-b----E-C---eE---c-e----Z-:0:0:1:00", 29, "`Z` is neither"),
        ("XGID=Ab----E-C---eE---c-e------:0:0:1:00", 5, "the other side's bar"),
        ("XGID=-b----E-C---eE---c-e----Ba:0:0:1:00", 30, "the other side's bar"),
        ("XGID=-b----E-C---eE---c-e----C-:0:0:1:00", 29, "more than 15 checkers"),
        ("XGID=--------------------------:0:0:1:00", 5, "both sides have borne off everything"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:2:00", 36, "expected 1 or -1"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:71", 38, "two dice of 1 to 6"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1", 37, "4 fields; up to the dice it takes 5"),
        ("XGID=-b----E-C---eE---c-e----B-:x:0:1:00", 32, "expected a number"),
    ];
    for (text, at, reason) in cases {
        let error = parse_xgid(&backgammon(), text).unwrap_err();
        assert!(error.at == at && error.reason.contains(reason), "{error}");
    }
    assert!(
        parse_xgid(&backgammon(), &format!("{START}:1")).unwrap_err().reason.contains("10 fields")
    );
    let half_gammon = half_gammon();
    assert!(parse_xgid(&half_gammon, START).unwrap_err().reason.contains("half-gammon has 12"));
    let position = Position::new(half_gammon.start(), half_gammon.start());
    assert_eq!(format_xgid(&half_gammon, &position, None), None);
}

proptest! {
    #[test]
    fn every_state_is_read_as_it_was_written((variant, state) in state_of()) {
        if let Some(text) = format_xgid_state(&variant, &state) {
            prop_assert_eq!(parse_xgid_state(&variant, &text), Ok(state), "{}", text);
        }
    }

    #[test]
    fn any_fields_are_read_or_refused(fields in "([0-9D:-]|\\PC){0,24}") {
        let text = format!("{}{fields}", &START[..31]);
        if let Err(error) = parse_xgid_state(&backgammon(), &text) {
            prop_assert!(error.at <= text.chars().count(), "{}", error);
        }
    }

    #[test]
    fn every_position_and_roll_is_read_as_it_was_written(
        (variant, position, roll) in position_of(&ON_24_POINTS), rolled: bool,
    ) {
        let roll = rolled.then_some(roll);
        let text = format_xgid(&variant, &position, roll).unwrap();
        prop_assert_eq!(parse_xgid(&variant, &text), Ok((position, roll)));
    }
}
