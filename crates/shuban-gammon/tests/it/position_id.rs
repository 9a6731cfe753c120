//! GNU Backgammon's position IDs.

use proptest::prelude::*;
use shuban_core::Present;
use shuban_core::checkers::Checkers;
use shuban_core::dice::Roll;
use shuban_gammon::{
    Cube, GameState, Gammon, Offer, Position, Score, Won, format_gnubg_board, format_match_id,
    format_position, format_position_id, parse_move, parse_position, parse_position_id,
    parse_position_id_state,
};

use crate::{ON_24_POINTS, backgammon, half_gammon, position_of, state_of, variant};

#[test]
fn known_ids_are_read_and_written() {
    let start = Position::new(backgammon().start(), backgammon().start());
    assert_eq!(format_position_id(&backgammon(), &start).unwrap(), "4HPwATDgc/ABMA");
    assert_eq!(parse_position(&backgammon(), " 4HPwATDgc/ABMA "), Ok(start));
    // Published with the play 21/17*(2) 11/7(2) of a 4-4 and the pips 167 and 152.
    let position = parse_position(&backgammon(), "sG/BgCGMM+YAIw").unwrap();
    assert_eq!(
        format_position(&backgammon(), &position),
        "3,3,6,6,6,8,8,11,11,13,13,13,21,21,24|5,5,6,6,6,6,6,7,7,8,13,13,20,20,24"
    );
    assert_eq!((position.mover.pips(), position.opponent.pips()), (167, 152));
    let text = "21/17*(2) 11/7(2)";
    assert!(parse_move(&backgammon(), &position, Roll::new(4, 4), text).is_ok());
}

#[test]
fn ids_are_read_with_their_names_and_their_dice() {
    let start = Position::new(backgammon().start(), backgammon().start());
    let rolled = (start, Some(Roll::new(5, 2)));
    let game = Gammon::new(backgammon());
    for text in [
        "GNUBGID 4HPwATDgc/ABMA:cIkKAAAAAAAA",
        "GNUBG ID: 4HPwATDgc/ABMA:cIkKAAAAAAAA",
        "Position ID: 4HPwATDgc/ABMA Match ID: cIkKAAAAAAAA",
        "Position ID: 4HPwATDgc/ABMA\n   Match ID   : cIkKAAAAAAAA ",
        "4HPwATDgc/ABMA:cIkKAAAAAAAA",
    ] {
        let read = game.read(text).unwrap();
        assert_eq!((read.position, read.chance), rolled, "{text}");
    }
    for text in ["GNUBGID=4HPwATDgc/ABMA", "Position ID: 4HPwATDgc/ABMA"] {
        let read = game.read(text).unwrap();
        assert_eq!((read.position, read.chance), (start, None), "{text}");
    }
}

#[test]
fn what_is_no_id_is_refused_with_the_place_and_the_reason() {
    let cases: [(&str, usize, &str); 13] = [
        ("4HPwATDgc/ABM", 13, "an ID of 13 characters; it takes 14"),
        ("4HPwATDgc/ABMAA", 14, "more than 14 characters"),
        (" 4HPw!TDgc/ABMA", 5, "`!` is no character"),
        ("//////////////", 0, "not the key of a position"),
        ("4HPwATDgc/ABMB", 0, "not the key of a position"),
        ("AAAAAAAAAAAAAA", 0, "both sides have borne off everything"),
        ("AQAAAAAAAAAAAA:cAnyAAAAGAA", 26, "an ID of 11 characters"),
        ("4HPwATDgc/ABMA:cIkeAAAAAAAA", 15, "dice"),
        ("4HPwATDgc/ABMA:cAnyAAAAGAAé", 26, "`é`"),
        ("4HPwATDgc/ABMA 4", 15, "expected a match ID or the end, found `4`"),
        // Centred cubes begin with bits of 3 in the owner's place.
        ("4HPwATDgc/ABMA:cAnyAAAAGAAA", 15, "a match to 7"),
        ("GNUBGID 4HPwATDgc/ABMA:QYkKAAAAAAAA", 23, "the cube has been turned"),
        ("4HPwATDgc/ABMA:cBkAAAAAAAAA", 15, "the cube is being offered"),
    ];
    for (text, at, reason) in cases {
        let error = parse_position_id(&backgammon(), text).unwrap_err();
        assert!(error.at == at && error.reason.contains(reason), "{error}");
    }
    let half_gammon = half_gammon();
    let error = parse_position(&half_gammon, "4HPwATDgc/ABMA").unwrap_err();
    assert!(error.reason.contains("24 points; half-gammon has 12"), "{error}");
    assert_eq!(
        format_position_id(&half_gammon, &Position::new(half_gammon.start(), half_gammon.start())),
        None
    );
    let hypergammon = variant("hypergammon");
    assert!(
        parse_position_id(&hypergammon, "4HPwATDgc/ABMA")
            .unwrap_err()
            .reason
            .contains("hypergammon has 3")
    );
}

