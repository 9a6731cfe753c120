//! Apache Parquet.

use std::fs::File;
use std::io;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use super::{Cell, Column, ColumnKind, Row, Table};

/// Rows that are held in memory, some ten megabytes, until they are written as one group.
const GROUP: usize = 1 << 17;

/// A Parquet file, compressed with Snappy; only columns of whole numbers have nulls.
pub(super) struct Parquet {
    file: SerializedFileWriter<File>,
    parts: Vec<ByteArray>,
    ranks: Vec<i64>,
    positions: Vec<ByteArray>,
    values: Vec<Values>,
}

/// A column of the values of the rows in memory.
enum Values {
    Numbers(Vec<f64>),
    /// Those that are there, and for each row whether one is (1 or 0).
    Integers(Vec<i64>, Vec<i16>),
    Texts(Vec<ByteArray>),
}

impl Parquet {
    pub(super) fn new(file: File, columns: &[Column]) -> io::Result<Self> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(concat!("shuban ", env!("CARGO_PKG_VERSION")).to_owned());
        let writer = SerializedFileWriter::new(file, schema(columns)?, Arc::new(properties.build()))?;
        let values = columns.iter().map(|column| match column.kind {
            ColumnKind::Number => Values::Numbers(Vec::new()),
            ColumnKind::Integer => Values::Integers(Vec::new(), Vec::new()),
            ColumnKind::Text => Values::Texts(Vec::new()),
        });
        Ok(Parquet {
            file: writer,
            parts: Vec::new(),
            ranks: Vec::new(),
            positions: Vec::new(),
            values: values.collect(),
        })
    }

    /// Writes the rows in memory.
    fn write_group(&mut self) -> Result<()> {
        let mut group = self.file.next_row_group()?;
        write_column::<ByteArrayType>(&mut group, &mut self.parts, None)?;
        write_column::<Int64Type>(&mut group, &mut self.ranks, None)?;
        write_column::<ByteArrayType>(&mut group, &mut self.positions, None)?;
        for values in &mut self.values {
            match values {
                Values::Numbers(numbers) => write_column::<DoubleType>(&mut group, numbers, None)?,
                Values::Integers(numbers, there) => {
                    write_column::<Int64Type>(&mut group, numbers, Some(there))?;
                    there.clear();
                }
                Values::Texts(texts) => write_column::<ByteArrayType>(&mut group, texts, None)?,
            }
        }
        group.close()?;
        Ok(())
    }
}

impl Table for Parquet {
    fn add(&mut self, row: Row<'_>) -> io::Result<()> {
        self.parts.push(row.part.into());
        // The same 64 bits: the column is marked as unsigned.
        self.ranks.push(row.rank.cast_signed());
        self.positions.push(row.position.into_bytes().into());
        for (values, cell) in self.values.iter_mut().zip(row.value) {
            match (values, cell) {
                (Values::Numbers(numbers), Cell::Number(number)) => numbers.push(number),
                (Values::Integers(numbers, there), Cell::Integer(number)) => {
                    numbers.extend(number);
                    there.push(number.is_some().into());
                }
                (Values::Texts(texts), Cell::Text(text)) => texts.push(text.into_bytes().into()),
                (_, cell) => return Err(io::Error::other(format!("{cell:?} is not what its column holds"))),
            }
        }
        if self.ranks.len() == GROUP {
            self.write_group()?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        if !self.ranks.is_empty() {
            self.write_group()?;
        }
        self.file.close()?;
        Ok(())
    }
}

/// Writes the next column of a group, and forgets the values. A column with nulls has `there`: for each
/// row 1 if it has a value, else 0.
fn write_column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
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

fn schema(columns: &[Column]) -> Result<TypePtr> {
    let field = |name: &str, physical: Physical, logical: Option<LogicalType>| {
        let field = Type::primitive_type_builder(name, physical);
        field.with_repetition(Repetition::REQUIRED).with_logical_type(logical).build().map(Arc::new)
    };
    let text = |name: &str| field(name, Physical::BYTE_ARRAY, Some(LogicalType::String));
    let unsigned = LogicalType::integer(64, false);
    let mut fields = vec![text("part")?, field("rank", Physical::INT64, Some(unsigned))?, text("position")?];
    for column in columns {
        fields.push(match column.kind {
            ColumnKind::Number => field(column.name, Physical::DOUBLE, None)?,
            ColumnKind::Integer => {
                let field = Type::primitive_type_builder(column.name, Physical::INT64);
                Arc::new(field.with_repetition(Repetition::OPTIONAL).build()?)
            }
            ColumnKind::Text => text(column.name)?,
        });
    }
    Ok(Arc::new(Type::group_type_builder("positions").with_fields(fields).build()?))
}

#[cfg(test)]
mod tests {
    use parquet::file::metadata::RowGroupMetaData;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    use shuban_core::Silent;
    use shuban_solve::BuildOptions;

