//! `rollout`, `analyse --rollouts` and `bench rollout-calibration`.

use std::path::Path;

use serde_json::{Value as Json, json};

use crate::common::{Ran, shuban, small, with_input};

const START: &str = "3,3,3,7,7,7,12,12|3,3,3,7,7,7,12,12";

fn rollout(data: &Path, arguments: &[&str]) -> Ran {
    shuban(data, &[&["rollout", "half-gammon"], arguments].concat())
}

/// Returns the type of the value under each name.
fn shape(document: &Json) -> Json {
    match document {
        Json::Null => json!("nothing"),
        Json::Bool(_) => json!("yes or no"),
        Json::Number(number) if number.is_f64() => json!("number"),
        Json::Number(_) => json!("whole number"),
        Json::String(_) => json!("text"),
        Json::Array(all) => all.first().map_or(json!([]), |first| json!([shape(first)])),
        Json::Object(all) => {
            all.iter().map(|(name, member)| (name.clone(), shape(member))).collect()
        }
    }
}

/// Removes the time that it took.
fn found(ran: Ran) -> Json {
    let mut found = ran.with_code(0).json();
    found.as_object_mut().unwrap().remove("seconds").unwrap();
    found
}

#[test]
fn the_documents_have_their_shapes_and_the_same_for_any_number_of_threads() {
    let data = small();
    for (name, arguments) in [
        ("rolled_out", &["1,5,10|4,7", "--trials", "200"][..]),
        ("moves_rolled_out", &["1,5,10|4,7", "--trials", "200", "--roll", "1-2"]),
    ] {
        let run = |more: &[&str]| {
            found(rollout(data.path(), &[arguments, &["--json", "-q"], more].concat()))
        };
        let one = run(&["--threads", "1"]);
        assert_eq!(one, run(&["--threads", "4"]));
        assert_ne!(one, run(&["--seed", "2"]));
        insta::assert_snapshot!(name, format!("{:#}", shape(&one)));
        assert_eq!((&one["source"], &one["proven"]), (&"rollouts".into(), &false.into()));
        // No bounds, and no other member that looks proven.
        assert!(one.get("lower").is_none() && one.get("value").is_none());
        let ended = one["ended"].as_object().unwrap().values();
        let trials = ended.map(|count| count.as_u64().unwrap()).sum::<u64>();
        let moves = one["rolls"].get(0).map_or(1, |roll| roll["moves"].as_array().unwrap().len());
        assert_eq!(trials, one["trials"].as_u64().unwrap() * moves as u64);
    }
}

#[test]
fn moves_come_best_first_with_what_they_cost() {
    let data = small();
    let found =
        found(rollout(data.path(), &["1,5,10|4,7", "--roll", "1-2", "--trials", "400", "--json"]));
    assert_eq!(found["roll"], "2-1");
    let moves = found["rolls"][0]["moves"].as_array().unwrap();
    let numbers =
        |name: &str| -> Vec<f64> { moves.iter().map(|one| one[name].as_f64().unwrap()).collect() };
    let (estimates, costs) = (numbers("estimate"), numbers("cost"));
    assert!(moves.len() > 2 && estimates.is_sorted_by(|one, other| one >= other), "{estimates:?}");
    for (estimate, cost) in estimates.iter().zip(&costs) {
        assert!((estimates[0] - estimate - cost).abs() < 1e-12 && *cost >= 0.0);
    }
    assert_eq!((costs[0], numbers("cost_error")[0]), (0.0, 0.0));
    assert_eq!(found["rolls"][0]["best"], moves[0]["move"]);
}

#[test]
fn people_read_that_it_is_an_estimate_and_how_trials_ended() {
    let data = small();
    let text = rollout(data.path(), &["1,5,10|4,7", "--trials", "200"]).with_code(0).out;
    for part in ["95 % between", "not proven", "no: an estimate", "in a database", "by rollouts"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.contains("luck taken off, 2 stratified"), "{text}");
    let strata = ["1,5,10|4,7", "--trials", "200", "--no-luck"];
    let text = rollout(data.path(), &strata).with_code(0).out;
    assert!(text.contains("rolls: 2 stratified"), "{text}");
    let plain = ["1,5,10|4,7", "--trials", "200", "--plain", "--turns", "3"];
    let text = rollout(data.path(), &plain).with_code(0).out;
    assert!(text.contains("rolls: none") && !text.contains(" 0.0 % cut off"), "{text}");
}

