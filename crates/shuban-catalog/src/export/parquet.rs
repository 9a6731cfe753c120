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

use super::{ExportRow, RowWriter};

/// Rows that are held in memory, some ten megabytes, until they are written as one group.
const GROUP: usize = 1 << 17;

/// A Parquet file, compressed with Snappy; only columns of whole numbers have nulls. The fields of
/// the first value are the columns.
pub(super) struct Parquet<W: Write + Send> {
    /// The file, until the first value tells its columns.
    file: Option<W>,
    writer: Option<SerializedFileWriter<W>>,
    parts: Vec<ByteArray>,
    ranks: Vec<i64>,
    positions: Vec<ByteArray>,
    values: Vec<ColumnValues>,
}

/// A column of the values of the rows in memory.
enum ColumnValues {
    Numbers(Vec<f64>),
    /// Those that are there, and for each row whether one is (1 or 0).
    Integers(Vec<i64>, Vec<i16>),
    Texts(Vec<ByteArray>),
}

impl ColumnValues {
    /// An empty column for data of this kind.
    fn of_kind(datum: &Datum) -> Self {
        match datum {
            Datum::Number(_) => ColumnValues::Numbers(Vec::new()),
            Datum::Integer(_) => ColumnValues::Integers(Vec::new(), Vec::new()),
            _ => ColumnValues::Texts(Vec::new()),
        }
    }
}

impl<W: Write + Send> Parquet<W> {
    pub(super) fn new(file: W) -> Self {
        Parquet {
            file: Some(file),
            writer: None,
            parts: Vec::new(),
            ranks: Vec::new(),
            positions: Vec::new(),
            values: Vec::new(),
        }
    }

    fn begin(&mut self, value: &Fields) -> Result<()> {
        if let Some(file) = self.file.take() {
            let properties = WriterProperties::builder()
                .set_compression(Compression::SNAPPY)
                .set_created_by(concat!("shuban ", env!("CARGO_PKG_VERSION")).to_owned());
            self.values = value.iter().map(|field| ColumnValues::of_kind(&field.datum)).collect();
            let columns: Vec<(&str, &ColumnValues)> =
                value.iter().map(|field| field.name).zip(&self.values).collect();
            let schema = schema(&columns)?;
            self.writer =
                Some(SerializedFileWriter::new(file, schema, Arc::new(properties.build()))?);
        }
        Ok(())
    }

    /// Writes the rows in memory.
    fn write_group(&mut self) -> Result<()> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        let mut group = writer.next_row_group()?;
        write_column::<ByteArrayType, W>(&mut group, &mut self.parts, None)?;
        write_column::<Int64Type, W>(&mut group, &mut self.ranks, None)?;
        write_column::<ByteArrayType, W>(&mut group, &mut self.positions, None)?;
        for values in &mut self.values {
            match values {
                ColumnValues::Numbers(numbers) => {
                    write_column::<DoubleType, W>(&mut group, numbers, None)?;
                }
                ColumnValues::Integers(numbers, there) => {
                    write_column::<Int64Type, W>(&mut group, numbers, Some(there))?;
                    there.clear();
                }
                ColumnValues::Texts(texts) => {
                    write_column::<ByteArrayType, W>(&mut group, texts, None)?
                }
            }
        }
        group.close()?;
        Ok(())
    }
}

impl<W: Write + Send> RowWriter for Parquet<W> {
    fn add(&mut self, row: ExportRow<'_>) -> io::Result<()> {
        self.begin(&row.value)?;
        self.parts.push(row.part.into());
        // The same 64 bits: the column is marked as unsigned.
        self.ranks.push(row.rank.cast_signed());
        self.positions.push(row.position.into_bytes().into());
        for (values, field) in self.values.iter_mut().zip(&row.value) {
            match (values, &field.datum) {
                (ColumnValues::Numbers(numbers), Datum::Number(number)) => numbers.push(*number),
                (ColumnValues::Integers(numbers, there), Datum::Integer(number)) => {
                    numbers.extend(*number);
                    there.push(number.is_some().into());
                }
                (ColumnValues::Texts(texts), Datum::Text(text)) => texts.push(text.as_str().into()),
                (
                    ColumnValues::Texts(texts),
                    Datum::List(_) | Datum::Object(_) | Datum::Bool(_),
                ) => {
                    texts.push(field.datum.to_string().into_bytes().into());
                }
                (_, datum) => {
                    return Err(io::Error::other(format!(
                        "{datum:?} is not what its column holds"
                    )));
                }
            }
        }
        if self.ranks.len() == GROUP {
            self.write_group()?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.begin(&Fields::new())?;
        if !self.ranks.is_empty() {
            self.write_group()?;
        }
        if let Some(mut writer) = self.writer {
            writer.finish()?;
        }
        Ok(())
    }
}

/// Writes the next column of a group, and forgets the values. A column with nulls has `there`: for
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

fn schema(columns: &[(&str, &ColumnValues)]) -> Result<TypePtr> {
    let field = |name: &str, physical: Physical, logical: Option<LogicalType>| {
        let field = Type::primitive_type_builder(name, physical);
        field.with_repetition(Repetition::REQUIRED).with_logical_type(logical).build().map(Arc::new)
    };
    let text = |name: &str| field(name, Physical::BYTE_ARRAY, Some(LogicalType::String));
    let unsigned = LogicalType::integer(64, false);
    let mut fields =
        vec![text("part")?, field("rank", Physical::INT64, Some(unsigned))?, text("position")?];
    for &(name, values) in columns {
        fields.push(match values {
            ColumnValues::Numbers(_) => field(name, Physical::DOUBLE, None)?,
            ColumnValues::Integers(..) => {
                let field = Type::primitive_type_builder(name, Physical::INT64);
                Arc::new(field.with_repetition(Repetition::OPTIONAL).build()?)
            }
            ColumnValues::Texts(_) => text(name)?,
        });
    }
    Ok(Arc::new(Type::group_type_builder("positions").with_fields(fields).build()?))
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
        let mut table = Box::new(Parquet::new(File::create(&path).unwrap()));
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
        let mut table = Box::new(Parquet::new(File::create(&path).unwrap()));
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
        let mut table = Parquet::new(tempfile::tempfile().unwrap());
        table.add(row(0, 0.5)).unwrap();
        assert!(table.add(row(1, "x")).is_err());
    }
}
