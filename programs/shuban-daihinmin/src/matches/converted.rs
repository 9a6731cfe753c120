//! Records from one format to the other.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;
use shuban_core::echo::safe_lines;
use shuban_core::text::without_mark;
use shuban_store::{read_bytes, write_bytes};

use super::error::{Error, io_at};
use super::records::MOST_BYTES;
use crate::record::{HEADER, MatchRecord, MatchRecordError, NoContestLog};

/// Format of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RecordFormat {
    /// The format of this program.
    Ours,
    /// The format in braces that programs of the contest exchange.
    Contest,
}

/// A record in another format.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ConvertedRecord {
    /// The format that was read.
    pub from: RecordFormat,
    /// The format that was written.
    pub to: RecordFormat,
    /// The number of games.
    pub games: usize,
    /// The file that was written, if one was named.
    pub file: Option<PathBuf>,
    /// The text, if no file was named.
    pub text: Option<String>,
}

impl fmt::Display for ConvertedRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.text, &self.file) {
            (Some(text), _) => f.write_str(&safe_lines(text.trim_end_matches('\n'), usize::MAX)),
            (None, Some(file)) => write!(f, "{} games: {}", self.games, file.display()),
            (None, None) => write!(f, "{} games", self.games),
        }
    }
}

/// Reads a record in either format, replays it, and writes it in the format `to`, or else in the
/// other one, to a file if one is named.
///
/// # Errors
/// [`Error::Io`]; [`Error::Record`] with the line for a record that breaks its format or the rules,
/// or that has no form in the other format.
pub fn convert(
    file: &Path,
    to: Option<RecordFormat>,
    target: Option<&Path>,
) -> Result<ConvertedRecord, Error> {
    let bytes = read_bytes(file, MOST_BYTES).map_err(io_at(file))?;
    let text = String::from_utf8_lossy(&bytes);
    let text = without_mark(&text);
    let refused = |source| Error::Record { path: file.to_owned(), source };
    let is_ours = text.lines().find(|line| !is_skipped(line)) == Some(HEADER);
    let from = if is_ours { RecordFormat::Ours } else { RecordFormat::Contest };
    let record = match from {
        RecordFormat::Ours => text.parse(),
        RecordFormat::Contest => MatchRecord::from_contest_log(text),
    };
    let record = record.map_err(refused)?;
    let to = to.unwrap_or(match from {
        RecordFormat::Ours => RecordFormat::Contest,
        RecordFormat::Contest => RecordFormat::Ours,
    });
    let written = match to {
        RecordFormat::Ours => record.to_string(),
        RecordFormat::Contest => {
            record.contest_log().map_err(|reason| refused(at_its_line(text, &reason)))?
        }
    };
    if let Some(target) = target {
        write_bytes(target, written.as_bytes()).map_err(io_at(target))?;
    }
    let text = target.is_none().then_some(written);
    Ok(ConvertedRecord {
        from,
        to,
        games: record.games.len(),
        file: target.map(Path::to_owned),
        text,
    })
}

/// Returns true for lines that our format skips before its header.
fn is_skipped(line: &str) -> bool {
    line.trim_end().is_empty() || line.starts_with('#')
}

/// Returns the error of what the contest's format cannot express, with its line in our record.
fn at_its_line(text: &str, reason: &NoContestLog) -> MatchRecordError {
    let key = match reason {
        NoContestLog::Rules => "rules ",
        NoContestLog::Name(_) => "players ",
    };
    let line = text.lines().position(|line| line.starts_with(key)).unwrap_or(0) + 1;
    MatchRecordError { line, reason: reason.to_string() }
}
