//! Interrupted commands: each ends soon, with its own message.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::common::{Ran, shuban};
use crate::support::running::{self, Running, word};

const PROGRAM: &str = env!("CARGO_BIN_EXE_shuban");

/// Interrupts a command in the middle of its work.
fn interrupted(data: &Path, arguments: &[&str], ticks: u64, signal: &str) -> Ran {
    running::interrupted(PROGRAM, data, arguments, ticks, signal)
}

const LARGE_BOARD: &str = "X..../...../....O/...../.....";
const LARGE_DEAL: &str = "1,9,12,17,20|2,8,13,18|3,7,14,16,21|4,6,11,15,19";

#[test]
fn every_command_that_works_for_long_ends_with_a_word_that_fits_it() {
    let cases: &[(&str, &[&str], u64, &[&str])] = &[
        ("-INT", &["build", "backgammon/contact-3-3"], 30, &["the build goes on when run again"]),
        ("-TERM", &["quickstart"], 30, &["the build goes on when run again"]),
        ("-TERM", &["perft", "backgammon", "--plies", "9"], 30, &["of 9 plies", "no ply was"]),
        (
            "-INT",
            &["perft", "trax/8", "--plies", "20", "--distinct"],
            100,
            &["plies", "no ply was"],
        ),
        ("-INT", &["check", "trax", "--pairs", "1000000000"], 30, &["of 1,000,000,000 positions"]),
        ("-TERM", &["check", "amazons", "--sums", "100000000"], 30, &["the check was not done"]),
        ("-TERM", &["solve", "tanhinmin", LARGE_DEAL], 30, &["nothing is known"]),
        (
            "-INT",
            &["match", "backgammon", "random", "random", "--games", "10000000"],
            30,
            &["games played: ", "no game was played"],
        ),
        (
            "-TERM",
            &["play", "trax/7-loops", "--side", "red", "--time", "100"],
            30,
            &["after 0 moves"],
        ),
    ];
    for (signal, arguments, ticks, words) in cases {
        let data = tempfile::tempdir().unwrap();
        let ran = interrupted(data.path(), arguments, *ticks, signal);
        let said = word(&ran);
        assert_eq!(ran.code, Some(3), "{arguments:?}: {said}");
        assert!(words.iter().any(|word| said.contains(word)), "{arguments:?}: {said}");
        let builds = matches!(arguments[0], "build" | "quickstart");
        assert_eq!(said.contains("goes on when run again"), builds, "{arguments:?}: {said}");
        let left: Vec<_> = fs::read_dir(data.path()).unwrap().flatten().collect();
        assert!(builds || left.is_empty(), "{arguments:?} left {left:?}");
    }
}

/// Interrupts a command that then prints its partial results. On a very busy machine it may be
/// ended before: then tries again.
fn told(arguments: &[&str], ticks: u64, is_told: impl Fn(&Ran) -> bool) -> Ran {
    for _ in 0..10 {
        let data = tempfile::tempdir().unwrap();
        let ran = interrupted(data.path(), arguments, ticks, "-TERM").with_code(3);
        if is_told(&ran) {
            return ran;
        }
    }
    panic!("{arguments:?} never told what it has so far");
}

#[cfg(feature = "serve")]
#[test]
fn a_server_says_where_it_listens_and_that_it_is_closed() {
    let data = tempfile::tempdir().unwrap();
    let ran = interrupted(data.path(), &["serve", "--listen", "127.0.0.1:0"], 0, "-TERM");
    // To end it is the usual way: no error.
    let ran = ran.with_code(0);
    assert_eq!(ran.err, "the server is closed\n");
    assert!(ran.out.starts_with("http://127.0.0.1:"), "{}", ran.out);
}

#[test]
fn what_a_search_knows_is_told_when_it_is_interrupted() {
    for arguments in [["solve", "trax/8", "--json"], ["solve", "amazons", LARGE_BOARD]] {
        let ran = told(&arguments, 30, |ran| ran.err.contains("what is known so far"));
        assert!(!ran.err.contains("error"), "{}", ran.err);
        assert!(ran.out.contains("search"), "{}", ran.out);
    }
}

#[test]
fn plies_that_were_counted_are_told() {
    let arguments = ["perft", "backgammon", "--plies", "9", "--json", "--threads", "1"];
    let json = told(&arguments, 50, |ran| ran.out.contains("sequences")).json();
    assert_eq!(json["kind"], "interrupted");
    let plies = json["plies"].as_array().unwrap();
    assert_eq!(plies[0]["sequences"], 447, "{json}");
    assert_eq!(json["error"], format!("interrupted: counted {} of 9 plies", plies.len()));
}

#[test]
fn a_command_that_waits_for_input_ends_too() {
    let data = tempfile::tempdir().unwrap();
    shuban(data.path(), &["build", "half-gammon/contact-1-1", "--quiet"]).with_code(0);
    for arguments in [
        &["probe", "half-gammon", "-", "--json-lines"][..],
        &["show", "half-gammon", "-", "--json-lines"],
    ] {
        let mut running = Running::start(PROGRAM, data.path(), arguments);
        let mut input = running.0.stdin.take().unwrap();
        input.write_all(b"1|1\n").unwrap();
        let mut out = BufReader::new(running.0.stdout.take().unwrap());
        let mut answer = String::new();
        out.read_line(&mut answer).unwrap();
        assert_eq!(serde_json::from_str::<Json>(&answer).unwrap()["game"], "half-gammon");
        running.signal("-INT");
        running.0.stdout = Some(out.into_inner());
        let ran = running.ended();
        assert_eq!((ran.code, ran.out.as_str()), (Some(3), ""), "{arguments:?}");
        assert_eq!(word(&ran), "error: interrupted: 1 line answered");
        drop(input);
    }
}

