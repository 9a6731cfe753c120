//! Tables of values for other programs.

use shuban_core::{Field, Fields};
use shuban_store::{CsvWriter, ExportRow, RowWriter};

#[test]
fn a_number_that_is_none_is_an_empty_field() {
    let mut file = Vec::new();
    let value = Fields::new().with(Field::new("a", f64::NAN)).with(Field::new("b", 0.5));
    let mut table = Box::new(CsvWriter::new(&mut file));
    table.add(ExportRow { part: "p", rank: 0, position: "x".to_owned(), value }).unwrap();
    table.finish().unwrap();
    assert_eq!(String::from_utf8(file).unwrap(), "part,rank,position,a,b\np,0,\"x\",,0.5\n");
}

#[test]
fn a_table_without_rows_has_a_first_line() {
    let mut file = Vec::new();
    Box::new(CsvWriter::new(&mut file)).finish().unwrap();
    assert_eq!(String::from_utf8(file).unwrap(), "part,rank,position\n");
}

#[cfg(feature = "parquet")]
mod parquet {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use shuban_core::{Field, Fields};
    use shuban_store::{NumbersWriter, ParquetWriter, RowWriter};

    fn reader(file: Vec<u8>) -> SerializedFileReader<bytes::Bytes> {
        SerializedFileReader::new(bytes::Bytes::from(file)).unwrap()
    }

    #[test]
    fn a_table_without_rows_has_no_group_of_them() {
        let mut file = Vec::new();
        Box::new(ParquetWriter::new(&mut file)).finish().unwrap();
        assert_eq!(reader(file).num_row_groups(), 0);
    }

    /// Members and numbers are counted each, so that none takes the place of the other.
    #[test]
    fn a_row_of_other_numbers_or_members_than_the_first_is_refused() {
        let value = |members: usize| {
            let names = ["a", "b", "c"].into_iter().take(members);
            names.fold(Fields::new(), |value, name| value.with(Field::new(name, 0.5)))
        };
        let mut file = Vec::new();
        let names = ["one", "two"].map(str::to_owned).to_vec();
        let mut table = NumbersWriter::new(&mut file, names, Vec::new());
        table.add(0, &[1, 2], String::new, &value(2)).unwrap();
        for (numbers, members) in
            [(&[1, 2][..], 1), (&[1, 2], 3), (&[1], 2), (&[1], 3), (&[1, 2, 3], 1), (&[], 2)]
        {
            let error = table.add(1, numbers, String::new, &value(members)).unwrap_err();
            let reason = "a value with other members than the first one";
            assert_eq!(error.to_string(), reason, "{numbers:?}, {members} members");
        }
        // What was refused has left nothing behind.
        table.add(1, &[3, 4], String::new, &value(2)).unwrap();
        table.finish().unwrap();
        let rows: Vec<String> =
            reader(file).get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        assert_eq!(
            rows,
            [
                "{rank: 0, one: 1, two: 2, a: 0.5, b: 0.5}",
                "{rank: 1, one: 3, two: 4, a: 0.5, b: 0.5}"
            ]
        );
    }
}
