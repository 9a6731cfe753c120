//! Records of matches as files.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::error::Error;
use crate::game::MatchRecord;

/// Makes a folder for records, if it is not there.
pub(super) fn make_folder(folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|source| Error::Io { path: folder.to_owned(), source })
}

/// Writes a record.
pub(super) fn write(path: &Path, record: &MatchRecord) -> Result<(), Error> {
    fs::write(path, record.to_string())
        .map_err(|source| Error::Io { path: path.to_owned(), source })
}

/// Records that were read, and played again by the rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckedRecords {
    /// Whether all of them are by the rules.
    pub passed: bool,
    /// Each file.
    pub records: Vec<CheckedRecord>,
}

/// A record that was read.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckedRecord {
    /// The file.
    pub file: PathBuf,
    /// How many games it has, if it is by the rules.
    pub games: Option<usize>,
    /// The points of the players, if it is by the rules.
    pub points: Option<Vec<PlayerPoints>>,
    /// What is wrong with it.
    pub fault: Option<String>,
}

/// The points of a player of a record.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerPoints {
    /// Its name.
    pub name: String,
    /// Of all games.
    pub points: u64,
}

/// Reads records and plays every game again: hands, exchange, every meld and pass, and places must
/// be by the rules that the record names.
///
/// # Errors
/// [`Error::Io`] for a file that cannot be read.
pub fn check_records(files: &[PathBuf]) -> Result<CheckedRecords, Error> {
    let records: Vec<CheckedRecord> =
        files.iter().map(|file| check(file)).collect::<Result<_, Error>>()?;
    Ok(CheckedRecords { passed: records.iter().all(|record| record.fault.is_none()), records })
}

fn check(file: &Path) -> Result<CheckedRecord, Error> {
    let bytes = fs::read(file).map_err(|source| Error::Io { path: file.to_owned(), source })?;
    let text = String::from_utf8_lossy(&bytes);
    let checked = CheckedRecord { file: file.to_owned(), games: None, points: None, fault: None };
    Ok(match text.parse::<MatchRecord>() {
        Err(error) => CheckedRecord { fault: Some(error.to_string()), ..checked },
        Ok(record) => {
            let places = record.places();
            let points = record.names.iter().zip(places).map(|(name, places)| {
                let by_place = places.iter().zip(record.rules.points);
                let points =
                    by_place.map(|(&count, points)| u64::from(count) * u64::from(points)).sum();
                PlayerPoints { name: name.clone(), points }
            });
            CheckedRecord {
                games: Some(record.games.len()),
                points: Some(points.collect()),
                ..checked
            }
        }
    })
}

impl fmt::Display for CheckedRecords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |record: &CheckedRecord| {
            let file = record.file.display();
            match (&record.fault, &record.points) {
                (Some(fault), _) => format!("{file}: {fault}"),
                (None, points) => {
                    let points =
                        points.iter().flatten().map(|one| format!("{} {}", one.name, one.points));
                    let points = points.collect::<Vec<_>>().join(", ");
                    format!("{file}: {} games by the rules: {points}", record.games.unwrap_or(0))
                }
            }
        };
        f.write_str(&self.records.iter().map(line).collect::<Vec<_>>().join("\n"))
    }
}
