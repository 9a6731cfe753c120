//! What is printed where: answers to standard output, everything else to standard error.

use std::io::{self, IsTerminal, Write};

use serde_json::{Value as Json, json};
use shuban_catalog::Printable;

use crate::arguments::Common;
use crate::failure::{Failure, Status};

/// Where a command says things.
pub(crate) struct Output {
    pub(crate) json: bool,
    pub(crate) quiet: bool,
}

impl Output {
    pub(crate) fn new(common: &Common) -> Self {
        Output { json: common.json, quiet: common.quiet }
    }

    /// Prints the answer: one JSON document, or text.
    pub(crate) fn answer(&self, answer: &dyn Printable) -> Result<(), Failure> {
        if self.json { self.document(&answer.json()) } else { self.line(&answer.text()) }
    }

    /// Prints an account of what was done, which nobody asked for: nothing with `--quiet`, unless
    /// as JSON.
    pub(crate) fn account(&self, answer: &dyn Printable) -> Result<(), Failure> {
        if self.quiet && !self.json { Ok(()) } else { self.answer(answer) }
    }

    /// Prints a line of text to standard output.
    pub(crate) fn line(&self, text: &str) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        writeln!(out, "{text}")?;
        Ok(out.flush()?)
    }

    fn document(&self, document: &Json) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(document).map_err(io::Error::from)?;
        self.line(&text)
    }

    /// Prints a remark to standard error.
    pub(crate) fn remark(&self, text: &str) {
        if !self.quiet {
            // Nobody to tell that nobody listens.
            let _ = writeln!(io::stderr(), "{text}");
        }
    }

    /// Prints why there is no answer, and gives the exit status.
    pub(crate) fn failure(&self, failure: &Failure) -> Status {
        let Failure::Said { status, kind, message } = failure else { return Status::Success };
        let _ = writeln!(io::stderr(), "error: {message}");
        if self.json {
            let _ = self.document(&json!({ "error": message, "kind": kind }));
        }
        *status
    }

    /// Whether standard output shows colours.
    pub(crate) fn colour(&self) -> bool {
        !self.json
            && io::stdout().is_terminal()
            && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
    }
}
