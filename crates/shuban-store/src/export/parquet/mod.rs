//! Apache Parquet.

mod numbers;
mod table;

use std::io::{self, Write};

use parquet::errors::Result;
use shuban_core::{Datum, Fields};

pub use self::numbers::{NumbersWriter, facts_of_file};
use self::table::{ParquetColumn, ParquetTable};
use super::{ExportRow, RowWriter, column_data, column_names};

/// A Parquet file; only columns of whole numbers have nulls. The fields of the first value are the
/// columns.
pub struct ParquetWriter<W: Write + Send> {
    /// The file, until the first value determines its columns.
    file: Option<W>,
    table: Option<ParquetTable<W>>,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Creates a table in this file, still empty.
    pub fn new(file: W) -> Self {
        ParquetWriter { file: Some(file), table: None }
    }

    fn begin(&mut self, value: &Fields) -> Result<()> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let text = || ParquetColumn::Texts(Vec::new());
        let place =
            [("part", text()), ("rank", ParquetColumn::Ranks(Vec::new())), ("position", text())];
        let place = place.map(|(name, column)| (name.to_owned(), column));
        let columns = place.into_iter().chain(columns_of(value)).collect();
        self.table = Some(ParquetTable::new(file, columns, &[])?);
        Ok(())
    }
}

/// Returns empty columns for the fields of a value.
fn columns_of(value: &Fields) -> impl Iterator<Item = (String, ParquetColumn)> + use<> {
    let kinds: Vec<ParquetColumn> =
        column_data(value).into_iter().map(ParquetColumn::of_kind).collect();
    column_names(value).into_iter().zip(kinds)
}

fn other_members() -> io::Error {
    io::Error::other("a value with other members than the first one")
}

impl<W: Write + Send> RowWriter for ParquetWriter<W> {
    fn add(&mut self, row: ExportRow<'_>) -> io::Result<()> {
        self.begin(&row.value)?;
        // It has just begun, unless an earlier row could not begin it.
        let table = self.table.as_mut().ok_or_else(other_members)?;
        let rank = Datum::Integer(Some(row.rank.cast_signed()));
        let place = [Datum::from(row.part), rank, Datum::Text(row.position)];
        let values = column_data(&row.value);
        if place.len() + values.len() != table.columns.len() {
            return Err(other_members());
        }
        let data = place.iter().chain(values);
        table.columns.iter_mut().zip(data).try_for_each(|(column, datum)| column.push(datum))?;
        Ok(table.row()?)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.begin(&Fields::new())?;
        match self.table {
            Some(table) => Ok(table.finish()?),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use parquet::file::metadata::RowGroupMetaData;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field as Read;
    use shuban_core::Field;

    use super::table::GROUP;
    use super::*;

    fn row(rank: u64, datum: impl Into<Datum>) -> ExportRow<'static> {
        ExportRow {
            part: "p",
            rank,
            position: rank.to_string(),
            value: Fields::new().with(Field::new("a", datum)),
        }
    }

    #[test]
    fn rows_beyond_one_group_go_into_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.parquet");
        let mut table = Box::new(ParquetWriter::new(File::create(&path).unwrap()));
        for rank in 0..GROUP as u64 + 3 {
            table.add(row(rank, format!("t{rank}"))).unwrap();
        }
        table.finish().unwrap();
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let groups: Vec<i64> =
            reader.metadata().row_groups().iter().map(RowGroupMetaData::num_rows).collect();
        assert_eq!(groups, [GROUP as i64, 3]);
        let last = reader.get_row_iter(None).unwrap().last().unwrap().unwrap();
        assert_eq!(
            last.to_string(),
            "{part: \"p\", rank: 131074, position: \"131074\", a: \"t131074\"}"
        );
    }

    #[test]
    fn whole_numbers_may_be_missing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.parquet");
        let mut table = Box::new(ParquetWriter::new(File::create(&path).unwrap()));
        let numbers = [Some(-4), None, None, Some(9)];
        for (rank, number) in (0..).zip(numbers) {
            table.add(row(rank, number)).unwrap();
        }
        table.finish().unwrap();
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let read =
            reader.get_row_iter(None).unwrap().map(|row| match row.unwrap().into_columns().pop() {
                Some((_, Read::Long(number))) => Some(number),
                Some((_, Read::Null)) => None,
                other => panic!("{other:?}"),
            });
        assert_eq!(read.collect::<Vec<_>>(), numbers);
    }

    #[test]
    fn a_value_of_another_kind_than_its_column_is_refused() {
        let mut table = ParquetWriter::new(tempfile::tempfile().unwrap());
        table.add(row(0, 0.5)).unwrap();
        assert!(table.add(row(1, "x")).is_err());
    }
}
