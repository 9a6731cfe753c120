//! Positions with their values as tables for other programs.

mod csv;
#[cfg(feature = "parquet")]
mod parquet;

use std::io::{self, BufWriter, Write};
use std::path::Path;

use shuban_core::{Datum, Fields};

pub use csv::CsvWriter;
#[cfg(feature = "parquet")]
pub use parquet::{NumbersWriter, ParquetWriter, facts_of_file};

use crate::disk::{AppendedFile, Disk};
use crate::filesystem::FileSystem;
use crate::lock::LOCK;
use crate::small_file::{PARTIAL, beside};
use crate::user_file::regular_metadata;

/// One position.
#[derive(Clone, Debug)]
pub struct ExportRow<'a> {
    /// The part that it is in.
    pub part: &'a str,
    /// Its rank there.
    pub rank: u64,
    /// Its text.
    pub position: String,
    /// Its value; the names of the first row's fields are the columns. Members of a field are
    /// columns of their own, `equity_owned` beside `equity_centred`.
    pub value: Fields,
}

/// A table that takes one row after the other.
pub trait RowWriter {
    /// Adds a row.
    ///
    /// # Errors
    /// The error of writing the file; a value of another kind than its column's.
    fn add(&mut self, row: ExportRow<'_>) -> io::Result<()>;

    /// Writes the remaining rows.
    ///
    /// # Errors
    /// The error of writing the file.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// Returns the names of the columns of a value.
fn column_names(value: &Fields) -> Vec<String> {
    fn add(name: String, datum: &Datum, names: &mut Vec<String>) {
        match datum {
            Datum::Object(members) => {
                let name = |member: &str| format!("{name}_{member}");
                members.iter().for_each(|(member, datum)| add(name(member), datum, names));
            }
            _ => names.push(name),
        }
    }
    let mut names = Vec::new();
    value.iter().for_each(|field| add(field.name.to_owned(), &field.datum, &mut names));
    names
}

/// Returns the data of the columns of a value.
fn column_data(value: &Fields) -> Vec<&Datum> {
    fn add<'v>(datum: &'v Datum, data: &mut Vec<&'v Datum>) {
        match datum {
            Datum::Object(members) => members.iter().for_each(|(_, datum)| add(datum, data)),
            _ => data.push(datum),
        }
    }
    let mut data = Vec::new();
    value.iter().for_each(|field| add(&field.datum, &mut data));
    data
}

/// Writes a file whole, as [`whole_file`] does.
///
/// # Errors
/// As [`whole_file`].
pub fn write_bytes(path: &Path, bytes: &[u8]) -> io::Result<()> {
    whole_file(path, |out| out.write_all(bytes))
}

/// Writes a file under another name, and renames it when it is complete. Unlike
/// [`replace_file`](crate::replace_file), it does not wait for the disk. A link that has the path is
/// replaced, and the file that it leads to stays as it is; a pipe, a device or a folder is refused.
///
/// # Errors
/// Errors of `write`, and of creating or renaming the file. No partial file is left.
pub fn whole_file<T, E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> Result<T, E>,
) -> Result<T, E> {
    regular_metadata(path)?;
    // Who comes second would take the first one's partial file away, and publish a part of its own.
    let busy = || io::Error::other("another program writes it at the same time");
    let _lock = Disk::default().try_lock(&beside(path, LOCK))?.ok_or_else(busy)?;
    let partial = beside(path, PARTIAL);
    let file = AppendedFile::create(&partial)?;
    let mut file = BufWriter::with_capacity(1 << 20, file);
    let written = write(&mut file).and_then(|written| Ok(file.flush().map(|()| written)?));
    if !file.get_ref().is_at(&partial) {
        return Err(busy().into());
    }
    let written =
        written.and_then(|written| Ok(std::fs::rename(&partial, path).map(|()| written)?));
    if written.is_err() {
        // Best effort: the reason of the failure is what matters.
        let _ = std::fs::remove_file(&partial);
    }
    written
}
