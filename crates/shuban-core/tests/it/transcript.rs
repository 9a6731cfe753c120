//! Lists of moves as text.

use proptest::prelude::*;
use shuban_core::present::transcript::{
    MoveList, StatedResult, Transcript, check_number, move_number,
};

/// Reads lists of moves that are a letter and a digit; `a0` begins a game.
fn read(text: &str) -> Vec<Transcript> {
    let is_move = |word: &str| {
        let mut all = word.chars();
        let (letter, digit) = (all.next(), all.next());
        letter.is_some_and(|c| c.is_ascii_lowercase())
            && digit.is_some_and(|c| c.is_ascii_digit())
            && all.next().is_none()
    };
    let list = MoveList {
        is_move: &is_move,
        is_begun: &|word| word == "a-",
        is_first: &|word| word == "a0",
        seats: &[&["white"], &["black"]],
        first: 1,
        game: &|line| (line == "the game").then(|| "game".to_owned()),
    };
    list.read(text)
}

/// Returns the moves of each game, joined, and its result.
fn games(text: &str) -> Vec<(String, Option<StatedResult>)> {
    let moves = |game: &Transcript| {
        let moves: Vec<&str> = game.moves.iter().map(|made| made.text.as_str()).collect();
        assert_eq!(game.flaw, None, "{text}");
        moves.join(" ")
    };
    read(text).iter().map(|game| (moves(game), game.result)).collect()
}

#[test]
fn lists_are_read_with_numbers_and_without() {
    let gave_up = Some(StatedResult::MoverGaveUp);
    for text in [
        "1 b1 2 c2 3 d3",
        "1. b1 c2 2. d3",
        "1.b1 1...c2 2.d3",
        "1 b1\n 2 c2 ; 3 e4 is better\n   ; so it is\n3 d3\n\nAll went well: d3 was best.\n",
        "b1 c2 d3",
        "\u{feff}b1 c2\r\nd3\r\n",
        "b1 c2\nWhy not e4?\nd3",
        "1 word before\nb1 c2 d3",
        "1 b1\n2 c2\n5 minutes later:\n3 d3",
    ] {
        let text = text.trim_start_matches('\u{feff}');
        assert_eq!(games(text), [("b1 c2 d3".to_owned(), None)], "{text}");
    }
    assert_eq!(games("1 b1\n2 Resign"), [("b1".to_owned(), gave_up)]);
    // The seat that begins has won, whatever its number.
    assert_eq!(games("b1 1-0"), [("b1".to_owned(), Some(StatedResult::Won(1)))]);
    assert_eq!(games("b1 0-1"), [("b1".to_owned(), Some(StatedResult::Won(0)))]);
    // A result that is stated twice ends one game.
    assert_eq!(games("b1 resigns 1-0"), [("b1".to_owned(), Some(StatedResult::Won(1)))]);
    assert_eq!(games("b1 c2 RESIGN\nb1 DRAW").len(), 2);
    assert_eq!(games("a0 c2\na0 d2 a0").len(), 3);
    assert_eq!(games("b1 c2\n\nb1").len(), 2);
    assert_eq!(games("b1 c2\n# the next\nb1").len(), 2);
    assert_eq!(games("1 b1 2 c2\n\n3 d3\n\nb1 c2").len(), 2);
    assert_eq!(games("1 b1 2 c2 1 b1").len(), 2);
    assert_eq!(games("a0\nresign"), [("a0".to_owned(), gave_up)]);
    assert_eq!(games("nothing here\n13 and more\nResign"), []);
}

#[test]
fn headers_name_players_game_and_start() {
    let text =
        "White: Ann\nBlack: Ben\n#1\nthe game\n1 b1\n2 c2\n#2\nPosition: x\n1 d1\nBlack: Cy\nb1";
    let games = read(text);
    let told = |game: &Transcript| (game.players.join("-"), game.game.clone(), game.start.clone());
    let (ann, name) = ("Ann-Ben".to_owned(), Some("game".to_owned()));
    assert_eq!(told(&games[0]), (ann.clone(), name.clone(), None));
    assert_eq!(told(&games[1]), (ann.clone(), name.clone(), Some("x".to_owned())));
    assert_eq!(told(&games[2]), ("Ann-Cy".to_owned(), name.clone(), None));
    assert_eq!([games[0].line, games[1].line, games[2].line], [5, 9, 11]);
    // Within numbered moves such a line is a comment.
    let games = read("the game\nWhite: Ann\nBlack: Ben\n1 b1\nBlack: thinks long\n2 c2");
    assert_eq!((games.len(), told(&games[0])), (1, (ann, name, None)));
}

#[test]
fn what_cannot_be_followed_is_named_with_its_line() {
    let flaw = |text: &str| read(text)[0].flaw.clone().unwrap();
    assert_eq!(flaw("1 b1\n3 c2"), (2, "move 2 is expected, not 3".to_owned()));
    assert_eq!(flaw("b1\nc2 what"), (2, "`what` is not written as a move".to_owned()));
    assert_eq!(flaw("1 b1\n2 d99 ; a slip\n3 e1").0, 2);
    for text in ["1 b1 2 a- 3 c2", "b1 a- c2", "b1\na-\nc2", "b1\n2 a-\nc2"] {
        assert_eq!(flaw(text).1, "`a-` is not written as a move", "{text}");
        assert_eq!(read(text)[0].sound, Some(1), "{text}");
    }
    // The games beside it are sound.
    for text in ["1 a-\n1 b1 2 c2", "1 b1 2 c2\n\na-", "1 b1 2 c2\n\na-\n\n1 d1"] {
        assert!(read(text).iter().any(|game| game.flaw.is_none()), "{text}");
    }
    assert_eq!([move_number("12."), move_number("a"), move_number("")], [Some(12), None, None]);
    assert!(check_number(2, 2).is_ok() && check_number(3, 2).is_ok());
}

proptest! {
    #[test]
    fn no_text_makes_reading_panic(text in "[a-c0-3.;#:\n Rr終]{0,60}") {
        let moves: usize = read(&text).iter().map(|game| game.moves.len()).sum();
        prop_assert!(moves <= text.len());
    }
}

#[test]
fn a_long_text_without_a_move_is_given_up_soon() {
    let prose = "A word of prose.\n".repeat(1 << 13);
    assert_eq!(games(&(prose.clone() + "1. a0 2. b1")), []);
    let (short, last) = (&prose[..1 << 12], "\n\n1. a0 2. b1");
    assert_eq!(games(&(short.to_owned() + last)).len(), 1);
    // Once it has begun, a list may be as long as it likes.
    assert_eq!(games(&format!("1. a0\n{prose}\n# more{last}")).len(), 2);
}

#[test]
fn a_list_may_begin_just_behind_the_longest_head() {
    let head = "x".repeat(1 << 16);
    assert_eq!(games(&format!("{head}\na0 b1")).len(), 1);
    assert_eq!(games(&format!("{head}x\na0 b1")), []);
}

#[test]
fn moves_are_read_up_to_as_many_as_are_kept() {
    let text = "b1 ".repeat(1 << 20) + "\nb1\nb1";
    let reason = "at most 1048576 moves are read".to_owned();
    assert_eq!(read(&text)[0].flaw, Some((2, reason)));
}
