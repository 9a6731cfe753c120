//! Positions of matches: `probe … --match`.

use serde_json::Value as Json;

use crate::common::{members, shuban, with_input};

fn probe(arguments: &[&str]) -> crate::common::Ran {
    let data = tempfile::tempdir().unwrap();
    shuban(data.path(), &[&["probe"], arguments, &["--json"]].concat())
}

fn answered(arguments: &[&str]) -> Json {
    probe(arguments).with_code(0).json()
}

const RACE: [&str; 6] = ["hypergammon", "2,5|1", "--match", "25", "--score", "0-0"];

#[test]
fn the_chance_to_win_a_match_is_told_with_bounds_and_the_cube() {
    let found = answered(&RACE);
    let expected = "game position match match_equity no_double double_take double_pass cube \
                    decisions positions settled";
    assert_eq!(members(&found), expected.split_whitespace().collect::<Vec<_>>());
    // 19 of 36 rolls win; the opponent bears off at once.
    assert_eq!((&found["cube"], &found["settled"]), (&"double, take".into(), &true.into()));
    let number = |of: &str, name: &str| found[of][name].as_f64().unwrap();
    for chance in ["match_equity", "no_double", "double_take", "double_pass"] {
        let [lower, value, upper] = ["lower", "value", "upper"].map(|name| number(chance, name));
        assert!(0.5 < lower && lower <= value && value <= upper && upper < lower + 1e-6);
    }
    assert_eq!(found["match_equity"], found["double_take"]);
    assert!(number("double_take", "lower") > number("no_double", "upper"));
    assert_eq!((&found["match"]["cube"], &found["match"]["owner"]), (&1.into(), &Json::Null));
    assert_eq!(found["match"]["needs"], serde_json::json!([25, 25]));
    // The opponent's cube cannot be doubled, nor any in the Crawford game.
    let flags = ["--match", "5", "--score", "1-2", "--cube", "2", "--owner", "opponent"];
    let owned = answered(&[&RACE[..2], &flags].concat());
    assert_eq!((&owned["cube"], &owned["double_take"]), (&Json::Null, &Json::Null));
    let flags = ["--match", "5", "--score", "0-4", "--crawford"];
    assert_eq!(answered(&[&RACE[..2], &flags].concat())["cube"], Json::Null);
}

#[test]
fn moves_of_a_roll_are_listed_best_first() {
    let found = answered(&[&RACE[..], &["--roll", "2-1"]].concat());
    assert_eq!(found["roll"], "2-1");
    let moves = found["moves"].as_array().unwrap();
    let values: Vec<f64> =
        moves.iter().map(|one| one["match_equity"]["value"].as_f64().unwrap()).collect();
    assert!(values.len() > 1 && values.is_sorted_by(|a, b| a >= b), "{values:?}");
    assert_eq!(members(&moves[0]), ["move", "position", "match_equity"]);
    let data = tempfile::tempdir().unwrap();
    let text = shuban(data.path(), &[&["probe"], &RACE[..], &["--roll", "2-1"]].concat());
    let text = text.with_code(0).out;
    for part in ["to 25, at 0-0", "match equity", "proven between", "double, take", "2-1"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn an_xgid_of_a_match_is_enough_with_any_flag_of_one() {
    let xgid = "XGID=--A--A------------------a-:1:1:1:00:3:2:0:5:10";
    let flags = ["--match", "5", "--score", "3-2", "--cube", "2", "--owner", "mover"];
    let mut told = answered(&[&["hypergammon", "2,5|1"], &flags[..]].concat());
    let found = answered(&["hypergammon", xgid, "--match", "5"]);
    told["position"] = found["position"].clone();
    assert_eq!(found, told);
    let lines = with_input(
        tempfile::tempdir().unwrap().path(),
        &["probe", "hypergammon/3", "-", "--json-lines", "--match", "5"],
        format!("{xgid}\n2,5|1\n"),
    );
    let lines = lines.with_code(2).out;
    let lines: Vec<Json> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["match_equity"], found["match_equity"]);
    assert!(lines[1]["error"].as_str().unwrap().contains("score"), "{}", lines[1]);
}

#[test]
fn match_equities_are_read_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.xml");
    let path = file.to_str().unwrap();
    let table = |kind: &str| {
        format!(
            r#"<met><pre-crawford-table type="{kind}">
               <row><me>0.5</me><me>0.7</me></row><row><me>0.3</me><me>0.5</me></row>
               </pre-crawford-table><post-crawford-table type="{kind}" player="both">
               <row><me>0.5</me><me>0.25</me></row></post-crawford-table></met>"#
        )
    };
    std::fs::write(&file, table("explicit")).unwrap();
    // The player wins at once: the score is then one against two, which is 0.7.
    let flags = ["--match", "2", "--score", "0-0", "--met", path];
    let found = answered(&[&["hypergammon", "1|1"], &flags[..]].concat());
    let no_double = found["no_double"]["value"].as_f64().unwrap();
    assert!((no_double - 0.7).abs() < 1e-6, "{no_double}");
    assert_eq!(found["match"]["equities"], "file");
    std::fs::write(&file, table("zadeh")).unwrap();
    let refused = probe(&[&["hypergammon", "1|1"], &flags[..]].concat()).with_code(2);
    assert!(refused.err.contains("line 1") && refused.err.contains("`zadeh`"), "{}", refused.err);
    let missing = [&flags[..5], &["/nowhere/at/all.xml"]].concat();
    probe(&[&["hypergammon", "1|1"], &missing[..]].concat()).with_code(3);
}

