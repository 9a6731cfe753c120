//! The program from the command line.

use std::path::Path;

use serde_json::Value as Json;

#[cfg(target_os = "linux")]
use crate::support::running::{interrupted, word};
use crate::support::{Ran, run_with_input};

const PROGRAM: &str = env!("CARGO_BIN_EXE_shuban-reproduce");

/// Runs the program with this data folder.
fn reproduce(data: &Path, arguments: &[&str]) -> Ran {
    run_with_input(PROGRAM, data, arguments, "")
}

#[test]
fn the_reproductions_of_half_gammon_pass() {
    let data = tempfile::tempdir().unwrap();
    let to = data.path().join("reproduced");
    for (id, rows, files) in [("half-gammon/bearoff", 22, 4), ("half-gammon/races", 47, 0)] {
        let run = [id, "--to", to.to_str().unwrap(), "--json", "-q"];
        let found = reproduce(data.path(), &run).with_code(0).json();
        assert_eq!((&found["id"], &found["passed"]), (&id.into(), &true.into()));
        assert_eq!(found["rows"].as_array().unwrap().len(), rows);
        assert_eq!(found["files"].as_array().unwrap().len(), files);
    }
    let list = reproduce(data.path(), &[]).with_code(0).out;
    assert!(list.contains("half-gammon/bearoff") && list.contains("half-gammon/races"), "{list}");
}

#[test]
fn there_is_no_reproduction_of_nonsense() {
    let data = tempfile::tempdir().unwrap();
    let refused = reproduce(data.path(), &["nonsense", "--json"]).with_code(2);
    assert_eq!(refused.json()["kind"], "unknown-reproduction");
    let near = reproduce(data.path(), &["half-gammon/bearof"]).with_code(2);
    assert!(near.err.contains("`half-gammon/bearoff`"), "{}", near.err);
}

#[test]
fn the_print_is_recomputed_and_nothing_differs() {
    let data = tempfile::tempdir().unwrap();
    let rows = |id: &str| -> Vec<Json> {
        let ran = reproduce(data.path(), &[id, "--json"]).with_code(0).json();
        assert_eq!(ran["passed"], true);
        ran["rows"].as_array().unwrap().clone()
    };
    let examples = rows("tanhinmin/examples");
    assert_eq!(
        examples.iter().filter(|row| row["what"].as_str().unwrap().starts_with("table 1")).count(),
        10
    );
    assert!(examples.iter().all(|row| row["verdict"] == "agrees" || row["verdict"] == "unprinted"));
    let slips = rows("tanhinmin/slips");
    let wrong = slips.iter().filter(|row| row["verdict"] == "print-wrong").count();
    assert_eq!((slips.len(), wrong), (19, 7));
}

#[cfg(target_os = "linux")]
#[test]
fn an_interruption_is_told() {
    for (signal, arguments, words) in [
        ("-INT", ["trax/tables-1-2"], "no row was computed"),
        ("-TERM", ["gammon/learning"], "row"),
    ] {
        let data = tempfile::tempdir().unwrap();
        let ran = interrupted(PROGRAM, data.path(), &arguments, 100, signal).with_code(3);
        assert!(word(&ran).contains(words), "{arguments:?}: {}", ran.err);
        assert_eq!(std::fs::read_dir(data.path()).unwrap().count(), 0, "{arguments:?}");
    }
}
