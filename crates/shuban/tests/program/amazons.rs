//! Amazons on the command line.

use crate::common::{shuban, with_input};
use serde_json::{Value as Json, json};

/// Three regions, one of them without amazons.
const CUT: &str = "X..#../O..#.X/#####O/..####";

/// Returns the names of the moves of an answer.
pub(crate) fn moves(answer: &Json) -> Vec<&str> {
    let list = answer["moves"].as_array().unwrap_or_else(|| panic!("no moves: {answer}"));
    list.iter().map(|play| play["move"].as_str().unwrap()).collect()
}

pub(crate) fn probe(data: &tempfile::TempDir, target: &str, position: &str) -> Json {
    shuban(data.path(), &["probe", target, position, "--json"]).with_code(0).json()
}

#[test]
fn a_board_is_shown_with_its_regions_and_moves() {
    let data = tempfile::tempdir().unwrap();
    let white = format!("{CUT} white");
    let shown = shuban(data.path(), &["show", "amazons", &white, "--json"]).with_code(0).json();
    assert_eq!((&shown["position"], &shown["seat"]), (&white.into(), &1.into()));
    assert!(shown["outcome"].is_null() && shown.get("rolls").is_none());
    let names = moves(&shown);
    assert_eq!((names.len(), names[0]), (15, "a3-b4/c4"));
    assert_eq!(shown["moves"][0]["after"], "XO##../...#.X/#####O/..####");
    let text = shuban(data.path(), &["show", "amazons", CUT]).with_code(0).out;
    for part in
        ["X to move", "6 squares at a4: 1 X, 1 O", "2 squares at a1: 0 X, 0 O", "moves  a4-b4/"]
    {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    let over = shuban(data.path(), &["show", "amazons", "XO#..", "--json"]).with_code(0).json();
    assert_eq!((&over["outcome"], moves(&over).len()), (&"lost".into(), 0));
}

#[test]
fn the_game_on_10_by_10_is_shown() {
    let data = tempfile::tempdir().unwrap();
    let text = shuban(data.path(), &["show", "amazons/10x10"]).with_code(0).out;
    insta::assert_snapshot!("show-amazons-10x10", text);
}

#[test]
fn a_strong_player_wins_on_large_boards_and_goes_by_estimates_there() {
    let data = tempfile::tempdir().unwrap();
    for (game, player, other) in [
        ("amazons/10x10", "strong", "random"),
        ("amazons/8x8", "casual", "random"),
        ("amazons/8x8", "strong", "casual"),
    ] {
        // At the start there are more moves than nodes.
        let arguments = ["match", game, player, other, "--games", "2", "--nodes", "900", "--json"];
        let found = shuban(data.path(), &arguments).with_code(0).json();
        let player = &found["pairings"][0]["players"][0];
        assert_eq!(player["wins"], 2, "{found}");
        assert!(player["moves"]["estimate"].as_u64() > Some(15), "{found}");
        assert_eq!(player["moves"]["random"], 0, "{found}");
    }
}

#[test]
fn games_on_boards_with_names_are_written_and_analysed() {
    let data = tempfile::tempdir().unwrap();
    let path = data.path().join("games.txt");
    let file = path.to_str().unwrap();
    let played = ["match", "amazons/4x4", "strong", "random", "--games", "2", "--to", file];
    shuban(data.path(), &played).with_code(0);
    for asked in [&["analyse", file][..], &["analyse", file, "--game", "amazons/4x4"]] {
        let text = shuban(data.path(), asked).with_code(0).out;
        assert!(text.contains("amazons/4x4"), "{text}");
    }
    let unknown = data.path().join("unknown.sgf");
    std::fs::write(&unknown, "(;GM[18]SZ[11];W[c1-c6/d5])").unwrap();
    let refused = shuban(data.path(), &["analyse", unknown.to_str().unwrap()]).with_code(2).err;
    assert!(refused.contains("SZ[11]: no start on that size is known"), "{refused}");
    let unnamed = data.path().join("unnamed.txt");
    std::fs::write(&unnamed, "amazons/9x9\n1 d1-d7/g7 2 g10-g8/d8\n").unwrap();
    let refused = shuban(data.path(), &["analyse", unnamed.to_str().unwrap()]).with_code(2).err;
    assert!(refused.contains("unnamed.txt, line 2: there is no game `amazons/9x9`"), "{refused}");
}

/// A hot region beside one of Black's own: to move there first costs six moves, by hand as by the solver of sums. Before an
/// ending every move is compared by estimates.
#[test]
fn moves_of_records_are_judged_by_the_score_in_endings_and_else_by_estimates() {
    let data = tempfile::tempdir().unwrap();
    let costs = |name: &str, text: &str| {
        let path = data.path().join(name);
        std::fs::write(&path, text).unwrap();
        let asked = ["analyse", path.to_str().unwrap(), "--json", "-q"];
        let found = shuban(data.path(), &asked).with_code(0).json();
        let moves = found["games"][0]["moves"].as_array().unwrap().clone();
        let told = moves.iter().map(|one| {
            let cost = if one["cost"].is_null() { &one["estimated_cost"] } else { &one["cost"] };
            (one["decision"].clone(), cost["value"].as_f64().unwrap(), one["best"].clone())
        });
        told.collect::<Vec<_>>()
    };
    let ending = "Position: X..#/.#O#/####/X..#\n1 a1-b1/a1 c3-b4/a3\n";
    let known = |cost, best| (Json::from("known"), cost, best);
    let expected = [known(6.0, Json::from("a4-b4/c4")), known(0.0, Json::Null)];
    for game in ["amazons/4x4", "amazons"] {
        assert_eq!(costs("ending.txt", &format!("{game}\n{ending}")), expected, "{game}");
    }
    let found = costs("start.sgf", "(;GM[18];W[d1-d7/g7];B[g10-g8/d8];W[a4-a5/a6])");
    assert!(found.iter().all(|(decision, ..)| decision == "estimated"), "{found:?}");
    assert!(found[2].1 > 0.04 && found[2].2.is_string(), "{found:?}");
    // The same move in a game that is played.
    let played = ["play", "amazons/4x4", "--position", "X..#/.#O#/####/X..#", "--side", "black"];
    let told = with_input(data.path(), &[&played[..], &["--json"]].concat(), "a1-b1/a1\nquit\n");
    let account = told.with_code(0).out.lines().last().unwrap().parse::<Json>().unwrap();
    let worst = &account["worst"][0];
    assert_eq!((&account["loss"], &worst["loss"]), (&json!(6.0), &json!(6.0)), "{account}");
    assert_eq!(worst["better"], "a4-b4/c4");
}

/// Black wins on 4 by 4, which the search sees at once: a move is named all the same, and no move of White's is blamed.
#[test]
fn a_won_board_is_played_by_search_and_a_lost_one_has_no_errors() {
    let data = tempfile::tempdir().unwrap();
    let played = ["play", "amazons/4x4", "--json"];
    let told = with_input(data.path(), &played, "a2-b3/a4\nquit\n").with_code(0).out;
    let events: Vec<Json> = told.lines().map(|line| line.parse().unwrap()).collect();
    let reply = events.iter().filter(|event| event["event"] == "move").nth(1).unwrap();
    assert_eq!((&reply["basis"], &reply["value"]), (&json!("search"), &json!("second")), "{told}");
    let account = events.last().unwrap();
    assert_eq!(account["event"], "account");
    let told = ["decisions", "errors", "unknown"].map(|name| account[name].as_u64());
    assert_eq!(told, [1, 0, 0].map(Some), "{account}");
    let asked = ["solve", "amazons/4x4", "a2-b3/a4", "--question", "win"];
    let text = shuban(data.path(), &asked).with_code(0).out;
    assert!(text.contains("value      black wins"), "{text}");
    let is_first = |line: &str| line.trim_start().starts_with("1  ") && line.contains("  black  ");
    assert!(text.lines().any(is_first), "{text}");
}

#[test]
fn proofs_are_of_boards_that_have_the_size_and_are_not_over() {
    let data = tempfile::tempdir().unwrap();
    for (game, board, reason) in [
        ("amazons", "XO#..", "the game is over"),
        ("amazons/4x4", "XO##/####/####/####", "the game is over"),
    ] {
        let asked = ["solve", game, board, "--question", "win", "--proof", "x.shuban"];
        let refused = shuban(data.path(), &asked).with_code(2).err;
        assert!(refused.contains(reason), "{refused}");
    }
}

#[test]
fn an_open_board_is_not_searched_unasked_and_the_player_says_what_it_expects() {
    let data = tempfile::tempdir().unwrap();
    let start = shuban(data.path(), &["show", "amazons/8x8", "--json"]).with_code(0).json();
    let start = start["position"].as_str().unwrap();
    let found = probe(&data, "amazons/8x8", start);
    assert_eq!((&found["source"], &found["evaluation"].is_string()), (&"estimate".into(), &true));
    let play = ["play", "amazons/8x8", "--time", "0.1", "--json"];
    let told = with_input(data.path(), &play, "advice\nquit\n").with_code(0).out;
    let mut events = told.lines().map(|line| serde_json::from_str(line).unwrap());
    let advice = events.find(|event: &Json| event["event"] == "advice").unwrap();
    let player = &advice["players"][0];
    assert_eq!(player["name"], "territory");
    assert_eq!(player["move"], player["line"][0], "{advice}");
    assert!(player["boards"].as_u64() > Some(1_000) && player["weighed"].is_array(), "{advice}");
}

#[test]
fn advice_on_a_board_that_has_fallen_apart_says_what_is_urgent() {
    let data = tempfile::tempdir().unwrap();
    let board = "X..O####/.#.#####/########/O.X#####/...#####/########/########/########";
    for (game, adviser) in [("amazons/8x8", "territory: "), ("amazons", "sums: ")] {
        let play = ["play", game, "--position", board];
        let told = with_input(data.path(), &play, "advice\nquit\n").with_code(0).out;
        let told = told.lines().find(|line| line.starts_with(adviser)).unwrap();
        for part in ["score ", "makes the last move", "urgent region "] {
            assert!(told.contains(part), "{told}");
        }
    }
}

#[test]
fn a_picture_is_drawn_of_the_position_as_it_lies() {
    let data = tempfile::tempdir().unwrap();
    let to = data.path().join("board.svg");
    let drawn = ["draw", "amazons", "O#./..X", "--to", to.to_str().unwrap(), "--json"];
    assert_eq!(shuban(data.path(), &drawn).with_code(0).json()["position"], "O#./..X");
    let svg = std::fs::read_to_string(&to).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("amazons  O#./..X"));
}

#[test]
fn moves_from_the_start_are_counted_and_compared() {
    let data = tempfile::tempdir().unwrap();
    let counts =
        shuban(data.path(), &["perft", "amazons", "--plies", "2", "--json"]).with_code(0).json();
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
        ("", "a row has no squares: `.` is empty"),
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
    let ran =
        shuban(data.path(), &["probe", "amazons", "X.O", "--roll", "3-1", "--json"]).with_code(2);
    assert_eq!(ran.json()["kind"], "bad-roll");
    assert!(ran.err.contains("nothing is rolled in amazons"), "{}", ran.err);
}