#[test]
fn a_database_that_holds_the_position_says_it_all() {
    let data = small();
    let found = found(rollout(data.path(), &["1,5|4", "--json"]));
    let stored = shuban(data.path(), &["probe", "half-gammon", "1,5|4", "--json"]).with_code(0);
    assert_eq!(
        (&found["estimate"], &found["standard_error"]),
        (&stored.json()["value"], &0.0.into())
    );
    assert_eq!(found["ended"]["in_a_database"], found["trials"]);
}

#[test]
fn trials_stop_at_an_error_and_lines_are_answered_one_by_one() {
    let data = small();
    let arguments = ["1,5,10|4,7", "--trials", "100000", "--error", "0.03", "--json"];
    let found = found(rollout(data.path(), &arguments));
    assert!(found["standard_error"].as_f64().unwrap() <= 0.03);
    assert!(found["trials"].as_u64().unwrap() < 20_000, "{found}");
    let arguments = ["rollout", "half-gammon", "-", "--json-lines", "--trials", "20"];
    let ran = with_input(data.path(), &arguments, "1,5,10|4,7\n4|9\n|1\n").with_code(2);
    let lines: Vec<Json> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), &lines[1]["kind"]), (3, &"bad-position".into()));
    assert!(lines[0]["estimate"].is_number() && lines[2].get("estimate").is_none());
}

#[test]
fn what_cannot_be_rolled_out_is_refused_with_the_reason() {
    let data = tempfile::tempdir().unwrap();
    for (arguments, kind, reason) in [
        (&["trax/4", ""][..], "no-evaluation", "trax/4 has no evaluation function"),
        (&["amazons", "X.O"], "no-chance", "amazons leaves nothing to chance"),
        (&["half-gammon", START, "--roll", "4-1"], "bad-roll", "at character"),
        (&["half-gammon", "4|9"], "bad-position", "both sides on one point"),
        (&["half-gammon", START, "--trials", "1"], "usage", "1 is not in 16.."),
        (&["half-gammon", START, "--error", "0"], "usage", "must be larger than 0"),
        (&["half-gammon", START, "--turns", "1001"], "usage", "1001"),
    ] {
        let ran = shuban(data.path(), &[&["rollout"], arguments, &["--json"]].concat());
        let ran = ran.with_code(2);
        assert!(ran.err.contains(reason), "{arguments:?}: {}", ran.err);
        assert_eq!(ran.json()["kind"], kind, "{arguments:?}");
    }
}

#[test]
fn games_are_analysed_by_rollouts_where_no_database_knows() {
    let data = tempfile::tempdir().unwrap();
    shuban(data.path(), &["build", "backgammon/contact-1-1", "-q"]).with_code(0);
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/hypergammon.mat");
    let example = example.to_str().unwrap();
    let page = data.path().join("page.html");
    let run = |more: &[&str]| {
        let arguments = ["analyse", example, "-q", "--rollouts", "16", "--turns", "4"];
        shuban(data.path(), &[&arguments[..], more].concat()).with_code(0)
    };
    let found = run(&["--json", "--to", page.to_str().unwrap()]).json();
    let moves: Vec<&Json> = found["games"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|game| game["moves"].as_array().unwrap())
        .collect();
    let estimated = moves.iter().filter(|made| made["decision"] == "estimated");
    let estimated: Vec<&&Json> = estimated.collect();
    assert!(estimated.len() > 100 && moves.iter().all(|made| made["decision"] != "unknown"));
    for made in &estimated {
        assert_eq!((&made["source"], made.get("cost")), (&"rollouts".into(), None));
        let number = |name: &str| made["estimated_cost"][name].as_f64().unwrap();
        let (cost, error) = (number("value"), number("standard_error"));
        assert_eq!(made.get("best").is_some(), cost > 0.0 && cost >= 2.0 * error, "{made}");
    }
    let decisions = |player: usize| found["players"][player]["estimated"]["decisions"].as_u64();
    let all = decisions(0).unwrap() + decisions(1).unwrap();
    assert_eq!(all as usize, estimated.len());
    let text = run(&[]).out;
    assert!(text.contains("costs about") && text.contains("not proven"), "{text}");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("estimated") && page.contains("not proven"));
    // Flags of rollouts need --rollouts.
    let ran = shuban(data.path(), &["analyse", example, "--seed", "2"]).with_code(2);
    assert!(ran.err.contains("--rollouts"), "{}", ran.err);
}
