//! Positions from standard input, one a line.

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use serde::Serialize;
use serde_json::json;
use shuban_catalog::Error;
use shuban_core::text::without_mark;

use crate::context::Context;
use crate::failure::{Failure, Status, status};
use crate::interrupt::{self, Parting};

#[derive(Args, Debug)]
pub(crate) struct Lines {
    /// With `-` as the position: read positions from standard input, one a line, and answer each
    /// with one JSON object a line
    ///
    /// A bad line gives {"line": 3, "error": ...} and, at the end, exit code 2.
    #[arg(long)]
    json_lines: bool,
}

impl Lines {
    /// Returns true if positions are read from standard input.
    ///
    /// # Errors
    /// [`Failure`] if only one of `-` and `--json-lines` is given.
    pub(crate) fn are_asked(&self, position: &str) -> Result<bool, Failure> {
        match (position == "-", self.json_lines) {
            (true, false) => {
                Err(Failure::usage("positions from standard input (`-`) need --json-lines"))
            }
            (false, true) => {
                Err(Failure::usage("--json-lines reads positions from standard input: give `-`"))
            }
            (_, json_lines) => Ok(json_lines),
        }
    }
}

/// Answers every line of standard input with a line of JSON, in order. Bad lines are answered with
/// the error; the worst error gives the exit status.
///
/// # Errors
/// [`Failure`]: input or output that breaks off, an interruption.
pub(crate) fn answer<A: Serialize>(
    context: &Context<'_>,
    mut answer: impl FnMut(&str) -> Result<A, Error>,
) -> Result<Status, Failure> {
    let answered = Arc::new(AtomicU64::new(0));
    let so_far = Arc::clone(&answered);
    context.if_interrupted(move || {
        let lines = so_far.load(Ordering::Relaxed);
        Parting::word(format!("{} answered", lines_text(lines))).streaming()
    });
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut worst = Status::Success;
    let mut bytes = Vec::new();
    for number in 1u64.. {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        let found = match std::str::from_utf8(&bytes) {
            Ok(line) => match answer(without_mark(line).trim_end_matches(['\n', '\r'])) {
                Err(Error::Interrupted) => break,
                found => found.map_err(|error| {
                    // Bad lines must be corrected first, whatever else was wrong.
                    if worst != Status::BadInput {
                        worst = status(&error);
                    }
                    json!({ "line": number, "error": error.to_string(), "kind": error.kind() })
                }),
            },
            Err(_) => {
                worst = Status::BadInput;
                Err(json!({ "line": number, "error": "not UTF-8", "kind": "bad-position" }))
            }
        };
        // Without a tree of JSON in between: an answer has hundreds of moves.
        match found {
            Ok(answer) => serde_json::to_writer(&mut out, &answer).map_err(io::Error::from)?,
            Err(error) => write!(out, "{error}")?,
        }
        writeln!(out)?;
        answered.store(number, Ordering::Relaxed);
        if interrupt::asked() {
            break;
        }
        // Flushed for clients that wait for an answer before the next question.
        if input.buffer().is_empty() {
            out.flush()?;
        }
    }
    out.flush()?;
    if interrupt::asked() { Err(Failure::Interrupted) } else { Ok(worst) }
}

fn lines_text(lines: u64) -> String {
    if lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") }
}
