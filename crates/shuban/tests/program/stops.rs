//! Interrupted commands: each ends soon, with a word that fits it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::common::{Ran, shuban};

/// Only so that a program that never ends fails its test: far more than any machine needs.
const HANGS: Duration = Duration::from_secs(120);

/// A running program, with what it has said so far unread.
struct Running(Child);

impl Running {
    fn start(data: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shuban"));
        command.env("SHUBAN_DATA", data).current_dir(data).args(arguments);
        command.env("TMPDIR", data);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Running(command.spawn().unwrap())
    }

    /// Waits until the program catches signals and has worked for so many ticks of its own time,
    /// 100 a second, so that it is in the middle of its work on any machine.
    fn works(&mut self, ticks: u64) {
        let started = Instant::now();
        while !self.catches_signals() || self.ticks() < ticks {
            if self.0.try_wait().unwrap().is_some() {
                return;
            }
            assert!(started.elapsed() < HANGS, "it does not work");
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn proc(&self, file: &str) -> String {
        fs::read_to_string(format!("/proc/{}/{file}", self.0.id())).unwrap_or_default()
    }

    fn catches_signals(&self) -> bool {
        const INTERRUPT: u64 = 1 << 1;
        let status = self.proc("status");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        caught.is_some_and(|mask| {
            u64::from_str_radix(mask.trim(), 16).unwrap_or_default() & INTERRUPT != 0
        })
    }

    fn ticks(&self) -> u64 {
        let stat = self.proc("stat");
        // After the name, which may have blanks: the 12th and 13th are the times.
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum()
    }

    fn signal(&self, signal: &str) {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    }

    /// How it ends.
    fn ended(mut self) -> Ran {
        let (mut out, mut err) = (self.0.stdout.take().unwrap(), self.0.stderr.take().unwrap());
        let read = |source: &mut dyn Read| {
            let mut text = String::new();
            source.read_to_string(&mut text).unwrap();
            text
        };
        let out = thread::spawn(move || read(&mut out));
        let err = thread::spawn(move || read(&mut err));
        let started = Instant::now();
        let code = loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                break status.code();
            }
            if started.elapsed() > HANGS {
                self.0.kill().unwrap();
                panic!("it does not end");
            }
            thread::sleep(Duration::from_millis(5));
        };
        Ran { code, out: out.join().unwrap(), err: err.join().unwrap() }
    }
}

/// Interrupts a command in the middle of its work.
fn interrupted(data: &Path, arguments: &[&str], ticks: u64, signal: &str) -> Ran {
    let mut running = Running::start(data, arguments);
    running.works(ticks);
    running.signal(signal);
    running.ended()
}

/// The last word of an interrupted command.
fn word(ran: &Ran) -> &str {
    let line = ran.err.lines().find(|line| line.starts_with("error: interrupted"));
    line.unwrap_or_else(|| panic!("{:?}: {}{}", ran.code, ran.out, ran.err))
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
        ("-INT", &["bench", "--full"], 30, &["not everything was measured"]),
        ("-INT", &["reproduce", "trax/tables-1-2"], 100, &["no row was computed"]),
        ("-TERM", &["reproduce", "gammon/learning"], 100, &["row"]),
        ("-TERM", &["solve", "tanhinmin", LARGE_DEAL], 30, &["nothing is known"]),
        (
            "-INT",
            &["daihinmin", "match", "base", "base", "base", "base", "base", "--games", "10000000"],
            30,
            &["the match was not played to its end"],
        ),
        (
            "-INT",
            &["match", "backgammon", "random", "random", "--games", "10000000"],
            30,
            &["games played: ", "no game was played"],
        ),
        ("-TERM", &["play", "trax/8", "--side", "red", "--time", "100"], 30, &["after 0 moves"]),
        ("-INT", &["daihinmin", "serve", "--port", "0"], 0, &["the server is closed"]),
        (
            "-INT",
            &["daihinmin", "client", "--port", "1", "--player", "base", "--reaching", "100000"],
            0,
            &["the client has left"],
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

/// Interrupts a command that then tells what it has so far. On a very busy machine it may be ended
/// before it does: then once more.
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
    let ran = ran.with_code(3);
    assert_eq!(word(&ran), "error: interrupted: the server is closed");
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
fn a_command_that_waits_for_input_or_output_ends_too() {
    let data = tempfile::tempdir().unwrap();
    shuban(data.path(), &["build", "half-gammon/contact-1-1", "--quiet"]).with_code(0);
    for arguments in [
        &["probe", "half-gammon", "-", "--json-lines"][..],
        &["show", "half-gammon", "-", "--json-lines"],
    ] {
        let mut running = Running::start(data.path(), arguments);
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
    // A pipe that nobody reads, and one that nobody writes.
    for (name, arguments, said) in [
        ("pipe.svg", &["draw", "half-gammon", "1|1", "--to", "pipe.svg"][..], "no picture was"),
        ("pipe.txt", &["daihinmin", "check", "pipe.txt"], "not all records were checked"),
    ] {
        assert!(Command::new("mkfifo").arg(data.path().join(name)).status().unwrap().success());
        let ran = interrupted(data.path(), arguments, 0, "-TERM").with_code(3);
        assert!(word(&ran).contains(said), "{}", ran.err);
    }
}

/// Tries a short command until an interruption meets it.
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
        let ran = shuban(data.path(), &[&search[..], more].concat()).with_code(0).json();
        ran["questions"][0]["table_capacity"].as_u64().unwrap()
    };
    let file = data.path().join("eight.search");
    let checkpoint = ["--checkpoint", file.to_str().unwrap()];
    let with = capacity(&checkpoint);
    assert_eq!(with, capacity(&[]));
    // And goes on in one that has room for what was saved.
    assert_eq!(with, capacity(&[&checkpoint[..], &["--resume"]].concat()));
    assert!(with * 24 < 100 << 20, "{with}");
}