/// Waits until something is so, for longer than any machine needs.
fn awaited(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(60), "never: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Returns true if a process runs, and is not merely waiting for its end to be noticed.
fn runs(process: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}

/// A player that hangs before it introduces itself, or when it has answered so many questions.
const HANGING: &str = r#"
import json, os, sys, time
def hang():
    open("hangs.new", "w").write(str(os.getpid()))
    os.rename("hangs.new", "hangs")
    time.sleep(600)
sys.stdin.readline()
if sys.argv[1] == "0":
    hang()
print('{"name": "slow", "answers": "values"}', flush=True)
for number, line in enumerate(sys.stdin):
    if sys.argv[1] == str(number):
        hang()
    print(json.dumps({"id": json.loads(line)["id"], "value": 0}), flush=True)
"#;

/// Interrupts a judge as a terminal does when its player hangs, and waits for the end of both.
fn interrupted_with_its_player(data: &Path, layer: &str, answers: u32) -> Ran {
    fs::write(data.join("hangs.py"), HANGING).unwrap();
    // A shell that waits for the player: to end the shell alone would leave the player running.
    let program = format!("sh -c 'python3 hangs.py {answers}; true'");
    let judge = Command::new(PROGRAM)
        .env("SHUBAN_DATA", data)
        .current_dir(data)
        .args(["judge", layer, "--program", &program, "--all", "--json"])
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let judge = Running(judge.unwrap());
    let file = data.join("hangs");
    awaited("the player hangs", || file.exists());
    let player = fs::read_to_string(&file).unwrap();
    fs::remove_file(&file).unwrap();
    assert!(runs(&player));
    // A terminal interrupts the group that it has in front.
    let group = format!("-{}", judge.0.id());
    assert!(Command::new("kill").args(["-INT", "--", &group]).status().unwrap().success());
    let ran = judge.ended().with_code(3);
    awaited("the player has ended", || !runs(&player));
    ran
}

#[test]
fn a_judge_that_is_interrupted_at_a_terminal_tells_so_and_leaves_no_program_behind() {
    let data = tempfile::tempdir().unwrap();
    let layer = "half-gammon/contact-1-1";
    shuban(data.path(), &["build", layer, "--quiet"]).with_code(0);
    let ran = interrupted_with_its_player(data.path(), layer, 0);
    assert_eq!(word(&ran), "error: interrupted: no answer was judged");
    let ran = interrupted_with_its_player(data.path(), layer, 50);
    assert_eq!(word(&ran), "error: interrupted: what was judged so far");
    let told = ran.json();
    let kinds = [&told["kind"], &told["ended"]["kind"]];
    assert_eq!(kinds, ["interrupted", "interrupted"]);
    // On a very busy machine not all answers have been read when it is interrupted.
    assert!(told["questions"].as_u64().unwrap() <= 50, "{told}");
}

/// Tries a short command until an interruption hits it.
fn met(data: &Path, arguments: &[&str]) -> Ran {
    for _ in 0..20 {
        let ran = interrupted(data, arguments, 0, "-INT");
        if ran.code != Some(0) {
            return ran.with_code(3);
        }
    }
    panic!("{arguments:?} was always done before it could be interrupted");
}

#[test]
fn short_work_on_tables_says_what_was_not_done() {
    let data = tempfile::tempdir().unwrap();
    let layer = "half-gammon/contact-3-3";
    shuban(data.path(), &["build", layer, "--quiet"]).with_code(0);
    let exported = met(data.path(), &["export", layer, "--to", "table.csv"]);
    assert_eq!(word(&exported), "error: interrupted: nothing was written");
    assert!(!data.path().join("table.csv").exists());
    let verified = met(data.path(), &["verify", layer, "--all"]);
    assert!(word(&verified).contains("checked"), "{}", verified.err);
}

#[test]
fn a_search_with_a_checkpoint_begins_as_small_as_one_without() {
    let data = tempfile::tempdir().unwrap();
    let search =
        ["solve", "trax/8", "--question", "win", "--nodes", "300", "--memory", "4G", "--json"];
    let capacity = |more: &[&str]| {
        let ran = shuban(data.path(), &[&search[..], more].concat()).with_code(1).json();
        ran["questions"][0]["table_capacity"].as_u64().unwrap()
    };
    let file = data.path().join("eight.search");
    let checkpoint = ["--checkpoint", file.to_str().unwrap()];
    let with = capacity(&checkpoint);
    assert_eq!(with, capacity(&[]));
    // It also resumes in a table with just enough room for what was saved.
    assert_eq!(with, capacity(&[&checkpoint[..], &["--resume"]].concat()));
    assert!(with * 24 < 100 << 20, "{with}");
}
