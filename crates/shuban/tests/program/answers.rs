//! Answers about positions, as JSON and as text.

use serde_json::Value as Json;

use crate::common::{list, number, shuban, small};

/// Returns the names of the moves of an answer, or of a roll in it.
fn moves(value: &Json) -> Vec<&str> {
    list(&value["moves"]).iter().map(|play| play["move"].as_str().unwrap()).collect()
}

#[test]
fn a_probe_tells_the_value_and_every_rolls_best_move() {
    let data = small();
    // The layer by name, and by the game.
    for target in ["half-gammon/contact-1-1", "half-gammon"] {
        let probe = shuban(data.path(), &["probe", target, "12|12", "--json"]).with_code(0).json();
        assert_eq!(probe["domain"], "half-gammon/contact-1-1");
        assert_eq!(probe["position"], "12|12");
        let (lower, value, upper) =
            (number(&probe["lower"]), number(&probe["value"]), number(&probe["upper"]));
        assert!(lower <= value && value <= upper);
        let published = 0.260_122_532_2;
        assert!(lower - 1e-10 < published && published < upper + 1e-10, "{lower} {upper}");

        let rolls = list(&probe["rolls"]);
        let dice: Vec<&str> = rolls.iter().map(|roll| roll["dice"].as_str().unwrap()).collect();
        assert_eq!(dice, ["1-1", "2-1", "2-2", "3-1", "3-2", "3-3"]);
        let sum = |what: &str| -> f64 {
            rolls.iter().map(|roll| number(&roll["probability"]) * number(&roll[what])).sum()
        };
        assert!(
            (rolls.iter().map(|roll| number(&roll["probability"])).sum::<f64>() - 1.0).abs()
                < 1e-12
        );
        // The position's interval contains the mean of its rolls.
        assert!(lower <= sum("lower") + 1e-12 && sum("upper") <= upper + 1e-12);
        assert_eq!(rolls[5]["best"], "12/off");
        assert_eq!(number(&rolls[5]["value"]), 1.0);
    }
    let text = shuban(data.path(), &["probe", "half-gammon", "12|12"]).with_code(0).out;
    assert!(text.contains("+0.26012") && text.contains("12/off"), "{text}");
}

#[test]
fn a_roll_lists_its_moves_best_first() {
    let data = small();
    let arguments = ["probe", "half-gammon", "3,bar|3", "--json", "--roll", "1-3"];
    let probe = shuban(data.path(), &arguments).with_code(0).json();
    assert_eq!(probe["roll"], "3-1");
    assert!(probe.get("moves").is_none() && probe.get("plays").is_none());
    let roll = list(&probe["rolls"]).iter().find(|roll| roll["dice"] == "3-1").unwrap();
    let plays = list(&roll["moves"]);
    assert!(plays.len() > 1);
    let whole = list(&probe["rolls"]).iter().filter(|roll| roll.get("moves").is_some());
    assert_eq!(whole.count(), 1, "the moves of the roll that was asked for, and of no other");
    let values: Vec<f64> = plays.iter().map(|play| number(&play["value"])).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    assert_eq!((&roll["best"], &roll["value"]), (&plays[0]["move"], &plays[0]["value"]));
    assert_eq!(roll["after"], plays[0]["after"]);
    // The value of a play is that of the opponent's position, with its sign changed.
    for play in plays {
        let after = play["after"].as_str().unwrap();
        let other =
            shuban(data.path(), &["probe", "half-gammon", after, "--json"]).with_code(0).json();
        assert_eq!(number(&other["value"]), -number(&play["value"]));
        assert_eq!(number(&other["lower"]), -number(&play["upper"]));
    }
    let text = shuban(data.path(), &arguments[..3]).with_code(0).out;
    assert!(text.contains("best move"), "{text}");
}

