//! Columns of a Parquet file, group by group.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::Result;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};
use shuban_core::Datum;

/// Number of rows held in memory, some ten megabytes, until they are written as one group.
pub(super) const GROUP: usize = 1 << 17;

/// A Parquet file that is being written, compressed with Snappy: its columns, and the rows in memory.
pub(super) struct ParquetTable<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    pub(super) columns: Vec<ParquetColumn>,
    /// Number of rows in memory.
    rows: usize,
}

impl<W: Write + Send> ParquetTable<W> {
    /// Begins a file with columns by name, and facts about it by key.
    pub(super) fn new(
        file: W,
        columns: Vec<(String, ParquetColumn)>,
        facts: &[(&str, &str)],
    ) -> Result<Self> {
        let fact =
            |(key, value): &(&str, &str)| KeyValue::new((*key).to_owned(), (*value).to_owned());
        let facts: Vec<KeyValue> = facts.iter().map(fact).collect();
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_key_value_metadata((!facts.is_empty()).then_some(facts))
            .set_created_by(concat!("shuban ", env!("CARGO_PKG_VERSION")).to_owned());
        let fields = columns.iter().map(|(name, column)| column.schema(name));
        let fields = fields.collect::<Result<_>>()?;
        let schema = Type::group_type_builder("positions").with_fields(fields).build()?;
        let (schema, properties) = (Arc::new(schema), Arc::new(properties.build()));
        let writer = SerializedFileWriter::new(file, schema, properties)?;
        let columns = columns.into_iter().map(|(_, column)| column).collect();
        Ok(ParquetTable { writer, columns, rows: 0 })
    }

    /// Counts a row, whose columns have their data, and writes the rows if they are a group.
    pub(super) fn row(&mut self) -> Result<()> {
        self.rows += 1;
        if self.rows == GROUP { self.write_group() } else { Ok(()) }
    }

    /// Writes the rows in memory.
    fn write_group(&mut self) -> Result<()> {
        let mut group = self.writer.next_row_group()?;
        self.columns.iter_mut().try_for_each(|column| column.write(&mut group))?;
        group.close()?;
        self.rows = 0;
        Ok(())
    }

    /// Writes what is left, and the end of the file.
    pub(super) fn finish(mut self) -> Result<()> {
        if self.rows > 0 {
            self.write_group()?;
        }
        self.writer.finish().map(drop)
    }
}

/// A column of the rows in memory.
pub(super) enum ParquetColumn {
    /// Unsigned numbers, as the same 64 bits.
    Ranks(Vec<i64>),
    Numbers(Vec<f64>),
    /// The values present, and 1 or 0 for each row with or without a value.
    Integers(Vec<i64>, Vec<i16>),
    Texts(Vec<ByteArray>),
    /// Small numbers, none of which is missing.
    Small(Vec<i32>),
}

impl ParquetColumn {
    /// Returns an empty column for data of this kind.
    pub(super) fn of_kind(datum: &Datum) -> Self {
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
            ParquetColumn::Small(_) => {
                (Physical::INT32, Some(LogicalType::integer(16, true)), required)
            }
        };
        let column = Type::primitive_type_builder(name, physical).with_repetition(repetition);
        column.with_logical_type(logical).build().map(Arc::new)
    }

    pub(super) fn push(&mut self, datum: &Datum) -> io::Result<()> {
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

    /// Adds a small number.
    pub(super) fn push_small(&mut self, number: i16) -> io::Result<()> {
        match self {
            ParquetColumn::Small(numbers) => numbers.push(number.into()),
            _ => return Err(io::Error::other(format!("{number} is not what its column holds"))),
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
            ParquetColumn::Small(numbers) => write_column::<Int32Type, W>(group, numbers, None),
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
