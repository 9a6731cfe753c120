//! Programs that answer over a line protocol on their standard input and output.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};
use shuban_core::Progress;
use shuban_core::echo::{echo, safe_line};

use crate::examination::answer_sheet::AnswerSheet;
use crate::examination::deadline::Deadline;
use crate::examination::examinee::{AnswerForm, Answered, AskedTurn, Examinee};
use crate::examination::fault::Ended;
use crate::examination::line_protocol::{Greeting, Introduction, VERSION, write_question};

/// Longest line of a program, in bytes, without its end.
const LONGEST_LINE: usize = 1 << 16;

/// Lines that are read ahead: a program that writes more waits.
const LINES_AHEAD: usize = 1 << 10;

/// Interval of looking for interruptions while a program thinks.
const POLL: Duration = Duration::from_millis(50);

/// Time in which a program that has closed its output must exit, before it is ended.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Reason why a program cannot be examined.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// The command is empty, or its quotes are not closed.
    #[error("`{}` is not a command: a name and arguments, with quotes closed", echo(.0, 0))]
    Command(String),
    /// The program could not be started.
    #[error("`{}` could not be started: {source}", echo(.program, 0))]
    Start {
        /// The program.
        program: String,
        /// Error of the system.
        source: std::io::Error,
    },
    /// The first line is not an introduction.
    #[error("expected {{\"name\": ..., \"answers\": \"values\" or \"moves\"}}, found `{}`: {}",
        echo(.line, 0), safe_line(.reason))]
    Introduction {
        /// The line.
        line: String,
        /// The reason.
        reason: String,
    },
    /// The program did not introduce itself.
    #[error("no introduction: {0}")]
    NoIntroduction(Ended),
}

/// A line that a program has written.
enum Line {
    Text(String),
    Long,
}

/// A program under examination.
pub struct Program {
    name: String,
    form: AnswerForm,
    child: Child,
    /// The group of the processes of the program, until it is ended.
    group: Option<Pid>,
    lines: Receiver<Line>,
    questions: Sender<Vec<u8>>,
    patience: Duration,
    asked: u64,
}

impl Program {
    /// Starts a command, a program and its arguments in words with the quotes of a shell, and
    /// greets it. `patience` is the longest time without an answer.
    ///
    /// # Errors
    /// [`ProgramError`] if it cannot be started, or does not introduce itself.
    pub fn start(
        command: &str,
        game: &str,
        domain: &str,
        range: [f64; 2],
        patience: Duration,
        progress: &dyn Progress,
    ) -> Result<Self, ProgramError> {
        let not_command = || ProgramError::Command(command.to_owned());
        let words = shlex::split(command).ok_or_else(not_command)?;
        let (program, arguments) = words.split_first().ok_or_else(not_command)?;
        let start = |source| ProgramError::Start { program: program.clone(), source };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // A terminal interrupts the judge alone, which ends all that the program has started.
            .process_group(0)
            .spawn()
            .map_err(start)?;
        let (sent, lines) = sync_channel(LINES_AHEAD);
        let (questions, to_write) = channel::<Vec<u8>>();
        if let Some(out) = child.stdout.take() {
            thread::spawn(move || read_lines(out, &sent));
        }
        if let Some(mut input) = child.stdin.take() {
            // The program may read slowly, or not at all.
            thread::spawn(move || {
                while let Ok(lines) = to_write.recv() {
                    if input.write_all(&lines).and_then(|()| input.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        let (name, form) = (program.clone(), AnswerForm::Moves);
        let group = Some(Pid::from_child(&child));
        let mut started =
            Program { name, form, child, group, lines, questions, patience, asked: 0 };
        let greeting = Greeting { protocol: "shuban-judge", version: VERSION, game, domain, range };
        started.send(serde_json::to_vec(&greeting).unwrap_or_default());
        started.send(vec![b'\n']);
        let line =
            started.line(&Deadline::after(None), progress).map_err(ProgramError::NoIntroduction)?;
        let introduction: Introduction = serde_json::from_str(&line).map_err(|error| {
            ProgramError::Introduction { line: line.clone(), reason: error.to_string() }
        })?;
        // It is shown on terminals.
        started.name = echo(&introduction.name, 0).into_owned();
        started.form = introduction.answers;
        Ok(started)
    }

    /// Sends lines. Where the program has gone, its missing answers say so.
    fn send(&self, lines: Vec<u8>) {
        let _ = self.questions.send(lines);
    }

    /// Waits for the next line.
    fn line(&mut self, deadline: &Deadline, progress: &dyn Progress) -> Result<String, Ended> {
        let (began, mut wait) = (Instant::now(), Duration::ZERO);
        loop {
            let received = self.lines.recv_timeout(wait);
            // Lines that were written before the end still count.
            if received.is_err() {
                deadline.check(progress)?;
            }
            match received {
                Ok(Line::Text(line)) => return Ok(line),
                Ok(Line::Long) => return Err(Ended::LongLine(LONGEST_LINE)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.died()),
                Err(RecvTimeoutError::Timeout) if began.elapsed() >= self.patience => {
                    return Err(Ended::Silent(self.patience.as_secs_f64()));
                }
                Err(RecvTimeoutError::Timeout) => wait = POLL,
            }
        }
    }

    fn died(&mut self) -> Ended {
        let began = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    self.end_group();
                    return Ended::Died(status.to_string());
                }
                Ok(None) if began.elapsed() < LAST_WORDS => thread::sleep(POLL),
                _ => return Ended::Died("it closed its output".to_owned()),
            }
        }
    }

    /// Ends the program and all that it started, once: the number of a group that is gone may be
    /// given to another.
    fn end_group(&mut self) {
        if let Some(group) = self.group.take() {
            // A group without members cannot be ended, and leaves nothing to do.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end_group();
        let _ = self.child.wait();
    }
}

impl Examinee for Program {
    fn name(&self) -> &str {
        &self.name
    }

    fn form(&self) -> AnswerForm {
        self.form
    }

    fn answer(
        &mut self,
        asked: &[AskedTurn],
        deadline: &Deadline,
        progress: &dyn Progress,
    ) -> Answered {
        // A line that came before the questions answers no question.
        let early = self.lines.try_recv().ok().map(|line| match line {
            Line::Text(line) => Ended::Unasked(line),
            Line::Long => Ended::LongLine(LONGEST_LINE),
        });
        if early.is_some() {
            return Answered { replies: Vec::new(), ended: early };
        }
        let first = self.asked;
        self.asked += asked.len() as u64;
        let mut lines = Vec::new();
        (first..).zip(asked).for_each(|(id, asked)| write_question(&mut lines, id, asked));
        self.send(lines);
        let mut sheet = AnswerSheet::new(first, asked, self.form);
        let mut ended = None;
        while ended.is_none() && !sheet.is_full() {
            let taken = self.line(deadline, progress).and_then(|line| sheet.take(&line));
            ended = taken.err();
        }
        Answered { replies: sheet.into_replies(), ended }
    }
}

/// Reads lines until the output is closed, nobody listens, or a line is too long.
fn read_lines(out: ChildStdout, to: &SyncSender<Line>) {
    let mut out = BufReader::new(out);
    loop {
        let mut bytes = Vec::new();
        let most = LONGEST_LINE as u64 + 1;
        match out.by_ref().take(most).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) if bytes.len() > LONGEST_LINE && !bytes.ends_with(b"\n") => {
                let _ = to.send(Line::Long);
                return;
            }
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        if to.send(Line::Text(line)).is_err() {
            return;
        }
    }
}
