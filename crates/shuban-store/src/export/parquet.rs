//! Apache Parquet.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use shuban_core::{Datum, Fields};

use super::{ExportRow, RowWriter, column_data, column_names};

/// Number of rows held in memory, some ten megabytes, until they are written as one group.
const GROUP: usize = 1 << 17;

/// A Parquet file, compressed with Snappy; only columns of whole numbers have nulls. The fields of
/// the first value are the columns.
pub struct ParquetWriter<W: Write + Send> {
    /// The file, until the first value determines its columns.
    file: Option<W>,
    writer: Option<SerializedFileWriter<W>>,
    columns: Vec<ParquetColumn>,
    /// Number of rows in memory.
    rows: usize,
}

/// A column of the rows in memory.
enum ParquetColumn {
    /// Unsigned numbers, as the same 64 bits.
    Ranks(Vec<i64>),
    Numbers(Vec<f64>),
    /// The values present, and 1 or 0 for each row with or without a value.
    Integers(Vec<i64>, Vec<i16>),
    Texts(Vec<ByteArray>),
}

impl ParquetColumn {
    /// Returns an empty column for data of this kind.
    fn of_kind(datum: &Datum) -> Self {
        match datum {
            Datum::Number(_) => ParquetColumn::Numbers(Vec::new()),
            Datum::Integer(_) => ParquetColumn::Integers(Vec::new(), Vec::new()),
            _ => ParquetColumn::Texts(Vec::new()),
        }
    }

    fn schema(&self, name: &str) -> Result<TypePtr> {
        let required = Repetition::REQUIRED;
        let (physical, logical, repetition) = match self {
            ParquetColumn::Ranks(_) => {
                (Physical::INT64, Some(LogicalType::integer(64, false)), required)
            }
            ParquetColumn::Numbers(_) => (Physical::DOUBLE, None, required),
            ParquetColumn::Integers(..) => (Physical::INT64, None, Repetition::OPTIONAL),
            ParquetColumn::Texts(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String), required),
        };
        let column = Type::primitive_type_builder(name, physical).with_repetition(repetition);
        column.with_logical_type(logical).build().map(Arc::new)
    }

    fn push(&mut self, datum: &Datum) -> io::Result<()> {
        match (self, datum) {
            (ParquetColumn::Ranks(ranks), Datum::Integer(rank)) => ranks.extend(*rank),
            (ParquetColumn::Numbers(numbers), Datum::Number(number)) => numbers.push(*number),
            (ParquetColumn::Integers(numbers, there), Datum::Integer(number)) => {
                numbers.extend(*number);
                there.push(number.is_some().into());
            }
            (ParquetColumn::Texts(texts), Datum::Text(text)) => texts.push(text.as_str().into()),
            (ParquetColumn::Texts(texts), Datum::List(_) | Datum::Object(_) | Datum::Bool(_)) => {
                texts.push(datum.to_string().into_bytes().into());
            }
            (_, datum) => {
                return Err(io::Error::other(format!("{datum:?} is not what its column holds")));
            }
        }
        Ok(())
    }

    /// Writes the values as the next column of a group, and clears them.
    fn write<W: Write + Send>(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<()> {
        match self {
            ParquetColumn::Ranks(ranks) => write_column::<Int64Type, W>(group, ranks, None),
            ParquetColumn::Numbers(numbers) => write_column::<DoubleType, W>(group, numbers, None),
            ParquetColumn::Integers(numbers, there) => {
                write_column::<Int64Type, W>(group, numbers, Some(there))?;
                there.clear();
                Ok(())
            }
            ParquetColumn::Texts(texts) => write_column::<ByteArrayType, W>(group, texts, None),
        }
    }
}

/// Writes the next column of a group, and clears the values. A column with nulls has `there`: for
/// each row 1 if it has a value, else 0.
fn write_column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &mut Vec<T::T>,
    there: Option<&[i16]>,
) -> Result<()> {
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(values, there, None)?;
        column.close()?;
    }
    values.clear();
    Ok(())
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Creates a table in this file, still empty.
    pub fn new(file: W) -> Self {
        ParquetWriter { file: Some(file), writer: None, columns: Vec::new(), rows: 0 }
    }

    fn begin(&mut self, value: &Fields) -> Result<()> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(concat!("shuban ", env!("CARGO_PKG_VERSION")).to_owned());
        let text = || ParquetColumn::Texts(Vec::new());
        let place =
            [("part", text()), ("rank", ParquetColumn::Ranks(Vec::new())), ("position", text())];
        let place = place.map(|(name, column)| (name.to_owned(), column));
        let kinds = column_data(value).into_iter().map(ParquetColumn::of_kind);
        let values = column_names(value).into_iter().zip(kinds);
        let columns: Vec<(String, ParquetColumn)> = place.into_iter().chain(values).collect();
        let fields = columns.iter().map(|(name, column)| column.schema(name));
        let fields = fields.collect::<Result<_>>()?;
        let schema = Type::group_type_builder("positions").with_fields(fields).build()?;
        let (schema, properties) = (Arc::new(schema), Arc::new(properties.build()));
        self.writer = Some(SerializedFileWriter::new(file, schema, properties)?);
        self.columns = columns.into_iter().map(|(_, column)| column).collect();
        Ok(())
    }

    /// Writes the rows in memory.
    fn write_group(&mut self) -> Result<()> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        let mut group = writer.next_row_group()?;
        self.columns.iter_mut().try_for_each(|column| column.write(&mut group))?;
        group.close()?;
        self.rows = 0;
        Ok(())
    }
}

impl<W: Write + Send> RowWriter for ParquetWriter<W> {
    fn add(&mut self, row: ExportRow<'_>) -> io::Result<()> {
        self.begin(&row.value)?;
        let rank = Datum::Integer(Some(row.rank.cast_signed()));
        let place = [Datum::from(row.part), rank, Datum::Text(row.position)];
        let values = column_data(&row.value);
        if place.len() + values.len() != self.columns.len() {
            return Err(io::Error::other("a value with other members than the first one"));
        }
        let data = place.iter().chain(values);
        self.columns.iter_mut().zip(data).try_for_each(|(column, datum)| column.push(datum))?;
        self.rows += 1;
        if self.rows == GROUP {
            self.write_group()?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.begin(&Fields::new())?;
        if self.rows > 0 {
            self.write_group()?;
        }
        if let Some(mut writer) = self.writer {
            writer.finish()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use parquet::file::metadata::RowGroupMetaData;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field as Read;
    use shuban_core::Field;

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
