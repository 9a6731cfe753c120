//! Amazons on the command line.

mod common;

use common::shuban;
use serde_json::Value as Json;

/// Three regions, one of them without amazons.
const CUT: &str = "X..#../O..#.X/#####O/..####";

fn texts(list: &Json) -> Vec<&str> {
    let list = list.as_array().unwrap_or_else(|| panic!("no array: {list}"));
    list.iter().map(|text| text.as_str().unwrap()).collect()
}

#[test]
fn a_board_is_shown_with_its_regions_and_moves() {
    let data = tempfile::tempdir().unwrap();
    let white = format!("{CUT} white");
    let shown = shuban(data.path(), &["show", "amazons", &white, "--json"]).with_code(0).json();
    assert_eq!((&shown["position"], &shown["to_move"]), (&white.into(), &1.into()));
    assert!(shown["outcome"].is_null() && shown.get("rolls").is_none());
    let moves = texts(&shown["moves"]);
    assert_eq!((moves.len(), moves[0]), (15, "a3-b4/c4"));
    let text = shuban(data.path(), &["show", "amazons", CUT]).with_code(0).out;
    for part in ["X to move", "6 squares at a4: 1 X, 1 O", "2 squares at a1: 0 X, 0 O", "moves  a4-b4/"] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    let over = shuban(data.path(), &["show", "amazons", "XO#..", "--json"]).with_code(0).json();
    assert_eq!((&over["outcome"], texts(&over["moves"]).len()), (&"lost".into(), 0));
}

#[test]
fn a_picture_is_drawn_of_the_position_as_it_lies() {
    let data = tempfile::tempdir().unwrap();
    let to = data.path().join("board.svg");
    let drawn = ["draw", "amazons", "O#./..X", "--to", to.to_str().unwrap(), "--json"];
    assert_eq!(shuban(data.path(), &drawn).with_code(0).json()["position"], "O#./..X");
    let svg = std::fs::read_to_string(&to).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("amazons O#./..X"));
}

#[test]
fn moves_from_the_start_are_counted_and_compared() {
    let data = tempfile::tempdir().unwrap();
    let counts = shuban(data.path(), &["perft", "amazons", "--plies", "2", "--json"]).with_code(0).json();
    assert_eq!(
        (&counts["plies"][0]["sequences"], &counts["plies"][1]["sequences"]),
        (&2_176.into(), &4_307_152.into())
    );
    let check = ["check", "amazons", "--pairs", "5000", "--json"];
    let checked = shuban(data.path(), &check).with_code(0).json();
    assert!(checked["plays"].as_u64().unwrap() > 50_000);
}

#[test]
fn bad_boards_are_refused_with_the_place() {
    let data = tempfile::tempdir().unwrap();
    for (board, reason) in [
        ("", "a row has no squares (at character 1"),
        ("X../.#", "row 2 from the top has 2 squares, the first has 3 (at character 7"),
        ("X.a", "`a` is no square"),
        ("XXXX.X", "black has more than 4 amazons (at character 6"),
        ("OO/O./OO", "white has more than 4 amazons"),
        ("X..........", "at most 10 rows of 10 squares"),
        ("X.O red", "who is to move"),
    ] {
        for command in ["show", "probe"] {
            let ran = shuban(data.path(), &[command, "amazons", board, "--json"]).with_code(2);
            assert_eq!(ran.json()["kind"], "bad-position");
            assert!(ran.err.contains(reason), "{board}: {}", ran.err);
        }
    }
}

#[test]
fn there_are_no_dice_in_amazons() {
    let data = tempfile::tempdir().unwrap();
    let ran = shuban(data.path(), &["probe", "amazons", "X.O", "--roll", "3-1", "--json"]).with_code(2);
    assert_eq!(ran.json()["kind"], "bad-roll");
    assert!(ran.err.contains("nothing is rolled in amazons"), "{}", ran.err);
}
