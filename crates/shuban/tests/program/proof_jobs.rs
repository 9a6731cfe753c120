//! Proof search by several processes, one of which is killed.

use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::Value as Json;

use crate::support::running::Running;

const QUESTION: [&str; 6] =
    ["solve", "amazons", "XXXX/..../..../..../OOOO", "--to-move", "white", "--question"];

fn start(data: &Path, rest: &[&str]) -> Running {
    let arguments = [&QUESTION, rest].concat();
    Running::start(env!("CARGO_BIN_EXE_shuban"), data, &arguments)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_jobs_of_a_process_that_is_killed_are_free_again() {
    let data = tempfile::tempdir().unwrap();
    let shared =
        ["win", "--threads", "1", "--json", "--quiet", "--ledger", "ledger", "--with-others", "1"];
    let mut killed = start(data.path(), &shared);
    while !names(data.path()).iter().any(|name| name.ends_with(".lock")) {
        assert!(killed.0.try_wait().unwrap().is_none(), "it has ended before it began a job");
        std::thread::sleep(Duration::from_millis(1));
    }
    killed.0.kill().unwrap();
    killed.0.wait().unwrap();
    let both = [start(data.path(), &shared), start(data.path(), &shared)];
    for ended in both.map(Running::ended) {
        assert_eq!(ended.code, Some(0), "{}", ended.err);
        let answer: Json = serde_json::from_str(&ended.out).unwrap();
        assert_eq!(answer["winner"], "white");
    }
    assert_eq!(names(data.path()), ["ledger"]);
    let refused = start(data.path(), &["win", "--with-others", "1"]).ended();
    assert_eq!(refused.code, Some(2), "{}", refused.err);
}
