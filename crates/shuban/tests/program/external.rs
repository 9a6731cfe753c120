//! Commands that are programs of their own, with small scripts in their place.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::Ran;

/// A script that prints its arguments, one a line.
const TELLS_ARGUMENTS: &str = "#!/bin/sh\nprintf '%s\\n' \"$@\"\nexit 7\n";

/// Copies the program into a folder of its own, without other programs beside it.
fn alone(folder: &Path) -> PathBuf {
    let (built, program) = (env!("CARGO_BIN_EXE_shuban"), folder.join("shuban"));
    if fs::hard_link(built, &program).is_err() {
        fs::copy(built, &program).unwrap();
    }
    program
}

/// Writes a small script.
fn script(file: &Path, text: &str) {
    fs::write(file, text).unwrap();
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Runs the program with this path.
fn ran(program: &Path, path: &Path, arguments: &[&str]) -> Ran {
    let output = Command::new(program).args(arguments).env("PATH", path).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn arguments_and_exit_code_are_passed_on() {
    let folder = tempfile::tempdir().unwrap();
    let program = alone(folder.path());
    script(&folder.path().join("shuban-reproduce"), TELLS_ARGUMENTS);
    for (given, passed) in [
        (&["reproduce"][..], &[][..]),
        (
            &["--json", "--data", "reproduce", "reproduce", "--full", "x", "-q", "--threads", "2"],
            &["--json", "--data", "reproduce", "--full", "x", "-q", "--threads", "2"],
        ),
        // Errors in these arguments are reported by the other program.
        (&["reproduce", "--none", "--", "--help"], &["--none", "--", "--help"]),
        (&["reproduce", "--help"], &["--help"]),
        (&["help", "reproduce"], &["--help"]),
    ] {
        let ran = ran(&program, folder.path(), given).with_code(7);
        let lines: Vec<&str> = ran.out.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, passed, "{given:?}");
    }
}

#[test]
fn a_program_beside_goes_before_one_on_the_path() {
    let (folder, path) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let program = alone(folder.path());
    script(&path.path().join("shuban-bench"), "#!/bin/sh\nexit 5\n");
    ran(&program, path.path(), &["bench"]).with_code(5);
    script(&folder.path().join("shuban-bench"), "#!/bin/sh\nexit 6\n");
    ran(&program, path.path(), &["bench"]).with_code(6);
}

#[test]
fn a_program_that_is_not_there_is_told_with_the_command_that_builds_it() {
    let folder = tempfile::tempdir().unwrap();
    let program = alone(folder.path());
    for name in ["reproduce", "bench", "daihinmin"] {
        let build = format!("`cargo build --release -p shuban-{name}`");
        let told = ran(&program, folder.path(), &[name, "--json"]).with_code(3);
        assert!(told.err.contains(&build), "{}", told.err);
        let json = told.json();
        assert_eq!(json["kind"], "no-program");
        assert!(json["error"].as_str().unwrap().contains(&build), "{json}");
        let help = ran(&program, folder.path(), &["--help"]).with_code(0).out;
        assert!(help.contains(&format!("\n  {name} ")), "{help}");
    }
    // Errors in global flags are reported as everywhere.
    ran(&program, folder.path(), &["--threads", "0", "bench"]).with_code(2);
}

#[test]
fn signals_reach_the_other_program() {
    let folder = tempfile::tempdir().unwrap();
    let program = alone(folder.path());
    let text = "#!/bin/sh\ntrap 'exit 9' TERM\necho begun\nwhile :; do sleep 0.05; done\n";
    script(&folder.path().join("shuban-daihinmin"), text);
    let mut running =
        Command::new(program).arg("daihinmin").stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(running.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "begun\n");
    let id = running.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(running.wait().unwrap().code(), Some(9));
}