#[test]
fn finished_and_dead_positions_need_no_database() {
    let data = tempfile::tempdir().unwrap();
    let dead = "bar,bar,bar,bar|1,1,2,2,3,3";
    let cases = [("|1", 1.0, "won"), ("1|", -1.0, "lost")];
    for (position, value, outcome) in cases {
        for target in ["half-gammon", "half-gammon/contact-1-1"] {
            let probe =
                shuban(data.path(), &["probe", target, position, "--json"]).with_code(0).json();
            for bound in ["value", "lower", "upper"] {
                assert_eq!(number(&probe[bound]), value);
            }
            assert_eq!((&probe["outcome"], list(&probe["rolls"]).len()), (&outcome.into(), 0));
        }
        let shown =
            shuban(data.path(), &["show", "half-gammon", position, "--json"]).with_code(0).json();
        assert_eq!((&shown["outcome"], list(&shown["rolls"]).len()), (&outcome.into(), 0));
    }
    // One side on the bar against a closed home is not dead: the other can open it.
    let shown = shuban(data.path(), &["show", "half-gammon", dead, "--json"]).with_code(0).json();
    assert!(shown["outcome"].is_null());
    // Both are.
    let dead = "1,1,2,2,3,3,bar|1,1,2,2,3,3,bar";
    let shown = shuban(data.path(), &["show", "half-gammon", dead, "--json"]).with_code(0).json();
    assert_eq!(shown["outcome"], "draw");
    let probe = shuban(data.path(), &["probe", "half-gammon", dead, "--json"]).with_code(0).json();
    assert_eq!((number(&probe["value"]), list(&probe["rolls"]).len()), (0.0, 0));
}

#[test]
fn games_on_one_board_share_their_databases() {
    let data = tempfile::tempdir().unwrap();
    let built =
        shuban(data.path(), &["build", "hypergammon/contact-1-1", "--json"]).with_code(0).json();
    assert_eq!(built["domain"], "backgammon/contact-1-1");
    for target in ["backgammon", "nackgammon", "hypergammon", "nackgammon/contact-1-1"] {
        let probe = shuban(data.path(), &["probe", target, "24|24", "--json"]).with_code(0).json();
        assert!((number(&probe["value"]) - 0.203_165_448_4).abs() < 1e-6);
    }
    // Fifteen checkers are not a position of hypergammon, whatever the command.
    let start = "24,24,24,24|1";
    shuban(data.path(), &["probe", "hypergammon", start]).with_code(2);
    shuban(data.path(), &["probe", "hypergammon/contact-1-1", start]).with_code(2);
    shuban(data.path(), &["build", "hypergammon/contact-4-1"]).with_code(2);
}

#[test]
fn show_draws_the_position_with_its_moves() {
    let data = tempfile::tempdir().unwrap();
    let shown =
        shuban(data.path(), &["show", "half-gammon", "3,bar|1,2", "--json"]).with_code(0).json();
    assert_eq!(shown["game"], "half-gammon");
    assert_eq!(shown["position"], "3,bar|1,2");
    assert_eq!(shown["seat"], 0);
    assert!(shown["outcome"].is_null() && shown["over"].is_null() && shown["domain"].is_null());
    assert_eq!(shown["rolls"][5]["dice"], "3-3");
    assert_eq!(moves(&shown["rolls"][5]), ["bar/1"]);
    assert_eq!(shown["rolls"][5]["moves"][0]["after"], "1,2|1,3");
    let text = shuban(data.path(), &["show", "half-gammon", "3,bar|1,2"]).with_code(0).out;
    assert!(text.contains("X to roll") && text.contains("bar/12*/9"), "{text}");
    let blocked = shuban(data.path(), &["show", "half-gammon", "bar|1,1,2,2,3,3", "--json"]).json();
    assert_eq!(moves(&blocked["rolls"][0]), ["no play"]);
}

#[test]
fn xgids_and_position_ids_are_read() {
    let data = tempfile::tempdir().unwrap();
    let start = "6,6,6,6,6,8,8,8,13,13,13,13,13,24,24";
    for (id, seat) in [
        ("4HPwATDgc/ABMA", 0),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", 0),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10", 1),
    ] {
        let shown = shuban(data.path(), &["show", "backgammon", id, "--json"]).with_code(0).json();
        assert_eq!(shown["position"], format!("{start}|{start}"));
        assert_eq!(shown["seat"], seat);
    }
}

