//! Input of the human player, line by line: edited, with the lines before at hand, at a terminal.

use std::io::{self, BufRead, BufReader, IsTerminal, Read, StdinLock};

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

/// Limit on the length of a line.
const LONGEST: u64 = 1 << 16;

/// Source of the human player's lines.
pub(super) enum Input {
    /// A terminal.
    Terminal(Box<Editor<(), MemHistory>>),
    /// Standard input that is not a terminal.
    Lines(BufReader<StdinLock<'static>>),
}

/// One input of the human player.
pub(super) enum Typed {
    /// A line, without blanks around it.
    Line(String),
    /// Unreadable input, with the reason.
    Unreadable(&'static str),
    /// Ctrl-C at a terminal.
    Interrupted,
    /// The end of the input.
    End,
}

impl Input {
    pub(super) fn new(is_json: bool) -> Self {
        let is_terminal = !is_json && io::stdin().is_terminal() && io::stdout().is_terminal();
        let editor = is_terminal.then(|| {
            let config = Config::builder().auto_add_history(true).build();
            Editor::with_history(config, MemHistory::new())
        });
        match editor {
            Some(Ok(editor)) => Input::Terminal(Box::new(editor)),
            // A terminal that lines cannot be edited at still has lines.
            Some(Err(_)) | None => Input::Lines(BufReader::new(io::stdin().lock())),
        }
    }

    pub(super) fn next(&mut self) -> io::Result<Typed> {
        match self {
            Input::Terminal(editor) => match editor.readline("> ") {
                Ok(line) => Ok(Typed::Line(line.trim().to_owned())),
                Err(ReadlineError::Eof) => Ok(Typed::End),
                Err(ReadlineError::Interrupted) => Ok(Typed::Interrupted),
                Err(ReadlineError::Io(error)) => Err(error),
                Err(error) => Err(io::Error::other(error)),
            },
            Input::Lines(lines) => next_line(lines),
        }
    }
}

fn next_line(lines: &mut impl BufRead) -> io::Result<Typed> {
    let mut bytes = Vec::new();
    lines.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(Typed::End);
    }
    if bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n') {
        lines.skip_until(b'\n')?;
        return Ok(Typed::Unreadable("that line is too long"));
    }
    Ok(match String::from_utf8(bytes) {
        Ok(line) => Typed::Line(line.trim().to_owned()),
        Err(_) => Typed::Unreadable("that is not UTF-8"),
    })
}
