//! Positions, moves and sums as text.

use proptest::prelude::*;
use shuban_amazons::sum::{BoardSum, SumMove};
use shuban_amazons::{Army, Position, format_move, format_position, parse_move, parse_position};

use crate::common::any_subgame;

fn refusal(text: &str) -> (usize, String) {
    let error = parse_position(text).unwrap_err();
    (error.at, error.reason)
}

#[test]
fn positions_are_read_and_written() {
    let position = parse_position("X../.#O").unwrap();
    assert_eq!((position.height(), position.width()), (2, 3));
    assert_eq!(position.subgame().squares().len(), 5);
    assert_eq!(position.to_move(), Army::Black);
    assert_eq!(parse_position("B../.#W black"), Ok(position));
    assert_eq!(format_position(&position), "X../.#O");
    let white = position.with_to_move(Army::White);
    assert_eq!(format_position(&white), "X../.#O white");
    assert_eq!(parse_position("X../.#O white"), Ok(white));
}

#[test]
fn bad_positions_are_refused_with_the_place() {
    assert_eq!(refusal("X../.#"), (6, "row 2 from the top has 2 squares, the first has 3".into()));
    assert_eq!(refusal("X./..."), (6, "row 2 from the top has 3 squares, the first has 2".into()));
    assert_eq!(refusal("").0, 0);
    assert_eq!(refusal("../").0, 3);
    assert_eq!(refusal("X.?").0, 2);
    assert_eq!(refusal("X.x").0, 2);
    assert_eq!(refusal("XXXX.X"), (5, "black has more than 4 amazons".into()));
    assert_eq!(refusal("..........."), (10, "a board has at most 10 rows of 10 squares".into()));
    assert_eq!(refusal("./././././././././././.").0, 20);
    assert_eq!(refusal("X.. red").0, 4);
    assert_eq!(refusal("終X.. white").0, 0);
    assert_eq!(refusal("X..  ").0, 4);
    let (at, reason) = refusal("X.O + X.O");
    assert!(at == 4 && reason.contains("`solve amazons` takes sums"), "{reason}");
}

#[test]
fn moves_are_read_and_written() {
    let position = parse_position("X../.#O").unwrap();
    for action in position.subgame().moves(Army::Black) {
        let text = format_move(&position, &action);
        assert_eq!(parse_move(&position, &text), Ok(action));
    }
    let of = |text: &str| parse_move(&position, text).map_err(|error| (error.at, error.reason));
    assert!(of("a2-a1/a2").is_ok());
    assert_eq!(of("a1-a2/a1").unwrap_err(), (0, "there is no amazon of black's".into()));
    assert_eq!(of("a2-c1/a2").unwrap_err(), (3, "the amazon cannot get there".into()));
    assert_eq!(of("a2-a1/c2").unwrap_err(), (6, "the arrow cannot get there".into()));
    assert_eq!(of("a2-a1/a2x").unwrap_err().0, 6);
    assert_eq!(of("a2-a1").unwrap_err().0, 5);
    assert_eq!(of("a2/a1-a2").unwrap_err().0, 2);
    assert_eq!(of("a2-a1/a2/a1").unwrap_err(), (8, "the move ends here".into()));
    for bad in [
        "",
        "a",
        "終-a1/a1",
        "a2-終/a1",
        "d2-a1/a2",
        "a02-a1/a2",
        "a0-a1/a2",
        "a3-a1/a2",
        "a+2-a1/a2",
    ] {
        assert!(of(bad).is_err(), "{bad}");
    }
}

proptest! {
    #[test]
    fn every_position_round_trips(subgame in any_subgame(10, 10), white: bool) {
        let to_move = if white { Army::White } else { Army::Black };
        let position = Position::new(10, 10, subgame, to_move).unwrap();
        prop_assert_eq!(parse_position(&format_position(&position)), Ok(position));
        for action in subgame.moves(to_move) {
            prop_assert_eq!(parse_move(&position, &format_move(&position, &action)), Ok(action));
        }
    }

    #[test]
    fn no_text_makes_reading_panic(text in "[X.O#/ a-z終0-9-]{0,30}") {
        let _ = parse_position(&text);
        let _ = parse_move(&Position::start(), &text);
    }
}

fn sum_refusal(text: &str) -> (usize, String) {
    let error = BoardSum::parse(text).unwrap_err();
    assert_eq!(error.text, text);
    (error.at, error.reason)
}

#[test]
fn bad_sums_are_refused_with_the_place() {
    assert_eq!(sum_refusal("X.O +").0, 5);
    assert_eq!(sum_refusal("+ X.O").0, 0);
    assert_eq!(sum_refusal("").0, 0);
    assert_eq!(sum_refusal("X.O + ../...").0, 12);
    assert_eq!(sum_refusal("X.O white + X.O").0, 4);
    assert_eq!(sum_refusal("X.O +  X.O red").0, 11);
    assert_eq!(sum_refusal("XXXXX+.").1, "black has more than 4 amazons");
}

#[test]
fn moves_in_sums_name_their_board() {
    let sum = BoardSum::parse("X.O+X#.").unwrap();
    let action = parse_move(&sum.boards()[0], "a1-b1/a1").unwrap();
    assert_eq!(sum.format_move(&SumMove { board: 0, action }), "1:a1-b1/a1");
    let one = BoardSum::parse("X.O").unwrap();
    assert_eq!(one.format_move(&SumMove { board: 0, action }), "a1-b1/a1");
    assert_eq!(sum.regions().len(), 2);
}

proptest! {
    #[test]
    fn every_sum_round_trips(
        subgames in prop::collection::vec(any_subgame(4, 5), 1..4),
        white: bool,
    ) {
        let to_move = if white { Army::White } else { Army::Black };
        let boards =
            subgames.into_iter().map(|subgame| Position::new(5, 6, subgame, to_move).unwrap());
        let sum = BoardSum::new(boards, to_move);
        prop_assert_eq!(BoardSum::parse(&sum.to_string()), Ok(sum));
    }

    #[test]
    fn no_text_makes_reading_a_sum_panic(text in "[X.O#/+ 終a-z]{0,30}") {
        let _ = BoardSum::parse(&text);
    }
}