#[test]
fn quiet_means_quiet() {
    let data = tempfile::tempdir().unwrap();
    let silent = |arguments: &[&str]| {
        let ran = shuban(data.path(), arguments).with_code(0);
        assert_eq!((ran.out.as_str(), ran.err.as_str()), ("", ""), "{arguments:?}");
    };
    silent(&["build", "half-gammon/contact-2-1", "--quiet"]);
    silent(&["-q", "build", "half-gammon/contact-2-1"]);
    silent(&["verify", "half-gammon/contact-2-1", "--all", "-q"]);
    silent(&["check", "half-gammon", "--pairs", "100", "-q"]);
    // The requested answer is printed all the same, and nothing else.
    for arguments in [
        &["probe", "half-gammon", "1|1", "-q"][..],
        &["info", "half-gammon/contact-2-1", "-q"],
        &["perft", "half-gammon", "--plies", "2", "-q"],
        &["build", "half-gammon/contact-2-1", "-q", "--json"],
    ] {
        let ran = shuban(data.path(), arguments).with_code(0);
        assert!(!ran.out.is_empty() && ran.err.is_empty(), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn a_cube_and_a_score_are_shown_and_converted_and_left_aside_if_too_much_follows() {
    let data = tempfile::tempdir().unwrap();
    let xgid = "XGID=-b----E-C---eE---c-e----B-:1:-1:1:31:2:4:0:7:10";
    let show = ["show", "backgammon", xgid, "--json"];
    let shown = shuban(data.path(), &show).with_code(0).json();
    assert_eq!(shown["xgid"], xgid);
    assert_eq!(shown["gnubg"], "4HPwATDgc/ABMA");
    let match_id = shown["match_id"].as_str().unwrap();
    let text = format!("4HPwATDgc/ABMA:{match_id}");
    let again = shuban(data.path(), &["show", "backgammon", &text, "--json"]).with_code(0).json();
    assert_eq!((&again["xgid"], &again["match_id"]), (&shown["xgid"], &shown["match_id"]));
    let text = shuban(data.path(), &show[..3]).with_code(0).out;
    assert!(text.contains(xgid) && text.contains(match_id), "{text}");
    let words = "X to play 3-1; a cube of 2, of O; match to 7, X 2, O 4";
    assert!(text.contains(words) && text.lines().count() < 30, "{text}");
    let rolls = shown["rolls"].as_array().unwrap();
    assert_eq!((rolls.len(), &rolls[0]["dice"], &shown["roll"]), (1, &"3-1".into(), &"3-1".into()));
    assert_eq!(shown["situation"]["owner"], "O");
    // Without state beyond the position there is no match ID.
    let plain = shuban(data.path(), &["show", "backgammon", "--json"]).with_code(0).json();
    assert!(plain.get("match_id").is_none(), "{plain}");
    let random = ["match", "backgammon", "random", "random", "--position", xgid];
    let ran = shuban(data.path(), &random).with_code(2);
    assert!(ran.err.contains("the cube has been turned"), "{}", ran.err);
    let ran = shuban(data.path(), &["probe", "backgammon", xgid, "--json"]).with_code(0);
    assert!(ran.err.contains("score and stakes are left aside"), "{}", ran.err);
    let found = ran.json();
    assert_eq!((&found["source"], &found["roll"]), (&"estimate".into(), &"3-1".into()));
    let board = data.path().join("board.txt");
    let to = board.to_str().unwrap();
    shuban(data.path(), &["draw", "backgammon", xgid, "--to", to]).with_code(0);
    let board = std::fs::read_to_string(to).unwrap();
    let read = shuban(data.path(), &["show", "backgammon", &board, "--json"]).with_code(0).json();
    assert_eq!(read["xgid"], xgid);
    shuban(data.path(), &["draw", "half-gammon", "1|2", "--to", to]).with_code(0);
    assert!(std::fs::read_to_string(to).unwrap().contains("BAR"));
    let width = ["draw", "backgammon", xgid, "--to", to, "--width", "100"];
    let ran = shuban(data.path(), &width).with_code(2);
    assert!(ran.err.contains("for .svg and .png files"), "{}", ran.err);
}