#[test]
fn matches_that_cannot_be_are_refused_by_name() {
    let base = ["hypergammon", "2,5|1"];
    for (flags, expected) in [
        ("--match 3 --score 3-0", "3 points have won a match to 3"),
        ("--match 5 --score 1-1 --cube 3 --owner mover", "a cube of 3"),
        ("--match 5 --score 1-1 --cube 2", "a cube that was turned has an owner"),
        ("--match 5 --score 1-1 --owner mover", "nobody owns it"),
        ("--match 5 --score 4-1 --crawford --cube 2 --owner mover", "in the Crawford game"),
        ("--match 5 --score 1-1 --crawford", "the Crawford game"),
        ("--match 5", "the score of the match"),
        ("--score 1-1", "the length of the match"),
        ("--match 5 --score 11", "such as 3-2"),
        ("--match 5 --score 3-", "such as 3-2"),
        ("--match 5 --score=-1-2", "such as 3-2"),
        ("--match 5 --score a-b", "such as 3-2"),
        ("--match 5 --score 3-2-1", "such as 3-2"),
        ("--match 5 --score 99999999999-1", "such as 3-2"),
        ("--match 0 --score 0-0", "0 is not in"),
        ("--match 5 --score 1-1 --owner both", "both"),
    ] {
        let flags: Vec<&str> = flags.split(' ').collect();
        let refused = probe(&[&base, &flags[..]].concat()).with_code(2);
        assert!(refused.err.contains(expected), "{expected}: {}", refused.err);
    }
    let refused = probe(&["amazons", "1|1", "--match", "5", "--score", "0-0"]).with_code(2);
    assert!(refused.err.contains("hypergammon"), "{}", refused.err);
}

#[test]
fn a_game_for_money_has_a_cube_up_to_a_limit() {
    let found = answered(&["hypergammon", "2,5|1", "--money", "--cube-limit", "2"]);
    let expected = "game position money equity no_double double_take double_pass cube decisions \
                    positions settled";
    assert_eq!(members(&found), expected.split_whitespace().collect::<Vec<_>>());
    // 19 of 36 rolls win; the opponent bears off at once.
    let value = |of: &str| found[of]["value"].as_f64().unwrap();
    for (of, expected) in [("no_double", 2.0 / 36.0), ("double_take", 4.0 / 36.0)] {
        assert!((value(of) - expected).abs() < 1e-5, "{of}: {}", found[of]);
    }
    assert_eq!((&found["equity"], &found["cube"]), (&found["double_take"], &"double, take".into()));
    assert_eq!(found["double_pass"]["value"], 1.0);
    let rules = serde_json::json!({"cube": 1, "owner": null, "cube_limit": 2, "jacoby": false, "beavers": false});
    assert_eq!(found["money"], rules);
    let without = answered(&["hypergammon", "2,5|1", "--money", "--cube-limit", "1"]);
    assert_eq!((&without["cube"], &without["double_take"]), (&Json::Null, &Json::Null));
    // An XGID has the cube, its limit and Jacoby's rule.
    let xgid = "XGID=--A--A------------------a-:1:1:1:00:0:0:1:0:5";
    let found = answered(&["hypergammon", xgid, "--money"]);
    let rules = serde_json::json!({"cube": 2, "owner": "mover", "cube_limit": 32, "jacoby": true, "beavers": false});
    assert_eq!(found["money"], rules);
    let data = tempfile::tempdir().unwrap();
    let arguments = ["probe", "hypergammon", "2,5|1", "--money", "--roll", "2-1"];
    let text = shuban(data.path(), &arguments).with_code(0).out;
    for part in ["a cube of 1, in the middle, of 1024 at most", "proven between +", "2-1", "cube"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// A position that tells of a match, or of a cube that was turned, is answered by that without flags.
#[test]
fn what_an_xgid_tells_needs_no_flags() {
    let of_match = "XGID=--A--A------------------a-:1:1:1:00:3:2:0:5:10";
    let found = answered(&["hypergammon", of_match]);
    assert_eq!(found["match"]["length"], 5);
    assert_eq!(found, answered(&["hypergammon", of_match, "--match", "5"]));
    // The last game of a match has no cube.
    let last = "XGID=--A--A------------------a-:0:0:1:00:0:0:0:1:10";
    assert_eq!(answered(&["hypergammon", last])["cube"], Json::Null);
    let beavers = "XGID=--A--A------------------a-:1:1:1:00:0:0:3:0:10";
    let found = answered(&["hypergammon", beavers]);
    assert_eq!((&found["beavers"], &found["money"]["cube"]), (&false.into(), &2.into()));
}

#[test]
fn games_for_money_that_cannot_be_are_refused_by_name() {
    let of_match = "XGID=--A--A------------------a-:1:1:1:00:3:2:0:5:10";
    for (position, flags, expected) in [
        ("2,5|1", "--match 5", "no score, no length"),
        ("2,5|1", "--score 1-1", "no score, no length"),
        ("2,5|1", "--cube-limit 3", "a cube of 3"),
        ("2,5|1", "--cube-limit 4 --cube 8 --owner mover", "4 is the highest"),
        ("2,5|1", "--cube 2", "has an owner"),
        (of_match, "--jacoby", "a match to 5"),
        ("22,23,24|22,23,24", "--jacoby", "more than 1000000"),
    ] {
        let flags: Vec<&str> = flags.split(' ').collect();
        let ran = probe(&[&["hypergammon", position, "--money"], &flags[..]].concat());
        assert!(ran.err.contains(expected), "{expected}: {}", ran.err);
    }
}
