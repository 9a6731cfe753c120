//! `play`, with input through a pipe.

use std::path::Path;

use serde_json::{Value as Json, json};

use crate::common::{Ran, small, with_input};

/// Plays with `--json`, and returns the events.
fn events(data: &Path, arguments: &[&str], typed: &str) -> Vec<Json> {
    let ran = with_input(data, &[&["play"], arguments, &["--json"]].concat(), typed).with_code(0);
    ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn text(data: &Path, arguments: &[&str], typed: &str) -> Ran {
    with_input(data, &[&["play"], arguments].concat(), typed).with_code(0)
}

fn names(events: &[Json]) -> Vec<&str> {
    events.iter().map(|event| event["event"].as_str().unwrap()).collect()
}

const GAME: [&str; 5] = ["half-gammon", "--position", "4,8|11", "--seed", "3"];

#[test]
fn a_game_is_played_with_hints_and_errors_have_their_cost() {
    let data = small();
    let told = events(data.path(), &GAME, "roll 2-1\nhint\n8/7 4/2*\nquit\n");
    let expected = "start position roll hint move move position left account";
    assert_eq!(names(&told), expected.split(' ').collect::<Vec<_>>());
    let hint = &told[3]["moves"];
    assert_eq!((&hint[0]["move"], hint.as_array().unwrap().len()), (&json!("4/1"), 5));
    assert_eq!(told[4]["move"], "8/7 4/2*");
    // The other player uses the dice of the seed, and looks its move up.
    assert_eq!((&told[5]["seat"], &told[5]["basis"]), (&json!(1), &json!("table")));
    let account = &told[8];
    let worth = |place: usize| hint[place]["value"].as_f64().unwrap();
    let loss = account["loss"].as_f64().unwrap();
    assert!((loss - (worth(0) - worth(1))).abs() < 1e-8, "{account}");
    assert_eq!((&account["decisions"], &account["errors"]), (&json!(1), &json!(1)));
    assert_eq!(account["worst"][0]["better"], "4/1");
    // The same in words.
    let ran = text(data.path(), &GAME, "roll 2-1\n8/7 4/2*\n");
    for part in [
        "you are player 1, the level is perfect; seed 3",
        "you (player 1) are to roll",
        "2-1; 5 moves",
        "player 1: 2-1, 8/7 4/2*",
        "(looked up)",
        "left after 2 moves",
        "your play: 1 decision, 1 error, 0.227591 lost",
        "  move 1, 4,8|11 2-1: 8/7 4/2* cost 0.227591; better was 4/1",
    ] {
        assert!(ran.out.contains(part), "no `{part}` in {}", ran.out);
    }
    assert_eq!(ran.err, "");
}

#[test]
fn a_game_goes_to_its_end() {
    let data = small();
    let typed = "roll\n\n".repeat(20);
    let told = events(data.path(), &["half-gammon", "--position", "10|10", "--seed", "3"], &typed);
    let over = &told[told.len() - 2];
    assert_eq!((&over["event"], &over["winner"]), (&json!("over"), &json!(0)), "{over}");
    assert_eq!(over["payoffs"], json!([1, -1]));
    assert_eq!(told.last().unwrap()["errors"], 0);
    assert_eq!(told.last().unwrap()["loss"].to_string(), "0.0");
    let ran = text(data.path(), &["half-gammon", "--position", "10|10", "--seed", "3"], &typed);
    assert!(ran.out.contains("over: player 1 wins"), "{}", ran.out);
}

#[test]
fn what_cannot_be_done_is_refused_and_the_game_goes_on() {
    let data = small();
    let typed = "8/7\nhint\nroll 7-7\nroll 2-1\nroll\n8/6\nundo\nsave\nsave no/such/file\n\n";
    let told = events(data.path(), &GAME, typed);
    let kinds: Vec<&str> = told.iter().filter_map(|event| event["kind"].as_str()).collect();
    let expected = "not-rolled not-rolled bad-roll rolled bad-move no-move no-file io";
    assert_eq!(kinds, expected.split(' ').collect::<Vec<_>>());
    let refused = told.iter().find(|event| event["kind"] == "bad-move").unwrap();
    assert!(refused["error"].as_str().unwrap().contains("not a legal play of 2-1 in 4,8|11"));
    assert_eq!(refused["legal_count"], 5);
    assert_eq!(refused["legal"][0], "4/2*/1");
    let ran = text(data.path(), &GAME, "roll 2-1\nnonsense\nmoves\nhelp\nboard\n\u{1b}[2J\n");
    assert!(
        ran.out.contains("legal: 1: 4/2*/1, 2: 8/7 4/2*, 3: 8/6 4/3, 4: 8/5, 5: 4/1\n"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("save FILE  writes the game to a file"), "{}", ran.out);
    assert!(!ran.out.contains('\u{1b}'), "{}", ran.out);
    let long = "x".repeat(100_000) + "\nroll 2-1\n";
    let told = events(data.path(), &GAME, &long);
    assert_eq!((&told[2]["kind"], &told[3]["event"]), (&json!("unreadable"), &json!("roll")));
    let bytes = [b"\xff\n".as_slice(), b"resign\n"].concat();
    let ran = with_input(data.path(), &["play", "half-gammon", "--json"], bytes).with_code(0);
    assert!(ran.out.contains("that is not UTF-8") && ran.out.contains("\"resigned\":0"));
}

#[test]
fn a_move_that_is_taken_back_does_not_change_the_dice() {
    let data = small();
    let told = events(data.path(), &GAME, "roll\n4/1\nundo\nroll\n");
    let rolls: Vec<&Json> =
        told.iter().filter(|event| event["event"] == "roll").map(|event| &event["roll"]).collect();
    assert!(rolls.len() == 2 && rolls[0] == rolls[1], "{told:?}");
    let typed = "roll 2-1\n4/1\nundo\nroll 3-3\nmoves\n";
    let told = events(data.path(), &GAME, typed);
    let undo = told.iter().find(|event| event["event"] == "undo").unwrap();
    assert_eq!((&undo["ply"], &undo["position"]), (&json!(0), &json!("4,8|11")));
}

#[test]
fn a_saved_game_goes_on_and_one_that_was_changed_does_not() {
    let data = small();
    let file = data.path().join("game.json");
    let save = format!("roll 2-1\n4/1\nsave {}\n", file.display());
    let level = [&GAME[..], &["--level", "random"]].concat();
    let first = events(data.path(), &level, &save);
    let saved = first.iter().find(|event| event["event"] == "saved").unwrap();
    assert_eq!(saved["moves"], 2);
    let resume = ["half-gammon", "--resume", file.to_str().unwrap()];
    let again = events(data.path(), &resume, "roll\n");
    assert_eq!((&again[0]["moves"], &again[0]["seed"]), (&json!(2), &json!(3)));
    assert_eq!(again[0]["players"], json!(["you", "random"]));
    let text = std::fs::read_to_string(&file).unwrap();
    for (from, to, reason) in [
        ("\"4/1\"", "\"4/2\"", "move 1, `4/2`: bad move"),
        ("\"seat\": 1", "\"seat\": 0", "move 2, `"),
        ("\"2-1\"", "\"9-1\"", "bad roll"),
        ("\"half-gammon\"", "\"amazons\"", "the saved game is one of `amazons`"),
    ] {
        std::fs::write(&file, text.replacen(from, to, 1)).unwrap();
        let arguments = [&["play"], &resume[..]].concat();
        let ran = with_input(data.path(), &arguments, "").with_code(2);
        assert!(ran.err.contains(reason), "{}", ran.err);
    }
}

#[test]
fn players_of_a_game_say_what_they_would_do() {
    let data = tempfile::tempdir().unwrap();
    let deal = ["tanhinmin", "--position", "1,3|2|4"];
    let told = events(data.path(), &deal, "advice\nquit\n");
    assert_eq!(told[2]["event"], "advice");
    let reason = &told[2]["players"][0]["reason"];
    assert_eq!(reason, "tanhinmin/3p-4 is not built", "{told:?}");
    let contest = ["daihinmin", "--position", "S3,S9,H9|SA,S4|S5,S6|S7| turn=0 places=4:1"];
    let told = events(data.path(), &contest, "advice\nquit\n");
    let players = told[2]["players"].as_array().unwrap();
    let chosen: Vec<(&Json, &Json)> =
        players.iter().map(|player| (&player["name"], &player["move"])).collect();
    assert_eq!(chosen[0], (&json!("champion"), &json!("S9,H9")));
    assert_eq!(chosen[1], (&json!("endgame"), &json!("S9,H9")));
    assert_eq!(chosen.len(), 4);
    let typed = [&["play"], &contest[..]].concat();
    let ran = with_input(data.path(), &typed, "advice\nquit\n");
    assert!(ran.out.contains("endgame: S9,H9  (deals "), "{}", ran.out);
    // Most games have no advisers.
    let told = events(data.path(), &["trax/4"], "advice\nquit\n");
    assert_eq!((&told[2]["event"], &told[2]["kind"]), (&json!("refused"), &json!("no-adviser")));
}

#[test]
fn every_family_is_played() {
    let data = tempfile::tempdir().unwrap();
    let board = ["amazons", "--position", "X..#..O/..O#X..", "--side", "white", "--seed", "1"];
    let told = events(data.path(), &board, "hint\nresign\n");
    assert_eq!((&told[0]["seats"], &told[0]["you"]), (&json!(["black", "white"]), &json!(1)));
    assert_eq!((&told[1]["seat"], &told[1]["basis"]), (&json!(0), &json!("search")));
    assert_eq!(told[told.len() - 2]["resigned"], 1);
    // Trax by proof search, and from a list of moves.
    let told =
        events(data.path(), &["trax/3", "--position", "@0/", "--side", "2"], "hint\nmoves\n");
    assert_eq!(told[2]["basis"], "search", "{told:?}");
    // Four hands: three more players are at the table.
    let told = events(data.path(), &["tanhinmin", "--level", "strong"], "3\npass\n");
    let seats: Vec<&Json> =
        told.iter().filter(|event| event["event"] == "move").map(|event| &event["seat"]).collect();
    assert_eq!(seats[..4], [&json!(0), &json!(1), &json!(2), &json!(3)]);
    for (arguments, reason) in [
        (
            &["tanhinmin", "--side", "5"][..],
            "there is no side `5`: give 1 to 4, or one of player 1",
        ),
        (&["amazons", "--side", "blue"], "give 1 to 2, or one of black, white"),
        (&["amazons", "--level", "prefect"], "did you mean `perfect`?"),
        (&["amazons", "--position", "?"], "bad position"),
        (&["chess"], "there is no game `chess`"),
        (&["amazons", "--resume", "nothing.json"], "nothing.json"),
    ] {
        let ran = with_input(data.path(), &[&["play"], arguments].concat(), "");
        assert!(ran.code > Some(1) && ran.err.contains(reason), "{}", ran.err);
    }
}

#[test]
fn a_game_from_its_start_begins_with_the_opening_roll() {
    let data = tempfile::tempdir().unwrap();
    let told = |more: &[&str]| {
        let arguments = [&["half-gammon", "--level", "random", "--seed", "3"], more].concat();
        events(data.path(), &arguments, "roll 2-1\nquit\n")
    };
    let opened = told(&[]);
    assert_eq!(names(&opened[..2]), ["start", "opening"]);
    // It cannot be rolled again.
    assert_eq!(opened.iter().filter(|event| event["kind"] == "rolled").count(), 1, "{opened:?}");
    let roll = opened[1]["roll"].as_str().unwrap();
    assert_ne!(roll[..1], roll[2..], "equal dice decide nothing");
    // From a given position, the game begins there, with a roll.
    let start = opened[0]["position"].as_str().unwrap();
    assert_eq!(names(&told(&["--position", start])[..3]), ["start", "position", "roll"]);
}
