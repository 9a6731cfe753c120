//! Rows of a range of ranks as numbers, in a file of a partitioned dataset.

use std::io::{self, Write};
use std::path::Path;

use parquet::file::reader::{FileReader, SerializedFileReader};
use shuban_core::{Datum, Fields};

use super::table::{ParquetColumn, ParquetTable};
use super::{column_data, columns_of, other_members};
use crate::user_file::open_regular;

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
pub fn facts_of_file(path: &Path) -> Option<Vec<(String, String)>> {
    let reader = SerializedFileReader::new(open_regular(path).ok()?).ok()?;
    let facts = reader.metadata().file_metadata().key_value_metadata()?;
    let fact =
        |fact: &parquet::file::metadata::KeyValue| Some((fact.key.clone(), fact.value.clone()?));
    Some(facts.iter().filter_map(fact).collect())
}