    use super::*;
    use crate::{ExportFormat, catalog};

    #[test]
    fn a_layer_reads_back_as_its_comma_separated_values() {
        let folder = tempfile::tempdir().unwrap();
        let layer = catalog().layer("half-gammon/contact-2-1").unwrap();
        layer.build(&BuildOptions::new(folder.path()), &Silent).unwrap();
        let export = |to: &str, format| {
            let to = folder.path().join(to);
            assert_eq!(layer.family.export(layer.layer, folder.path(), &to, format, &Silent).unwrap(), 2_054);
            to
        };
        let csv = std::fs::read_to_string(export("values.csv", ExportFormat::Csv)).unwrap();
        let file = File::open(export("values.parquet", ExportFormat::Parquet)).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let mut lines = csv.lines();
        let names: Vec<&str> = reader
            .metadata()
            .file_metadata()
            .schema()
            .get_fields()
            .iter()
            .map(|field| field.name())
            .collect();
        assert_eq!(lines.next(), Some(&names.join(",")[..]));
        for (row, line) in reader.get_row_iter(None).unwrap().zip(lines.by_ref()) {
            let row = row.unwrap();
            let cells: Vec<String> = row
                .get_column_iter()
                .map(|(name, field)| match field {
                    Field::Str(text) if name == "position" => format!("\"{text}\""),
                    Field::Str(text) => text.clone(),
                    Field::ULong(rank) => rank.to_string(),
                    Field::Double(number) => number.to_string(),
                    other => panic!("{name}: {other}"),
                })
                .collect();
            assert_eq!(cells.join(","), line);
        }
        assert_eq!((lines.next(), reader.metadata().file_metadata().num_rows()), (None, 2_054));
    }

    #[test]
    fn rows_beyond_one_group_go_into_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.parquet");
        let columns = [Column { name: "text", kind: ColumnKind::Text }];
        let mut table = Box::new(Parquet::new(File::create(&path).unwrap(), &columns).unwrap());
        for rank in 0..GROUP as u64 + 3 {
            let value = vec![Cell::Text(format!("t{rank}"))];
            table.add(Row { part: "p", rank, position: rank.to_string(), value }).unwrap();
        }
        table.finish().unwrap();
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let groups: Vec<i64> =
            reader.metadata().row_groups().iter().map(RowGroupMetaData::num_rows).collect();
        assert_eq!(groups, [GROUP as i64, 3]);
        let last = reader.get_row_iter(None).unwrap().last().unwrap().unwrap();
        assert_eq!(last.to_string(), "{part: \"p\", rank: 131074, position: \"131074\", text: \"t131074\"}");
    }

    #[test]
    fn whole_numbers_may_be_missing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.parquet");
        let columns = [Column { name: "a", kind: ColumnKind::Integer }];
        let mut table = Box::new(Parquet::new(File::create(&path).unwrap(), &columns).unwrap());
        let numbers = [Some(-4), None, None, Some(9)];
        for (rank, number) in (0..).zip(numbers) {
            let value = vec![Cell::Integer(number)];
            table.add(Row { part: "p", rank, position: String::new(), value }).unwrap();
        }
        table.finish().unwrap();
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let read = reader.get_row_iter(None).unwrap().map(|row| match row.unwrap().into_columns().pop() {
            Some((_, Field::Long(number))) => Some(number),
            Some((_, Field::Null)) => None,
            other => panic!("{other:?}"),
        });
        assert_eq!(read.collect::<Vec<_>>(), numbers);
    }

    #[test]
    fn a_value_of_another_kind_than_its_column_is_refused() {
        let columns = [Column { name: "number", kind: ColumnKind::Number }];
        let mut table = Parquet::new(tempfile::tempfile().unwrap(), &columns).unwrap();
        let value = vec![Cell::Text("x".to_owned())];
        assert!(table.add(Row { part: "p", rank: 0, position: String::new(), value }).is_err());
    }
}
