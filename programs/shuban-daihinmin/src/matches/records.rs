//! Records of matches as files.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;
use shuban_core::echo::safe_lines;
use shuban_core::text::without_mark;
use shuban_daihinmin_game::joined;
use shuban_store::read_bytes;

use super::error::{Error, io_at};
use crate::record::MatchRecord;

/// Most bytes of a file, which no record of a contest comes to.
pub(super) const MOST_BYTES: u64 = 1 << 28;

/// Records that were read and replayed by the rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckedRecords {
    /// True if all of them keep the rules.
    pub passed: bool,
    /// Each file.
    pub records: Vec<CheckedRecord>,
}

/// A record that was read.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckedRecord {
    /// The file.
    pub file: PathBuf,
    /// The number of games, if it keeps the rules.
    pub games: Option<usize>,
    /// The points of the players, if it keeps the rules.
    pub points: Option<Vec<PlayerPoints>>,
    /// Fault, if there is one.
    pub fault: Option<String>,
}

/// The points of a player of a record.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerPoints {
    /// The player's name.
    pub name: String,
    /// The points of all games.
    pub points: u64,
}

/// Reads records and replays every game: hands, exchange, every meld and pass, and places must keep
/// the rules that the record names.
///
/// # Errors
/// [`Error::Io`] for a file that cannot be read.
pub fn check_records(files: &[PathBuf]) -> Result<CheckedRecords, Error> {
    let records: Vec<CheckedRecord> =
        files.iter().map(|file| check(file)).collect::<Result<_, Error>>()?;
    Ok(CheckedRecords { passed: records.iter().all(|record| record.fault.is_none()), records })
}

/// Reads a record and replays it.
///
/// # Errors
/// [`Error::Io`] for a file that cannot be read, [`Error::Record`] for one that breaks the rules.
pub fn read_record(file: &Path) -> Result<MatchRecord, Error> {
    let bytes = read_bytes(file, MOST_BYTES).map_err(io_at(file))?;
    let record = without_mark(&String::from_utf8_lossy(&bytes)).parse::<MatchRecord>();
    record.map_err(|source| Error::Record { path: file.to_owned(), source })
}

fn check(file: &Path) -> Result<CheckedRecord, Error> {
    let checked = CheckedRecord { file: file.to_owned(), games: None, points: None, fault: None };
    Ok(match read_record(file) {
        Err(Error::Record { source, .. }) => {
            CheckedRecord { fault: Some(source.to_string()), ..checked }
        }
        Err(error) => return Err(error),
        Ok(record) => {
            let (games, points) = (record.games.len(), record.points());
            let points = record.names.into_iter().zip(points);
            let points = points.map(|(name, points)| PlayerPoints { name, points }).collect();
            CheckedRecord { games: Some(games), points: Some(points), ..checked }
        }
    })
}

impl fmt::Display for CheckedRecords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |record: &CheckedRecord| {
            let file = record.file.display();
            if let Some(fault) = &record.fault {
                return format!("{file}: {fault}");
            }
            let points = record.points.iter().flatten();
            let points = joined(", ", points.map(|one| format!("{} {}", one.name, one.points)));
            format!("{file}: {} games by the rules: {points}", record.games.unwrap_or(0))
        };
        // Names of files, and what damaged ones say.
        f.write_str(&safe_lines(&joined("\n", self.records.iter().map(line)), usize::MAX))
    }
}
