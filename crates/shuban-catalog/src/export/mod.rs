//! A layer as a table: part, rank, position and value of every position.

mod csv;
#[cfg(feature = "parquet")]
mod parquet;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use shuban_core::{Explain, Fields, Game, Progress};
use shuban_solve::OpenLayer;

use crate::error::Error;

/// Rows between two looks at the progress.
const CHUNK: u64 = 1 << 12;

/// The format of an exported table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// Comma-separated values.
    Csv,
    /// Apache Parquet; needs the feature `parquet`.
    Parquet,
    /// One of the domain's own formats, by its ending.
    Own(&'static str),
}

/// One position.
struct ExportRow<'a> {
    part: &'a str,
    rank: u64,
    position: String,
    value: Fields,
}

/// A file that takes one row after the other.
trait RowWriter {
    fn add(&mut self, row: ExportRow<'_>) -> io::Result<()>;

    /// Writes what is left.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// Writes a file beside its place, and renames it when it is whole.
pub(crate) fn whole_file<T>(
    to: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> Result<T, Error>,
) -> Result<T, Error> {
    let mut partial = to.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let refused = |source| Error::Io { path: to.to_owned(), source };
    let whole = || {
        let mut file = BufWriter::with_capacity(1 << 20, File::create(&partial).map_err(refused)?);
        let written = write(&mut file).map_err(|error| match error {
            Error::Write(source) => refused(source),
            other => other,
        })?;
        file.flush().map_err(refused)?;
        std::fs::rename(&partial, to).map_err(refused)?;
        Ok(written)
    };
    let written = whole();
    if written.is_err() {
        // Best effort: the reason of the failure is what matters.
        let _ = std::fs::remove_file(&partial);
    }
    written
}

fn row_writer<'f>(
    format: ExportFormat,
    file: &'f mut (dyn Write + Send),
) -> Result<Box<dyn RowWriter + 'f>, Error> {
    match format {
        ExportFormat::Csv => Ok(Box::new(csv::Csv::new(file))),
        #[cfg(feature = "parquet")]
        ExportFormat::Parquet => Ok(Box::new(parquet::Parquet::new(file))),
        #[cfg(not(feature = "parquet"))]
        ExportFormat::Parquet => Err(Error::left_out(".parquet files", "parquet")),
        ExportFormat::Own(_) => unreachable!("the domain writes its own formats"),
    }
}

/// Writes every position, in the order of ranks; gives how many.
pub(crate) fn write<D: Explain>(
    open: &OpenLayer<'_, D>,
    domain: &D,
    format: ExportFormat,
    file: &mut (dyn Write + Send),
    progress: &dyn Progress,
) -> Result<u64, Error> {
    let mut writer = row_writer(format, file)?;
    let layer = &domain.layers()[open.layer().0];
    progress.phase("exporting", open.indexes().iter().map(|index| index.len()).sum());
    let mut rows: u64 = 0;
    for (number, part) in layer.parts.iter().enumerate() {
        let index = open.part_index(number);
        for rank in 0..index.len() {
            let value = domain.fields(&open.value_at(number, rank)?);
            let position = index.unrank(rank).ok_or_else(|| shuban_solve::Error::NoPosition {
                domain: layer.name.clone(),
                position: format!("rank {rank}"),
            })?;
            let position = domain.game().format(&position);
            let row = ExportRow { part: &part.name, rank, position, value };
            writer.add(row).map_err(Error::Write)?;
            rows += 1;
            if rows.is_multiple_of(CHUNK) {
                progress.at(rows, "");
                if progress.interrupted() {
                    return Err(Error::Interrupted);
                }
            }
        }
    }
    writer.finish().map_err(Error::Write)?;
    Ok(rows)
}
