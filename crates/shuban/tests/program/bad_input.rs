//! Bad input is refused with exit code 2, on standard error with the place and the reason.

use crate::common::{shuban, small, with_input};

/// Arguments of `show half-gammon` or `probe half-gammon`, and parts of their messages.
const POSITIONS: [(&str, &str); 24] = [
    ("", "at character 1"),
    ("|", "borne off everything"),
    ("foo", "`foo` is neither a point nor `bar`"),
    ("1", "expected `,` or the `|`"),
    ("1|2|3", "a second `|`"),
    ("13|1", "no point 13"),
    ("0|1", "no point 0"),
    ("1|99", "no point 99"),
    ("1,,2|3", "at character 3"),
    ("1,|3", "at character 3"),
    ("1|3,", "expected a point"),
    ("1 2|3", "at character 3"),
    ("1;2|3", "at character 2"),
    ("1,2,3,4,5,6,7,8,9|1", "more than 8 checkers"),
    ("1|1,1,1,1,1,1,1,1,1", "more than 8 checkers"),
    ("4|9", "both sides on one point"),
    ("off|1", "left out"),
    ("1.5|1", "at character 2"),
    ("bär|1", "at character 1"),
    ("99999999999999999999|1", "no point"),
    ("1|2 x", "at character"),
    ("4HPwATDgc/ABMA", "24 points"),
    ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "24 points"),
    ("XGID=", "24 points"),
];

#[test]
fn bad_positions_are_refused_with_the_place() {
    let data = tempfile::tempdir().unwrap();
    for (position, reason) in POSITIONS {
        for command in ["show", "probe"] {
            let ran =
                shuban(data.path(), &[command, "half-gammon", position, "--json"]).with_code(2);
            assert!(
                ran.err.contains(reason) && ran.err.contains("at character"),
                "{position}: {}",
                ran.err
            );
            let error = ran.json();
            assert_eq!(error["kind"], "bad-position");
            assert!(error["error"].as_str().unwrap().contains(reason));
        }
        // An invalid position is refused whether or not anything is built.
        shuban(data.path(), &["probe", "half-gammon/contact-1-1", position]).with_code(2);
    }
}

#[test]
fn bad_ids_are_refused_with_the_place() {
    let data = tempfile::tempdir().unwrap();
    for id in [
        "XGID=",
        "XGID=-b----E-C---eE---c-e----B-",
        "XGID=-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----B--:0:0:1:00:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----Z-:0:0:1:00:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:2:00:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:78:0:0:0:0:10",
        "//////////////",
        "4HPwATDgc/ABMA:",
        "AAAAAAAAAAAAAA",
    ] {
        let ran = shuban(data.path(), &["show", "backgammon", id]).with_code(2);
        assert!(ran.err.contains("at character"), "{id}: {}", ran.err);
        assert!(ran.out.is_empty());
    }
}

#[test]
fn bad_rolls_are_refused_with_the_place() {
    let data = tempfile::tempdir().unwrap();
    for roll in ["", "3", "4-1", "0-1", "31x", "3--1", "3-1-2", "foo", "3,1", "１-2"] {
        let ran = shuban(data.path(), &["probe", "half-gammon", "1|1", "--roll", roll, "--json"])
            .with_code(2);
        assert_eq!(ran.json()["kind"], "bad-roll");
        assert!(ran.err.contains("at character"), "{roll}: {}", ran.err);
    }
}

#[test]
fn unknown_names_come_with_suggestions() {
    let data = tempfile::tempdir().unwrap();
    for (name, hint) in [
        ("half-gammon/contact-1-2", "`half-gammon/contact-2-1`"),
        ("backgammon/contact-3-14", "`backgammon/contact-14-3`"),
        ("hypergammon/contact-4-1", "from `hypergammon/contact-1-1` to `hypergammon/contact-3-3`"),
        ("half-gammon/contact-9-9", "from `half-gammon/contact-1-1` to `half-gammon/contact-8-8`"),
        ("half-gammon/contact-0-0", "from `half-gammon/contact-1-1` to `half-gammon/contact-8-8`"),
        ("half-gammon/contact", "half-gammon/contact-A-B"),
        ("half-gammon/contcat-3-3", "`half-gammon/contact-3-3`"),
        ("halfgammon/contact-3-3", "`half-gammon/contact-3-3`"),
        ("half-gammon", "half-gammon is a game"),
        ("chess/kqk", "shuban list"),
        ("../etc/passwd", "shuban list"),
        ("", "shuban list"),
    ] {
        for command in ["build", "verify", "info"] {
            let ran = shuban(data.path(), &[command, name, "--json"]).with_code(2);
            assert_eq!(ran.json()["kind"], "unknown-domain");
            assert!(ran.err.contains(hint), "{name}: {}", ran.err);
        }
    }
    for (name, hint) in [
        ("bakgammon", "`backgammon`"),
        ("half-gamon", "`half-gammon`"),
        ("chess", "there are backgammon"),
    ] {
        for arguments in
            [&["show", name, "1|1"][..], &["perft", name, "--plies", "1"], &["check", name]]
        {
            let ran = shuban(data.path(), &[arguments, &["--json"]].concat()).with_code(2);
            assert_eq!(ran.json()["kind"], "unknown-game");
            assert!(ran.err.contains(hint), "{name}: {}", ran.err);
        }
        shuban(data.path(), &["probe", name, "1|1"]).with_code(2);
    }
    assert_eq!(std::fs::read_dir(data.path()).unwrap().count(), 0, "nothing was written");
}