#[test]
fn match_ids_are_read_and_written_whole() {
    let read = |id: &str| {
        let state =
            parse_position_id_state(&backgammon(), &format!("4HPwATDgc/ABMA:{id}")).unwrap();
        (state, format_match_id(&backgammon(), &state).unwrap())
    };
    // The example of GNU Backgammon's manual: a match to 9 at 2-4, player 0 holds a 2-cube, and
    // player 1 has rolled 5-2.
    let (state, written) = read("QYkqASAAIAAA");
    assert_eq!(state.score, Score { length: 9, points: [4, 2] });
    assert_eq!(state.cube, Cube { exponent: 1, owner: Some(1) });
    assert_eq!((state.roll, state.position.turn), (Some(Roll::new(5, 2)), 0));
    // In newer versions a last bit is set without Jacoby's rule.
    assert_eq!(written, "QYkqASAAIAAE");
    assert_eq!(read("QYkqASAAIAAE"), (state, written));
    let (state, written) = read("cAkAAAAAAAAE");
    assert_eq!((state, &*written), (GameState::of(state.position, None), "cAkAAAAAAAAE"));
    assert!(read("cAkAAAAAAAAA").0.jacoby);
    assert_eq!(read("cBkAAAAAAAAA").0.offer, Some(Offer::Double));
}

#[test]
fn match_ids_of_no_game_are_refused() {
    let start = Position::new(backgammon().start(), backgammon().start());
    let id = |state: &GameState| {
        let id = format_match_id(&backgammon(), state).unwrap();
        parse_position_id_state(&backgammon(), &format!("4HPwATDgc/ABMA:{id}"))
    };
    let state = GameState::of(start, None);
    let money = GameState { crawford: true, ..state };
    let over = GameState { score: Score { length: 5, points: [1, 5] }, ..state };
    let far = GameState { score: Score { length: 5, points: [1, 3] }, crawford: true, ..state };
    for (state, reason) in [
        (money, "the Crawford game of games for money"),
        (over, "5 points have won a match to 5"),
        (far, "neither side is one point from winning"),
    ] {
        let error = id(&state).unwrap_err();
        assert!(error.at == 15 && error.reason.contains(reason), "{error}");
    }
    // The owner of the cube is not a player; the game is over; two offers at once.
    for (bad, reason) in [
        ("YAkAAAAAAAAA", "2 for the owner"),
        ("cAoAAAAAAAAA", "the game is over"),
        ("cDkAAAAAAAAA", "both a double and a resignation"),
    ] {
        let text = format!("4HPwATDgc/ABMA:{bad}");
        let error = parse_position_id_state(&backgammon(), &text).unwrap_err();
        assert!(error.at == 15 && error.reason.contains(reason), "{error}");
    }
    let beaver = GameState { offer: Some(Offer::Beaver), ..state };
    assert_eq!(format_match_id(&backgammon(), &beaver), None);
    // Scores have 15 bits.
    for (length, points, is_written) in
        [(0x7fff, 0x7ffe, true), (0x8000, 0, false), (0, 0x7fff, true), (0, 0x8000, false)]
    {
        let score = Score { length, points: [0, points] };
        let state = GameState { score, offer: None, ..beaver };
        let id = format_match_id(&backgammon(), &state);
        assert_eq!(id.is_some(), is_written, "{length}, {points}: {id:?}");
    }
    let gammon = GameState { offer: Some(Offer::Resignation(Won::Gammon)), ..state };
    assert_eq!(id(&gammon), Ok(gammon));
}

