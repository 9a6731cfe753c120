//! Running the program, and examining its output.

use std::path::Path;
use std::process::{Child, Stdio};

use serde_json::Value as Json;

pub(crate) use crate::support::Ran;
use crate::support::run_with_input;

/// Returns the names of an object's members, in order.
pub(crate) fn members(object: &Json) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

/// Returns the members of an answer about a position: the common ones, then these.
pub(crate) fn answer_members(own: &str) -> Vec<&str> {
    let common = "game domain position seat over outcome source";
    common.split(' ').chain(own.split(' ')).collect()
}

pub(crate) fn command(data: &Path) -> std::process::Command {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_shuban"));
    command.env("SHUBAN_DATA", data);
    command
}

/// Runs the program with this data folder.
pub(crate) fn shuban(data: &Path, arguments: &[&str]) -> Ran {
    with_input(data, arguments, "")
}

/// Runs the program with this standard input.
pub(crate) fn with_input(data: &Path, arguments: &[&str], input: impl Into<Vec<u8>>) -> Ran {
    run_with_input(env!("CARGO_BIN_EXE_shuban"), data, arguments, input)
}

/// Starts the program and leaves it running.
pub(crate) fn start(data: &Path, arguments: &[&str]) -> Child {
    let quiet = || Stdio::null();
    command(data)
        .args(arguments)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Creates a data folder with `half-gammon/contact-2-1` and all that it needs.
pub(crate) fn small() -> tempfile::TempDir {
    let data = tempfile::tempdir().unwrap();
    shuban(data.path(), &["build", "half-gammon/contact-2-1", "--quiet"]).with_code(0);
    data
}

/// Returns the content hash of a build's result.
pub(crate) fn content_hash(ran: &Ran) -> String {
    ran.json()["content_hash"].as_str().unwrap().to_owned()
}

pub(crate) fn number(value: &Json) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("no number: {value}"))
}

pub(crate) fn list(value: &Json) -> &Vec<Json> {
    value.as_array().unwrap_or_else(|| panic!("no array: {value}"))
}

/// Returns the output of `solve` as JSON.
pub(crate) fn solve(data: &Path, arguments: &[&str]) -> Json {
    solve_with_code(0, data, arguments)
}

/// Returns the output of a `solve` whose limits end it before it can answer.
pub(crate) fn left_open(data: &Path, arguments: &[&str]) -> Json {
    solve_with_code(1, data, arguments)
}

fn solve_with_code(code: i32, data: &Path, arguments: &[&str]) -> Json {
    shuban(data, &[&["solve"], arguments, &["--json"]].concat()).with_code(code).json()
}
