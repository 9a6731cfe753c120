//! Running a program, and examining its output: for the tests of all our programs.

#[cfg(target_os = "linux")]
pub(crate) mod running;

use std::path::Path;
use std::process::Command;

use serde_json::Value as Json;

/// Outcome of a run.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// Returns the one JSON document on standard output.
    pub(crate) fn json(&self) -> Json {
        serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("{error}: {}\n{}", self.out, self.err))
    }

    /// Returns the same run, which must have ended with this exit code.
    pub(crate) fn with_code(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        self
    }
}

/// Runs a program with this data folder and this standard input.
pub(crate) fn run_with_input(
    program: &str,
    data: &Path,
    arguments: &[&str],
    input: impl Into<Vec<u8>>,
) -> Ran {
    let mut command = Command::new(program);
    command.env("SHUBAN_DATA", data);
    // What was read from addresses, by the content, so that tests cannot disturb each other.
    command.env("SHUBAN_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
    let mut command = assert_cmd::Command::from_std(command);
    let output = command.args(arguments).write_stdin(input).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}
