//! Input of the human player, line by line.

use std::io::{self, BufRead, BufReader, IsTerminal, Read, StdinLock, Write};

/// Limit on the length of a line.
const LONGEST: u64 = 1 << 16;

/// Standard input.
pub(super) struct Input {
    lines: BufReader<StdinLock<'static>>,
    prompts: bool,
}

/// One input of the human player.
pub(super) enum Typed {
    /// A line, without blanks around it.
    Line(String),
    /// Unreadable input, with the reason.
    Unreadable(&'static str),
    /// The end of the input.
    End,
}

impl Input {
    pub(super) fn new(is_json: bool) -> Self {
        let prompts = !is_json && io::stdin().is_terminal() && io::stdout().is_terminal();
        Input { lines: BufReader::new(io::stdin().lock()), prompts }
    }

    pub(super) fn next(&mut self) -> io::Result<Typed> {
        if self.prompts {
            let mut out = io::stdout().lock();
            write!(out, "> ")?;
            out.flush()?;
        }
        let mut bytes = Vec::new();
        self.lines.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(Typed::End);
        }
        if bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n') {
            self.skip_line()?;
            return Ok(Typed::Unreadable("that line is too long"));
        }
        Ok(match String::from_utf8(bytes) {
            Ok(line) => Typed::Line(line.trim().to_owned()),
            Err(_) => Typed::Unreadable("that is not UTF-8"),
        })
    }

    /// Skips the rest of a line.
    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.lines.fill_buf()?;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let passed = end.map_or(buffer.len(), |end| end + 1);
            self.lines.consume(passed);
            if end.is_some() || passed == 0 {
                return Ok(());
            }
        }
    }
}