#[test]
fn bad_flags_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let build = |flags: &[&'static str]| [&["build", "half-gammon/contact-1-1"], flags].concat();
    for arguments in [
        vec![],
        vec!["frobnicate"],
        vec!["build"],
        vec!["probe", "half-gammon"],
        vec!["list", "one", "two"],
        vec!["list", "--frobnicate"],
        build(&["--threads", "0"]),
        build(&["--threads", "-1"]),
        build(&["--threads", "many"]),
        build(&["--memory", "lots"]),
        build(&["--memory", "0"]),
        build(&["--memory", "2X"]),
        build(&["--memory"]),
        build(&["--block-size", "2048"]),
        build(&["--level", "0"]),
        build(&["--level", "23"]),
        build(&["--raw", "--level", "3"]),
        build(&["--width-bits", "0"]),
        build(&["--width-bits", "29"]),
        build(&["--checkpoint-seconds", "-1"]),
        build(&["--shard", "3"]),
        build(&["--shard", "0/2"]),
        build(&["--shard", "3/2"]),
        build(&["--histogram-only"]),
        build(&["--ledger", "ledger.json"]),
        build(&["--histogram-only", "--ledger", "ledger.json", "--compact"]),
        build(&["--histogram-only", "--ledger", "ledger.json", "--certificate"]),
        build(&["--compact", "--certificate"]),
        build(&["--compact", "--shard", "1/2"]),
        vec!["verify", "half-gammon/contact-1-1", "--ledger", "ledger.json", "--sample", "1"],
        vec!["verify", "half-gammon/contact-1-1", "--ledger", "ledger.json", "--all"],
        vec!["verify", "half-gammon/contact-1-1", "--sample", "0"],
        vec!["verify", "half-gammon/contact-1-1", "--sample", "x"],
        vec!["perft", "half-gammon"],
        vec!["perft", "half-gammon", "--plies", "0"],
        vec!["perft", "half-gammon", "--plies", "x"],
        vec!["check", "half-gammon", "--pairs", "-5"],
        vec!["export", "half-gammon/contact-1-1", "--to", "values.xls"],
        vec!["draw", "half-gammon", "1|1", "--to", "position.gif"],
        vec!["draw", "half-gammon", "1|1", "--to", "png"],
        vec!["draw", "half-gammon", "1|1", "--to", "position.png", "--width", "0"],
        vec!["draw", "half-gammon", "1|1", "--to", "position.svg", "--width", "500"],
        vec!["probe", "half-gammon", "-"],
        vec!["probe", "half-gammon", "1|1", "--json-lines"],
        vec!["show", "half-gammon", "-"],
    ] {
        let ran = shuban(data.path(), &arguments).with_code(2);
        assert!(ran.out.is_empty() && !ran.err.is_empty(), "{arguments:?}: {}", ran.out);
        let ran = shuban(data.path(), &[&arguments[..], &["--json"]].concat()).with_code(2);
        let error = ran.json();
        assert_eq!(error["kind"], "usage", "{arguments:?}");
        assert!(!error["error"].as_str().unwrap().is_empty());
    }
}

