//! Comma-separated values.

use std::io::{self, Write};

use shuban_core::{Datum, Fields};

use super::{ExportRow, RowWriter, column_data, column_names};

/// A writer of comma-separated values; positions and other texts in quotes, missing values as empty
/// fields. The fields of the first value are the columns.
#[derive(Debug)]
pub struct CsvWriter<W> {
    file: W,
    /// Number of columns of values, once the first row is there.
    columns: Option<usize>,
}

impl<W: Write> CsvWriter<W> {
    /// Creates a table in this file, still empty.
    pub fn new(file: W) -> Self {
        CsvWriter { file, columns: None }
    }

    fn begin(&mut self, value: &Fields) -> io::Result<()> {
        if self.columns.is_some() {
            return Ok(());
        }
        self.columns = Some(column_names(value).len());
        let names: String = column_names(value).iter().map(|name| format!(",{name}")).collect();
        writeln!(self.file, "part,rank,position{names}")
    }
}

impl<W: Write> RowWriter for CsvWriter<W> {
    fn add(&mut self, row: ExportRow<'_>) -> io::Result<()> {
        self.begin(&row.value)?;
        write!(self.file, "{},{},{}", row.part, row.rank, quoted(&row.position))?;
        let data = column_data(&row.value);
        if Some(data.len()) != self.columns {
            return Err(io::Error::other("a value with other members than the first one"));
        }
        for datum in data {
            match datum {
                Datum::Number(number) if number.is_nan() => write!(self.file, ",")?,
                Datum::Number(number) => write!(self.file, ",{number}")?,
                Datum::Integer(Some(number)) => write!(self.file, ",{number}")?,
                Datum::Integer(None) | Datum::Null => write!(self.file, ",")?,
                Datum::Bool(yes) => write!(self.file, ",{yes}")?,
                other => write!(self.file, ",{}", quoted(&other.to_string()))?,
            }
        }
        writeln!(self.file)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.begin(&Fields::new())?;
        self.file.flush()
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}
