//! Running programs, and signals to them.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::Ran;

/// Time after which a program hangs: far more than any machine needs.
const HANGS: Duration = Duration::from_secs(120);

/// A running program, with unread output.
pub(crate) struct Running(pub(crate) Child);

impl Running {
    /// Starts a program in this folder, where its data and its temporary files are.
    pub(crate) fn start(program: &str, data: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(program);
        command.env("SHUBAN_DATA", data).current_dir(data).args(arguments);
        command.env("TMPDIR", data);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Running(command.spawn().unwrap())
    }

    /// Waits until the program catches signals and has worked for `ticks` of its own time, 100 a
    /// second, so that it is in the middle of its work on any machine.
    pub(crate) fn works(&mut self, ticks: u64) {
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

    pub(crate) fn signal(&self, signal: &str) {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    }

    /// Waits for the end of the program.
    pub(crate) fn ended(mut self) -> Ran {
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

/// Interrupts a program in the middle of its work.
pub(crate) fn interrupted(
    program: &str,
    data: &Path,
    arguments: &[&str],
    ticks: u64,
    signal: &str,
) -> Ran {
    let mut running = Running::start(program, data, arguments);
    running.works(ticks);
    running.signal(signal);
    running.ended()
}

/// Returns the message of an interrupted command.
pub(crate) fn word(ran: &Ran) -> &str {
    let line = ran.err.lines().find(|line| line.starts_with("error: interrupted"));
    line.unwrap_or_else(|| panic!("{:?}: {}{}", ran.code, ran.out, ran.err))
}