#[test]
fn the_board_of_gnubg_is_written_and_read() {
    let position = parse_position(&backgammon(), "6,6,6,6,6,6,6,bar|1,1,3,24,bar,bar").unwrap();
    let state = GameState {
        cube: Cube { exponent: 1, owner: Some(0) },
        score: Score { length: 7, points: [2, 3] },
        ..GameState::of(Position { turn: 1, ..position }, Some(Roll::new(3, 1)))
    };
    let board = format_gnubg_board(&backgammon(), &state).unwrap();
    insta::assert_snapshot!("gnubg-board", board);
    assert_eq!(parse_position_id_state(&backgammon(), &board), Ok(state));
    let start = Position::new(backgammon().start(), backgammon().start());
    let board = format_gnubg_board(&backgammon(), &GameState::of(start, None)).unwrap();
    insta::assert_snapshot!("gnubg-board-start", board);
    // Without the match ID it is the position alone.
    let lines: Vec<&str> = board.lines().filter(|line| !line.contains("Match ID")).collect();
    assert_eq!(parse_position(&backgammon(), &lines.join("\n")), Ok(start));
    // A board that was changed by hand is not what its ID says.
    let other = board.replacen("X", " ", 1);
    let error = parse_position_id_state(&backgammon(), &other).unwrap_err();
    assert!(error.reason.contains("the board shows"), "{error}");
}

#[test]
fn both_sides_on_one_point_are_refused() {
    let shared = Position::new(Checkers::from_places([3, 5]), Checkers::from_places([20]));
    let id = format_position_id(&backgammon(), &shared).unwrap();
    let error = parse_position_id(&backgammon(), &id).unwrap_err();
    assert!(error.reason.contains("both sides on one point, 5"), "{error}");
}

proptest! {
    #[test]
    fn every_position_of_24_points_is_read_as_it_was_written(
        (variant, position, _) in position_of(&ON_24_POINTS),
    ) {
        let position = Position { turn: 0, ..position };
        let id = format_position_id(&variant, &position).unwrap();
        prop_assert_eq!(parse_position(&variant, &id), Ok(position));
    }

    #[test]
    fn every_state_is_read_as_it_was_written((variant, state) in state_of()) {
        // Match IDs do not have beavers and the highest cube.
        let state = GameState { beavers: false, cube_limit: 10, ..state };
        if let Some(match_id) = format_match_id(&variant, &state) {
            let id = format_position_id(&variant, &state.position).unwrap();
            let text = format!("{id}:{match_id}");
            prop_assert_eq!(parse_position_id_state(&variant, &text), Ok(state), "{}", text);
            let board = format_gnubg_board(&variant, &state).unwrap();
            prop_assert_eq!(parse_position_id_state(&variant, &board), Ok(state), "{}", board);
        }
    }

    #[test]
    fn every_match_id_that_is_read_is_written_alike(id in "[A-Za-z0-9+/]{11}[A-H]") {
        let text = format!("4HPwATDgc/ABMA:{id}");
        if let Ok(state) = parse_position_id_state(&backgammon(), &text) {
            let written = format_match_id(&backgammon(), &state).unwrap();
            let again = parse_position_id_state(&backgammon(), &format!("4HPwATDgc/ABMA:{written}"));
            prop_assert_eq!(again, Ok(state));
        }
    }

    #[test]
    fn every_id_that_is_read_is_written_alike(id in "[A-Za-z0-9+/]{13}[AQgw]") {
        // Few random keys are positions; those of few checkers are.
        if let Ok((position, _)) = parse_position_id(&backgammon(), &id) {
            prop_assert_eq!(format_position_id(&backgammon(), &position), Some(id));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,30}") {
        if let Err(error) = parse_position_id(&backgammon(), &text) {
            prop_assert!(error.at <= text.chars().count(), "{}", error);
        }
    }
}
