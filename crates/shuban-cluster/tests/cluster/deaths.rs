//! Processes that die, fail or fall silent.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use shuban_cluster::{Lost, Place, meet};
use tempfile::TempDir;

use crate::places::{KINDS, Kind, SOON, barrier, subject, together, trade_until_lost};

/// Numbers in a message: enough that something is always under way.
const MANY: usize = 400_000;

#[test]
fn one_that_breaks_off_is_lost_to_all() {
    for kind in KINDS {
        let lost = together(kind, 4, |mut exchange| {
            // One may be told of another's end before all have ended the first round.
            let _ = barrier(&mut exchange);
            (exchange.own() != 2).then(|| trade_until_lost(&mut exchange, MANY))
        });
        for lost in lost.into_iter().flatten() {
            assert_eq!(lost.to_string(), "process 2 was lost: it ended without a word", "{kind:?}");
        }
    }
}

#[test]
fn one_that_leaves_too_early_is_lost_to_all() {
    for kind in KINDS {
        let lost = together(kind, 3, |mut exchange| {
            let _ = barrier(&mut exchange);
            if exchange.own() == 0 {
                exchange.close();
                return None;
            }
            Some(trade_until_lost(&mut exchange, MANY))
        });
        for lost in lost.into_iter().flatten() {
            assert_eq!(lost.to_string(), "process 0 was lost: it has left", "{kind:?}");
        }
    }
}

#[test]
fn one_that_fails_tells_all_why() {
    for kind in KINDS {
        let lost = together(kind, 4, |mut exchange| {
            let _ = barrier(&mut exchange);
            if exchange.own() == 3 {
                exchange.fail("the disk is full");
                return None;
            }
            Some(trade_until_lost(&mut exchange, MANY))
        });
        for lost in lost.into_iter().flatten() {
            assert_eq!(lost.to_string(), "process 3 was lost: the disk is full", "{kind:?}");
        }
    }
}

#[test]
fn one_that_says_nothing_is_lost_to_the_impatient() {
    for kind in KINDS {
        let all_have_ended = Barrier::new(3);
        let lost = together(kind, 3, |mut exchange| {
            barrier(&mut exchange).unwrap();
            // Longer than a busy machine lets one of the others wait.
            exchange = exchange.with_patience(Duration::from_secs(2));
            let lost = (exchange.own() != 1).then(|| trade_until_lost(&mut exchange, MANY));
            all_have_ended.wait();
            lost
        });
        for Lost { process, why } in lost.into_iter().flatten() {
            assert_eq!((process, why.as_str()), (1, "it said nothing for 2s"), "{kind:?}");
        }
    }
}

const CHILD: &str = "SHUBAN_CLUSTER_CHILD";

/// Runs in a process of its own, if that was started by `Process::start`: trades until one is lost.
#[test]
fn child() {
    let Ok(words) = std::env::var(CHILD) else { return };
    let [place, folder, own, count] = words.split('|').collect::<Vec<_>>()[..] else { panic!() };
    let folder = PathBuf::from(folder);
    let place = match place {
        "Tcp" => Place::Published { folder, host: "127.0.0.1".into() },
        _ => Place::Sockets(folder),
    };
    let (own, count) = (own.parse().unwrap(), count.parse().unwrap());
    let mut exchange = meet(&place, own, count, &subject(), SOON).unwrap().with_patience(PATIENCE);
    barrier(&mut exchange).unwrap();
    println!("\nmet");
    println!("\n{}", trade_until_lost(&mut exchange, MANY));
}

/// Patience of the processes: longer than a busy machine lets one wait.
const PATIENCE: Duration = Duration::from_secs(6);

/// A process that runs `child`. It is killed when it is dropped.
struct Process {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Process {
    fn start(kind: Kind, folder: &TempDir, own: usize, count: usize) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "deaths::child", "--nocapture"])
            .env(CHILD, format!("{kind:?}|{}|{own}|{count}", folder.path().display()))
            .env_remove("RUST_BACKTRACE")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Process { child, output }
    }

    /// Reads up to a line that begins like this, and returns it.
    fn wait_for(&mut self, begin: &str) -> String {
        let mut line = String::new();
        while !line.starts_with(begin) {
            line.clear();
            let read = self.output.read_line(&mut line).unwrap();
            assert!(read > 0, "it ended before it said {begin}: {}", self.errors());
        }
        line.trim().to_owned()
    }

    fn errors(&mut self) -> String {
        let mut errors = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        errors
    }

    /// Waits until it has ended, and returns its status.
    fn end(mut self) -> ExitStatus {
        self.output.read_to_end(&mut Vec::new()).unwrap();
        let errors = self.errors();
        assert!(!errors.contains("panicked"), "{errors}");
        self.child.wait().unwrap()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a signal to one of some processes after they have met, and returns what the others say.
fn signal_one(
    kind: Kind,
    count: usize,
    victim: usize,
    signal: Signal,
    after: Duration,
) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let mut processes: Vec<_> =
        (0..count).map(|own| Process::start(kind, &folder, own, count)).collect();
    processes.iter_mut().for_each(|process| drop(process.wait_for("met")));
    thread::sleep(after);
    let began = Instant::now();
    let mut victim = processes.swap_remove(victim);
    kill_process(Pid::from_child(&victim.child), signal).unwrap();
    let said = processes.iter_mut().map(|process| process.wait_for("process")).collect();
    assert!(processes.into_iter().all(|process| process.end().success()));
    assert!(began.elapsed() < SOON);
    victim.child.kill().unwrap();
    assert!(!victim.end().success());
    said
}

#[test]
fn one_that_is_killed_is_lost_to_all() {
    let cases = [(Kind::Sockets, 2), (Kind::Sockets, 4), (Kind::Tcp, 2), (Kind::Tcp, 4)];
    for (i, (kind, count)) in cases.into_iter().enumerate() {
        let after = Duration::from_millis(37 * i as u64);
        for victim in [0, count - 1] {
            for said in signal_one(kind, count, victim, Signal::KILL, after) {
                assert_eq!(said, format!("process {victim} was lost: it ended without a word"));
            }
        }
    }
}

#[test]
fn one_that_is_frozen_is_lost_to_the_impatient() {
    for said in signal_one(Kind::Tcp, 3, 1, Signal::STOP, Duration::ZERO) {
        assert_eq!(said, "process 1 was lost: it said nothing for 6s");
    }
}
