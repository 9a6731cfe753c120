//! Estimates by looking ahead: `solve … --plies`.

use serde_json::Value as Json;

use crate::common::{members, shuban, small, with_input};

const START: &str = "3,3,3,7,7,7,12,12|3,3,3,7,7,7,12,12";

fn estimated(arguments: &[&str]) -> Json {
    let data = tempfile::tempdir().unwrap();
    shuban(data.path(), &[&["solve", "half-gammon"], arguments, &["--json"]].concat())
        .with_code(0)
        .json()
}

#[test]
fn a_throw_is_estimated_with_all_its_moves_and_never_as_proven() {
    let found = estimated(&[START, "--plies", "3", "--roll", "2-3", "--form", "expectimax"]);
    assert_eq!((&found["source"], &found["proven"]), (&"estimate".into(), &false.into()));
    for absent in ["value", "lower", "upper", "estimate"] {
        assert!(found.get(absent).is_none(), "{absent}");
    }
    assert_eq!(found["roll"], "3-2");
    let rolls = found["rolls"].as_array().unwrap();
    assert_eq!((rolls.len(), &rolls[0]["dice"]), (1, &"3-2".into()));
    let moves = rolls[0]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    assert_eq!(rolls[0]["best"], moves[0]["move"]);
    let values: Vec<f64> = moves.iter().map(|one| one["estimate"].as_f64().unwrap()).collect();
    assert!(values.windows(2).all(|pair| pair[0] >= pair[1]) && values[0] > -1.0, "{values:?}");
    assert_eq!(rolls[0]["estimate"], moves[0]["estimate"]);
    assert_eq!((&found["plies"], &found["leaves"]), (&3.into(), &5_422.into()));
    assert_eq!((&found["chance_nodes"], &found["decision_nodes"]), (&150.into(), &901.into()));
    assert!(found["seconds"].as_f64().unwrap() >= 0.0);
}

#[test]
fn all_forms_estimate_alike_and_differ_in_nodes() {
    let found = |form: &str| estimated(&[START, "--plies", "2", "--form", form]);
    let plain = found("expectimax");
    let rolls = plain["rolls"].as_array().unwrap();
    assert_eq!((rolls.len(), members(&rolls[0]).contains(&"moves")), (6, false));
    for form in ["hashed", "alpha-beta", "star1", "star2"] {
        let other = found(form);
        assert_eq!((&other["estimate"], &other["rolls"]), (&plain["estimate"], &plain["rolls"]));
        assert_eq!(other["form"], form);
        assert!(other["nodes"].as_u64() <= plain["nodes"].as_u64(), "{form}");
    }
    assert!(found("star1")["nodes"].as_u64() < plain["nodes"].as_u64());
    // Within limits the search deepens as far as possible.
    let limited = estimated(&[START, "--plies", "9", "--nodes", "2000"]);
    let plies = limited["plies"].as_u64().unwrap();
    assert!((1..9).contains(&plies));
    let alone = estimated(&[START, "--plies", &plies.to_string()]);
    assert_eq!(limited["estimate"], alone["estimate"]);
    assert!(limited["nodes"].as_u64() > alone["nodes"].as_u64());
}

#[test]
fn people_read_that_nothing_is_proven() {
    let data = tempfile::tempdir().unwrap();
    let text = |arguments: &[&str]| {
        shuban(data.path(), &[&["solve", "half-gammon", START, "--plies", "1"], arguments].concat())
            .with_code(0)
            .out
    };
    let position = text(&[]);
    for part in ["not proven", "no: an estimate", "1 ply ahead", "decision nodes", "by estimate"] {
        assert!(position.contains(part), "{part}: {position}");
    }
    let roll = text(&["--roll", "2-3"]);
    assert!(roll.contains("loss") && roll.contains("no: an estimate"), "{roll}");
    assert!(!position.contains("proven between") && !roll.contains("proven between"));
}

