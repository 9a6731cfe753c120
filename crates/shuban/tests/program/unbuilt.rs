//! Positions of which no database is built.

use serde_json::{Value as Json, json};

use crate::common::shuban;

/// Bearing off, with and without contact; a race of all checkers; the start.
const BEAR_OFF: &str = "XGID=-BBBC-----------------cbb-:0:0:1:31:0:0:0:0:10";
const SHOT: &str = "bar|1,2";
const START: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10";

#[test]
fn a_bear_off_is_solved_on_the_spot() {
    let data = tempfile::tempdir().unwrap();
    let ran = shuban(data.path(), &["probe", "backgammon", BEAR_OFF, "--json"]).with_code(0);
    let found = ran.json();
    assert_eq!((&found["source"], &found["domain"]), (&json!("search"), &Json::Null));
    // The same as the exact tables of bear-offs have it: 30,548 positions.
    let value = found["value"].as_f64().unwrap();
    assert!((value + 0.465_307_176).abs() < 1e-6, "{value}");
    assert_eq!(found["money"]["cube"], "no double");
    let moves: Vec<&Json> =
        found["rolls"].as_array().unwrap().iter().filter(|roll| roll["dice"] == "3-1").collect();
    assert_eq!(moves[0]["moves"][0]["move"], "3/off 1/off", "{found}");
    assert!(!ran.err.contains("is not built"), "{}", ran.err);
    // Of an estimate it is told what to build, and what that takes.
    let ran = shuban(data.path(), &["probe", "backgammon", "6,24|6,24", "--json"]).with_code(0);
    assert_eq!(ran.json()["source"], "estimate");
    assert!(ran.err.contains("backgammon/contact-2-2 is not built yet"), "{}", ran.err);
    assert!(ran.err.contains("MiB of memory"), "{}", ran.err);
}

#[test]
fn a_database_that_is_soon_built_is_named_before_one_that_is_too_large() {
    let data = tempfile::tempdir().unwrap();
    let ran = shuban(data.path(), &["probe", "backgammon", START, "--no-search"]).with_code(3);
    assert!(
        ran.err.contains("backgammon/contact-15-15 is not built, and too large"),
        "{}",
        ran.err
    );
    let ran = shuban(data.path(), &["probe", "backgammon", SHOT, "--no-search"]).with_code(3);
    assert!(ran.err.contains("`shuban build backgammon/contact-2-1` (< 1 s, "), "{}", ran.err);
}

#[test]
fn what_is_too_large_is_estimated() {
    let data = tempfile::tempdir().unwrap();
    let found = shuban(data.path(), &["probe", "backgammon", START, "--json"]).with_code(0).json();
    assert_eq!((&found["source"], &found["proven"]), (&json!("estimate"), &json!(false)));
    let best = found["rolls"].as_array().unwrap().iter().find(|roll| roll["dice"] == "5-2");
    assert!(best.unwrap()["moves"].as_array().unwrap().len() > 5, "{found}");
    let lines = shuban(data.path(), &["probe", "half-gammon", "bar,1|3,5", "--json"]);
    assert_eq!(lines.with_code(0).json()["source"], "search");
}

#[test]
fn once_it_is_built_the_database_answers() {
    let data = tempfile::tempdir().unwrap();
    shuban(data.path(), &["build", "backgammon/contact-2-1", "-q"]).with_code(0);
    let ran = shuban(data.path(), &["probe", "backgammon", SHOT, "--json"]).with_code(0);
    assert_eq!(ran.json()["source"], "backgammon/contact-2-1");
    assert!(!ran.err.contains("not built"), "{}", ran.err);
}
