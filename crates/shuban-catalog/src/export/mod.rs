//! A layer as a table: part, rank, position and value of every position.

mod csv;
#[cfg(feature = "parquet")]
mod parquet;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use shuban_core::{Game, Progress};
use shuban_solve::OpenLayer;

use crate::error::Error;
use crate::family::Answering;

/// Rows between two looks at the progress.
const CHUNK: u64 = 1 << 12;

/// The format of an exported table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// Comma-separated values.
    Csv,
    /// Apache Parquet; needs the feature `parquet`.
    Parquet,
    /// One of the domain's [`own_formats`](Answering::own_formats), by its ending.
    Own(&'static str),
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// [`Cell::Number`].
    Number,
    /// [`Cell::Integer`].
    Integer,
    /// [`Cell::Text`].
    Text,
}

/// A column of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: ColumnKind,
}

/// A part of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A number.
    Number(f64),
    /// A whole number, or that there is none: `null`.
    Integer(Option<i64>),
    /// A text.
    Text(String),
}

/// One position.
struct Row<'a> {
    part: &'a str,
    rank: u64,
    position: String,
    value: Vec<Cell>,
}

/// A file that takes one row after the other.
trait Table {
    fn add(&mut self, row: Row<'_>) -> io::Result<()>;

    /// Writes what is left.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// Writes every position, in the order of ranks; gives how many. The file is written beside its place
/// and renamed when it is whole.
pub(crate) fn export<D: Answering>(
    open: &OpenLayer<'_, D>,
    domain: &D,
    to: &Path,
    format: ExportFormat,
    progress: &dyn Progress,
) -> Result<u64, Error> {
    let refused = |source| Error::Io { path: to.to_owned(), source };
    whole_file(to, |create| {
        let table = table(format, D::export_columns(), create, &refused)?;
        write(open, domain, table, progress, &refused)
    })
}

/// Writes a file beside its place, and renames it when it is whole.
pub(crate) fn whole_file<T>(
    to: &Path,
    write: impl FnOnce(&dyn Fn() -> io::Result<File>) -> Result<T, Error>,
) -> Result<T, Error> {
    let mut partial = to.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let refused = |source| Error::Io { path: to.to_owned(), source };
    let written = write(&|| File::create(&partial))
        .and_then(|written| std::fs::rename(&partial, to).map_err(refused).map(|()| written));
    if written.is_err() {
        // Best effort: the reason of the failure is what matters.
        let _ = std::fs::remove_file(&partial);
    }
    written
}

fn table(
    format: ExportFormat,
    columns: &'static [Column],
    create: &dyn Fn() -> io::Result<File>,
    refused: &impl Fn(io::Error) -> Error,
) -> Result<Box<dyn Table>, Error> {
    match format {
        ExportFormat::Csv => {
            let csv = create().and_then(|file| csv::Csv::new(file, columns));
            Ok(Box::new(csv.map_err(refused)?))
        }
        #[cfg(feature = "parquet")]
        ExportFormat::Parquet => {
            let parquet = create().and_then(|file| parquet::Parquet::new(file, columns));
            Ok(Box::new(parquet.map_err(refused)?))
        }
        #[cfg(not(feature = "parquet"))]
        ExportFormat::Parquet => Err(Error::LeftOut { what: ".parquet files", feature: "parquet" }),
        ExportFormat::Own(ending) => Err(Error::NoFormat(ending.to_owned())),
    }
}

fn write<D: Answering>(
    open: &OpenLayer<'_, D>,
    domain: &D,
    mut table: Box<dyn Table>,
    progress: &dyn Progress,
    refused: &impl Fn(io::Error) -> Error,
) -> Result<u64, Error> {
    let layer = &domain.layers()[open.layer().0];
    progress.phase("exporting", open.indexes().iter().map(|index| index.len()).sum());
    let mut rows: u64 = 0;
    for (number, part) in layer.parts.iter().enumerate() {
        let index = open.part_index(number);
        for rank in 0..index.len() {
            let value = open.value_at(number, rank)?;
            let position = index.unrank(rank).ok_or_else(|| shuban_solve::Error::NoPosition {
                domain: layer.name.clone(),
                position: format!("rank {rank}"),
            })?;
            let position = domain.game().format(&position);
            let value = D::export_value(&value);
            table.add(Row { part: &part.name, rank, position, value }).map_err(refused)?;
            rows += 1;
            if rows.is_multiple_of(CHUNK) {
                progress.at(rows, "");
                if progress.interrupted() {
                    return Err(Error::Interrupted);
                }
            }
        }
    }
    table.finish().map_err(refused)?;
    Ok(rows)
}
