//! Positions as people paste them from other programs.

use shuban_core::dice::Roll;
use shuban_core::present::Interchange;
use shuban_core::{Field, Fields, Game, Present, rephrased};
use shuban_gammon::{
    Cube, GameState, Gammon, Offer, Score, Variant, format_position, format_xgid_state,
    parse_position, parse_state,
};

use crate::{backgammon, half_gammon};

fn state(text: &str) -> GameState {
    parse_state(&backgammon(), text).unwrap_or_else(|error| panic!("{error}"))
}

fn xgid(text: &str) -> String {
    format_xgid_state(&backgammon(), &state(text)).unwrap()
}

#[test]
fn xgids_are_read_in_the_spellings_of_case_23() {
    let opening = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:1:0:10";
    let blog = "XGID=--bBBBCBBB--a-a---abbbbb--:1:-1:1:53:0:0:1:0:10";
    let ids = include_str!("../data/23-ids.txt");
    let read: Vec<String> = ids.lines().map(xgid).collect();
    assert_eq!(read[..3], [opening, opening, blog]);
    assert_eq!(read[3..], ids.lines().skip(3).collect::<Vec<_>>());
    assert_eq!(xgid(&opening.replace('-', "–")), opening);
    let copied = format!(
        "{opening}\n\nX:Player 1   O:Player 2\nScore is X:0 O:0. Unlimited Game\n \
         +13-14-15-16-17-18------19-20-21-22-23-24-+\n | X           O    |   | O\n"
    );
    assert_eq!(xgid(&copied), opening);
    // The ID's own errors stay: too few places, and no dice.
    for (text, reason) in [
        ("xgid=-b----E-C---eE---c-e----B:0:0:1:52", "25 places"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1", "up to the dice"),
        ("XGID=", "0 places"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:52 and more", "expected two dice"),
    ] {
        let error = parse_state(&backgammon(), text).unwrap_err();
        assert!(error.to_string().contains(reason), "{error}");
    }
}

#[test]
fn boards_are_read_with_the_points_counted_either_way() {
    let board = include_str!("../data/22-clockwise-board.txt");
    let read = state(board);
    assert_eq!(read, state("kQcAgEoDAAAAAA:UQngABAAIAAA"));
    assert_eq!(format_position(&backgammon(), &read.position), "1,2,3,5,6,6|1,4,6,6,6,6");
    let wrong = board.replacen("|                O |", "| O                |", 1);
    assert_ne!(wrong, board);
    let error = parse_state(&backgammon(), &wrong).unwrap_err();
    assert!(error.to_string().contains("the board shows"), "{error}");
}

#[test]
fn ogids_are_read() {
    let start = "11ccccchhhjjjjj:ooddddd88866666:N0N::W:IW:0:0:1:0";
    assert_eq!(state(start).position, state("XGID=-b----E-C---eE---c-e----B-:0:0:1:00").position);
    assert_eq!(state(start).score, Score { length: 1, points: [0, 0] });
    let later = "OGID=0jjj:dddp:B1O:31:B::2:6:7C:4";
    let read = state(later);
    assert_eq!(format_position(&backgammon(), &read.position), "13,13,13,bar|6,6,6,bar");
    assert_eq!((read.position.turn, read.roll), (1, Some(Roll::new(3, 1))));
    assert_eq!(read.cube, Cube { exponent: 1, owner: Some(1) });
    assert_eq!((read.offer, read.crawford), (Some(Offer::Double), true));
    assert_eq!(read.score, Score { length: 7, points: [2, 6] });
    for (text, reason) in [
        ("0jjj:dddp:W1P", "passed"),
        ("0jjj:jddd:N0N", "both sides on one point"),
        ("pjjj:dddp:N0N", "one that is borne off"),
        ("0jjj:dddp:N0N:71", "two dice"),
        ("0jjj:dddp:N0N::X", "W or B"),
        ("0jjj:dddp:N0N::W::9:0:7", "9 points have won"),
        ("ogid=0jjj:dddp:N", "owner, power and offer"),
    ] {
        let error = parse_state(&backgammon(), text).unwrap_err();
        assert!(error.to_string().contains(reason), "{text}: {error}");
    }
    assert!(parse_position(&backgammon(), later).unwrap_err().reason.contains("the cube has been"));
    assert!(parse_state(&half_gammon(), start).unwrap_err().reason.contains("24 points"));
}

/// The line of FIBS's own help.
const FIBS: &str = "board:You:someplayer:3:0:1:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:\
                    2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0";

#[test]
fn lines_of_fibs_are_read() {
    let read = state(FIBS);
    assert_eq!(read.position, state("XGID=-b----E-C---eE---c-e----B-:0:0:1:00").position);
    assert_eq!((read.roll, read.cube), (Some(Roll::new(6, 2)), Cube::CENTRED));
    assert_eq!(read.score, Score { length: 3, points: [0, 1] });
    // The same seen by X, who goes the other way, and is asked to take.
    let fields: Vec<&str> = FIBS.split(':').collect();
    let mut other: Vec<String> = fields.iter().map(|field| (*field).to_owned()).collect();
    other.splice(33..37, ["0", "0", "0", "0"].map(str::to_owned));
    (other[41], other[42]) = ("-1".to_owned(), "1".to_owned());
    (other[38], other[40]) = ("0".to_owned(), "1".to_owned());
    let read = state(&other.join(":"));
    assert_eq!((read.position.turn, read.offer), (1, Some(Offer::Double)));
    assert_eq!(read.position, state("XGID=-b----E-C---eE---c-e----B-:0:0:-1:00").position);
    for (field, to, reason) in [
        (32, "0", "the game is over"),
        (37, "3", "not the number of a cube"),
        (41, "0", "colour"),
        (7, "x", "expected a number of -15 to 15"),
        (12, "15", "more than 15 checkers"),
    ] {
        let mut fields = fields.clone();
        fields[field] = to;
        let error = parse_state(&backgammon(), &fields.join(":")).unwrap_err();
        assert!(error.to_string().contains(reason), "{error}");
    }
    assert!(parse_state(&backgammon(), "board:a:b:1").is_err());
}

#[test]
fn the_situation_is_told_in_words() {
    let game = Gammon::new(Variant::by_name("backgammon").unwrap());
    let told = |text: &str| {
        let facts: Fields = game.read_state(text).unwrap().1;
        facts.iter().find(|field| field.name == "situation").and_then(Field::long_text)
    };
    let board = "XGID=-b----E-C---eE---c-e----B-";
    for (fields, words) in [
        (
            ":1:-1:1:52:2:6:1:7:10",
            "X to play 5-2; a cube of 2, of O; match to 7, X 2, O 6, the Crawford game",
        ),
        (
            ":0:0:-1:D:0:0:3:0:10",
            "O to roll, a double is offered; a cube of 1, in the middle; for money, Jacoby's rule and beavers",
        ),
    ] {
        assert_eq!(told(&format!("{board}{fields}")).as_deref(), Some(words));
    }
    assert_eq!(told(&format!("{board}:0:0:1:00")), None);
    assert_eq!(told(&game.format(&Present::start(&game))), None);
}

#[test]
fn situations_are_told_in_japanese() {
    let game = Gammon::new(Variant::by_name("backgammon").unwrap());
    let phrases = game.japanese().phrases;
    for rest in [
        "0:0:1:52:2:3:0:7:10",
        "0:0:-1:00:2:3:0:7:10",
        "1:1:1:D:0:0:0:0:10",
        "1:-1:1:00:0:0:3:0:10",
        "0:0:1:00:0:0:1:0:10",
        "0:0:1:61:6:3:1:7:10",
    ] {
        let facts = game.read_state(&format!("XGID=-b----E-C---eE---c-e----B-:{rest}")).unwrap().1;
        let told = facts.iter().find(|field| field.name == "situation").unwrap();
        let told = told.long_text().unwrap();
        let said = rephrased(&[phrases], &told);
        let mut left = said.chars().filter(char::is_ascii_alphabetic);
        assert!(left.all(|c| "XO".contains(c)), "{told}: {said}");
    }
}