#[test]
fn an_evaluation_function_is_chosen_by_name() {
    let of = |name: &[&str]| {
        let found = estimated(&[&[START, "--plies", "1"], name].concat());
        (found["evaluation"].as_str().unwrap().to_owned(), found["estimate"].as_f64().unwrap())
    };
    let (first, terms) = (of(&[]), of(&["--evaluation", "terms"]));
    let network = of(&["--evaluation", "network"]);
    assert_eq!(first, network);
    assert!(terms.0.starts_with("pips") && network.0.contains("network"), "{network:?}");
    assert!(terms.1 != network.1 && (terms.1 - network.1).abs() < 0.3, "{terms:?} {network:?}");
    let data = tempfile::tempdir().unwrap();
    let rolled_out = |name: &str| {
        let arguments =
            ["rollout", "half-gammon", "2,3|1,3", "--trials", "64", "--evaluation", name, "--json"];
        shuban(data.path(), &arguments).with_code(0).json()["evaluation"].clone()
    };
    assert_eq!((rolled_out("terms"), rolled_out("network")), (terms.0.into(), network.0.into()));
}

#[test]
fn what_is_built_counts_for_more_than_a_guess() {
    let empty = tempfile::tempdir().unwrap();
    let small = small();
    let solve = |data: &std::path::Path| {
        let arguments = ["solve", "half-gammon", "1,5|4", "--plies", "1", "--json"];
        shuban(data, &arguments).with_code(0).json()["estimate"].as_f64().unwrap()
    };
    let probe = shuban(small.path(), &["probe", "half-gammon", "1,5|4", "--json"]).with_code(0);
    let stored = probe.json()["value"].as_f64().unwrap();
    assert!((solve(small.path()) - stored).abs() < 1e-6);
    assert!((solve(empty.path()) - stored).abs() > 1e-3);
}

#[test]
fn what_cannot_be_estimated_is_refused_with_the_reason() {
    let data = tempfile::tempdir().unwrap();
    for (arguments, kind, reason) in [
        (&["half-gammon", START][..], "too-much", "too many to be solved together"),
        (&["trax/4", "", "--plies", "2"], "no-evaluation", "trax/4 has no evaluation function"),
        (
            &["half-gammon", START, "--plies", "2", "--evaluation", "luck"],
            "no-evaluation",
            "half-gammon has no evaluation function luck; it has network, terms",
        ),
        (
            &["hypergammon", "6|6", "--plies", "2", "--evaluation", "network"],
            "no-evaluation",
            "it has terms",
        ),
        (&["half-gammon", START, "--evaluation", "terms"], "usage", "--plies"),
        (&["half-gammon", START, "--plies", "2", "--roll", "4-1"], "bad-roll", "at character"),
        (&["half-gammon", "4|9", "--plies", "2"], "bad-position", "both sides on one point"),
        (&["half-gammon", START, "--roll", "2-1"], "usage", "--plies"),
        (&["half-gammon", START, "--plies", "0"], "usage", "0 is not in 1.."),
        (&["half-gammon", START, "--plies", "2", "--form", "star3"], "usage", "star1"),
        (
            &["half-gammon", START, "--plies", "2", "--question", "win"],
            "usage",
            "games that are solved by proof search",
        ),
    ] {
        let ran = shuban(data.path(), &[&["solve"], arguments, &["--json"]].concat()).with_code(2);
        assert!(ran.err.contains(reason), "{arguments:?}: {}", ran.err);
        assert_eq!(ran.json()["kind"], kind, "{arguments:?}");
    }
    let lines = format!("{START}\n4|9\n|1\n");
    let arguments = ["solve", "half-gammon", "-", "--json-lines", "--plies", "1"];
    let ran = with_input(data.path(), &arguments, lines).with_code(2);
    let lines: Vec<Json> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), &lines[1]["kind"]), (3, &"bad-position".into()));
    assert!(lines[0]["estimate"].is_number() && lines[2].get("estimate").is_none());
    let late = ["solve", "half-gammon", START, "--plies", "9", "--nodes", "3", "--json"];
    assert_eq!(shuban(data.path(), &late).with_code(3).json()["kind"], "limit");
}
