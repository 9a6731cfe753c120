//! Positions, moves and sums as text.

use proptest::prelude::*;
use shuban_amazons::sum::{BoardSum, SumMove};
use shuban_amazons::{
    Army, Boards, Position, format_move, format_position, parse_move, parse_position,
};
use shuban_core::Game;

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
    assert_eq!(refusal("X..  red").0, 5);
    assert_eq!(refusal("X.. white 0").0, 10);
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
    assert_eq!(of("a2-a1/a2x").unwrap_err().0, 8);
    assert_eq!(of("a2-a1").unwrap_err().0, 5);
    assert_eq!(of("a2/a1-a2").unwrap_err().0, 2);
    assert_eq!(of("a2-a1/a2/a1").unwrap_err().0, 8);
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
    fn no_text_makes_reading_panic(text in "[X.O#/| a-zQP終0-9(),*-]{0,30}") {
        let _ = parse_position(&text);
        let _ = parse_move(&Position::start(), &text);
    }
}

/// The start of the game, in every form.
#[test]
fn boards_are_read_as_they_are_published() {
    let start = Position::start();
    for board in [
        "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1",
        "3b2b3/10/10/b8b/10/10/w8w/10/10/3w2w3 w 1",
        "...x..x...|..........|..........|x........x|..........|..........|o........o|..........\
         |..........|...o..o... White",
    ] {
        assert_eq!(parse_position(board), Ok(start), "{board}");
    }
    let position = parse_position("X.../.##O white").unwrap();
    for board in [
        "x...|.##o w",
        "x.../.*#o WHITE",
        "q3/1*pQ w - - 3 12",
        "b3/1xPw W 7",
        " X.../.##O\twhite",
        "X.../.##O  w  ",
        "\nX.../.##O w\r\n",
    ] {
        assert_eq!(parse_position(board), Ok(position), "{board}");
    }
    assert_eq!(parse_position(" X.../.##O "), Ok(position.with_to_move(Army::Black)));
    assert_eq!(BoardSum::parse("x.o + 1q/Q1 w").unwrap().to_string(), "X.O + .X/O. white");
}

#[test]
fn the_first_trouble_of_a_board_is_named() {
    for (text, at, part) in [
        ("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 x - - 0 1", 38, "`b` or `w`"),
        ("3q2q3/10/10/q7q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1", 15, "row 4 from the top has 9 squares"),
        ("3q2r3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1", 3, "numbers count empty squares"),
        ("3q2q3/11/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1", 6, "11 empty squares"),
        ("3q2q3/0/10 w - - 0 1", 6, "0 empty squares"),
        ("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w KQkq - 0 1", 40, "ends with who is to move"),
        ("qqqqq w", 4, "black has more than 4 amazons"),
        ("x..z|o...", 3, "`|` joins the rows"),
        ("hello", 0, "as in `X../.#O white`"),
        ("4x4", 0, "that of `amazons/4x4`"),
        ("", 0, "as in `X../.#O white`"),
        ("7x7", 0, "no start on it is known"),
        ("b1b2/w3", 7, "row 2 from the top has 4 squares"),
        ("b1-b4/b3 a4-a3/a4", 0, "`amazons/6x5`"),
        ("3X2/6", 0, "as in `X../.#O white`"),
    ] {
        let (found, reason) = refusal(text);
        assert!(found == at && reason.contains(part), "{text}: {found}, {reason}");
    }
}

#[test]
fn positions_of_a_board_with_a_name_are_of_its_size() {
    let game = Boards::new(10, 10).unwrap();
    for (text, at, part) in [
        ("d1-d7", 5, "a move is written as"),
        ("d1-d7(g7", 8, "a move is written as"),
        ("d1-d7/g7 g10-", 13, "a move is written as"),
        ("1. d1-d7/g7 2. g10-g8/d9/e9", 24, "a move is written as"),
        ("X..O", 0, "this board has 4 columns and 1 rows, one of amazons/10x10 10 and 10"),
    ] {
        let error = game.parse(text).unwrap_err();
        assert!(error.at == at && error.reason.contains(part), "{text}: {error}");
    }
    let plain = game.parse("d1-d7/g7 g10-g8/d8").unwrap();
    for text in ["1. d1-d7/g7 g10-g8/d8", "1 d1-d7/g7 2 g10-g8/d8", "1.d1-d7/g7 1...g10-g8/d8"] {
        assert_eq!(game.parse(text), Ok(plain), "{text}");
    }
    assert_eq!(game.parse(&game.format(&plain)), Ok(plain));
}

#[test]
fn moves_are_read_as_they_are_published() {
    let position = Position::start();
    let action = parse_move(&position, "d1-d7/g7").unwrap();
    let forms = [
        "d1-d7(g7)",
        "D1-D7/G7",
        "d1d7/g7",
        "d1-d7,g7",
        "d1d7,d7g7",
        "D1D7(G7)",
        "d1-d7,d7-g7",
        "D1-D7xG7",
        "d1d7Xg7",
    ];
    for form in forms {
        assert_eq!(parse_move(&position, form), Ok(action), "{form}");
        for (cut, _) in form.char_indices() {
            let error = parse_move(&position, &form[..cut]).unwrap_err();
            // A number that is cut may still be one.
            assert!(error.at <= cut, "{form} cut at {cut}: {error}");
        }
    }
    let refused = |text: &str| {
        let error = parse_move(&position, text).unwrap_err();
        (error.at, error.reason)
    };
    assert!(refused("Nf3").1.contains("a move is written as a1-b2/c3, a1-b2(c3)"));
    assert_eq!(refused("d1d7,d6g7").0, 5);
    assert_eq!(refused("d1-d7(g7").0, 8);
    assert_eq!(refused("d1-d7yg7").0, 5);
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