#[test]
fn a_layer_with_cycles_has_no_shards_and_no_ledger() {
    let data = small();
    let ledger = data.path().join("ledger.json");
    let name = "half-gammon/contact-1-1";
    for flags in [
        &["--shard", "1/2"][..],
        &["--histogram-only", "--ledger", ledger.to_str().unwrap()],
        &["--histogram-only", "--ledger", ledger.to_str().unwrap(), "--shard", "2/2"],
    ] {
        let ran = shuban(data.path(), &[&["build", name, "--json"], flags].concat()).with_code(2);
        assert_eq!(ran.json()["kind"], "no-shards");
        assert!(ran.err.contains("is built as a whole"), "{}", ran.err);
    }
    assert!(!ledger.exists());
    let verify = ["verify", name, "--ledger", ledger.to_str().unwrap(), "--json"];
    shuban(data.path(), &verify).with_code(3);
    std::fs::write(&ledger, "{}").unwrap();
    assert_eq!(shuban(data.path(), &verify).with_code(2).json()["kind"], "bad-ledger");
}

#[test]
fn a_position_of_another_layer_is_refused_with_the_layer() {
    let data = small();
    let ran =
        shuban(data.path(), &["probe", "half-gammon/contact-1-1", "1,2|1", "--json"]).with_code(2);
    assert_eq!(ran.json()["kind"], "position-elsewhere");
    assert!(ran.err.contains("it is in half-gammon/contact-2-1"), "{}", ran.err);
}

#[test]
fn what_is_not_built_is_an_error_with_the_command_that_builds_it() {
    let data = small();
    for arguments in [
        &["probe", "half-gammon", "1,2|1,2", "--no-search"][..],
        &["probe", "half-gammon/contact-2-2", "1,2|1,2"],
        &["info", "half-gammon/contact-2-2"],
        &["verify", "half-gammon/contact-2-2"],
        &["export", "half-gammon/contact-2-2", "--to", "/dev/null/values.csv"],
    ] {
        let ran = shuban(data.path(), &[arguments, &["--json"]].concat()).with_code(3);
        assert_eq!(ran.json()["kind"], "not-built");
        assert!(ran.err.contains("`shuban build half-gammon/contact-2-2`"), "{}", ran.err);
    }
}

#[test]
fn lines_are_answered_in_order_and_bad_ones_with_their_number() {
    let data = small();
    let input = b"1|1\n\nfoo\n12|12\r\n1,2|1\n\xff\xfe\n|3\n3|1" as &[u8];
    for (target, good) in [("half-gammon", 5), ("half-gammon/contact-1-1", 4)] {
        let ran =
            with_input(data.path(), &["probe", target, "-", "--json-lines"], input).with_code(2);
        let lines: Vec<serde_json::Value> =
            ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 8);
        let bad: Vec<u64> = lines.iter().filter_map(|line| line["line"].as_u64()).collect();
        assert_eq!(lines.len() - bad.len(), good);
        for number in [2, 3, 6] {
            assert!(bad.contains(&number) && lines[number as usize - 1]["error"].is_string());
        }
        assert_eq!(lines[3]["position"], "12|12");
        assert_eq!(lines[6]["value"], 1.0);
        assert_eq!(lines[7]["position"], "3|1");
    }
    let ran =
        with_input(data.path(), &["show", "half-gammon", "-", "--json-lines"], input).with_code(2);
    assert_eq!(ran.out.lines().count(), 8);
}

#[test]
fn good_lines_alone_end_well() {
    let data = small();
    let ran = with_input(data.path(), &["probe", "half-gammon", "-", "--json-lines"], "1|1\n2|2\n");
    assert_eq!(ran.with_code(0).out.lines().count(), 2);
    let ran =
        with_input(data.path(), &["show", "half-gammon", "-", "--json-lines"], "").with_code(0);
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("", ""));
    // The roll applies to every line.
    let arguments = ["probe", "half-gammon", "-", "--json-lines", "--roll", "21"];
    let ran = with_input(data.path(), &arguments, "3|3\n4|4").with_code(0);
    for line in ran.out.lines() {
        let answer: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(answer["roll"], "2-1");
    }
}

#[test]
fn lines_that_no_database_holds_are_told_apart_from_bad_ones() {
    let data = small();
    let arguments = ["probe", "half-gammon", "-", "--json-lines", "--no-search"];
    let ran = with_input(data.path(), &arguments, "1|1\n1,2|1,2\n").with_code(3);
    let second: serde_json::Value = serde_json::from_str(ran.out.lines().nth(1).unwrap()).unwrap();
    assert_eq!((&second["line"], &second["kind"]), (&2.into(), &"not-built".into()));
    with_input(data.path(), &arguments, "1,2|1,2\nfoo\n").with_code(2);
    let layer = ["probe", "half-gammon/contact-2-2", "-", "--json-lines"];
    assert_eq!(with_input(data.path(), &layer, "1,2|1,2\n").with_code(3).out, "");
}
