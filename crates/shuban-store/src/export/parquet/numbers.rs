//! Rows of a range of ranks as numbers, in a file of a partitioned dataset.

use std::io::{self, Cursor, Write};

use bytes::Bytes;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{KeyValue, ParquetMetaDataReader};
use parquet::file::reader::{ChunkReader, Length};
use shuban_core::own_file::ReadAt;
use shuban_core::{Datum, Fields};

use super::table::{ParquetColumn, ParquetTable};
use super::{column_data, columns_of, other_members};

/// A Parquet file of a range of ranks: the rank, numbers that the position consists of, and the fields of
/// the value. Equal rows make equal bytes.
pub struct NumbersWriter<W: Write + Send> {
    /// The file, until the first value determines its columns.
    file: Option<W>,
    /// The names of the numbers.
    names: Vec<String>,
    /// Facts about the file, by key.
    facts: Vec<(String, String)>,
    table: Option<ParquetTable<W>>,
}

impl<W: Write + Send> NumbersWriter<W> {
    /// Begins a file with these numbers by name; without any, each row has the text of its position
    /// instead. `facts` are read by [`facts_of_file`].
    pub fn new(file: W, names: Vec<String>, facts: Vec<(String, String)>) -> Self {
        NumbersWriter { file: Some(file), names, facts, table: None }
    }

    fn begin(&mut self, value: &Fields) -> io::Result<()> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let mut columns = vec![("rank".to_owned(), ParquetColumn::Ranks(Vec::new()))];
        match self.names.is_empty() {
            true => columns.push(("position".to_owned(), ParquetColumn::Texts(Vec::new()))),
            false => {
                let small = |name: &String| (name.clone(), ParquetColumn::Small(Vec::new()));
                columns.extend(self.names.iter().map(small));
            }
        }
        columns.extend(columns_of(value));
        let facts: Vec<(&str, &str)> =
            self.facts.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        self.table = Some(ParquetTable::new(file, columns, &facts)?);
        Ok(())
    }

    /// Adds a row.
    ///
    /// # Errors
    /// The error of writing the file; other numbers or a value of another kind than in the first row.
    pub fn add(
        &mut self,
        rank: u64,
        numbers: &[i16],
        text: impl FnOnce() -> String,
        value: &Fields,
    ) -> io::Result<()> {
        self.begin(value)?;
        let table = self.table.as_mut().ok_or_else(other_members)?;
        let values = column_data(value);
        if numbers.len() != self.names.len()
            || table.columns.len() != 1 + numbers.len().max(1) + values.len()
        {
            return Err(other_members());
        }
        let mut columns = table.columns.iter_mut();
        // As many as there are data, as was compared.
        let mut next = || columns.next().ok_or_else(other_members);
        next()?.push(&Datum::Integer(Some(rank.cast_signed())))?;
        if numbers.is_empty() {
            next()?.push(&Datum::Text(text()))?;
        }
        for number in numbers {
            next()?.push_small(*number)?;
        }
        values.into_iter().try_for_each(|datum| next()?.push(datum))?;
        Ok(table.row()?)
    }

    /// Writes what is left, and the end of the file.
    ///
    /// # Errors
    /// The error of writing the file.
    pub fn finish(mut self) -> io::Result<()> {
        self.begin(&Fields::new())?;
        match self.table {
            Some(table) => Ok(table.finish()?),
            None => Ok(()),
        }
    }
}

/// Returns the facts of a whole Parquet file, by key; `None` if it is none.
pub fn facts_of_file(file: Box<dyn ReadAt>) -> Option<Vec<(String, String)>> {
    let metadata = ParquetMetaDataReader::new().parse_and_finish(&Chunks(file)).ok()?;
    let facts = metadata.file_metadata().key_value_metadata()?;
    let fact = |fact: &KeyValue| Some((fact.key.clone(), fact.value.clone()?));
    Some(facts.iter().filter_map(fact).collect())
}

/// A file, wherever it is, as the library of the format reads files.
struct Chunks(Box<dyn ReadAt>);

impl Length for Chunks {
    fn len(&self) -> u64 {
        self.0.len()
    }
}

impl ChunkReader for Chunks {
    type T = Cursor<Bytes>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        let rest = self.len().saturating_sub(start) as usize;
        Ok(Cursor::new(self.get_bytes(start, rest)?))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        // The end of a file says how long what stands before it is: no longer than the file.
        if start.saturating_add(length as u64) > self.len() {
            return Err(ParquetError::EOF("the file is shorter".to_owned()));
        }
        let mut bytes = vec![0; length];
        self.0.read_at(&mut bytes, start)?;
        Ok(bytes.into())
    }
}
