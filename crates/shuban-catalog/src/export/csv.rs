//! Comma-separated values.

use std::io::{self, Write};

use shuban_core::{Datum, Fields};

use super::{ExportRow, RowWriter};

/// A file of comma-separated values; positions and other texts in quotes. The fields of the first
/// value are the columns.
pub(super) struct Csv<W> {
    file: W,
    is_begun: bool,
}

impl<W: Write> Csv<W> {
    pub(super) fn new(file: W) -> Self {
        Csv { file, is_begun: false }
    }

    fn begin(&mut self, value: &Fields) -> io::Result<()> {
        if self.is_begun {
            return Ok(());
        }
        self.is_begun = true;
        let names = value.iter().map(|field| format!(",{}", field.name)).collect::<String>();
        writeln!(self.file, "part,rank,position{names}")
    }
}

impl<W: Write> RowWriter for Csv<W> {
    fn add(&mut self, row: ExportRow<'_>) -> io::Result<()> {
        self.begin(&row.value)?;
        write!(self.file, "{},{},{}", row.part, row.rank, quoted(&row.position))?;
        for field in &row.value {
            match &field.datum {
                Datum::Number(number) => write!(self.file, ",{number}")?,
                Datum::Integer(Some(number)) => write!(self.file, ",{number}")?,
                Datum::Integer(None) | Datum::Null => write!(self.file, ",null")?,
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

#[cfg(test)]
mod tests {
    use shuban_core::Field;

    use super::*;

    #[test]
    fn texts_are_quoted() {
        let mut file = Vec::new();
        let value = Fields::new()
            .with(Field::new("a", -0.5))
            .with(Field::new("b", "a \"b\", c"))
            .with(Field::new("c", -3i64))
            .with(Field::new("d", None::<i64>))
            .with(Field::new("e", Datum::list([0.5, 0.25])));
        let mut table = Box::new(Csv::new(&mut file));
        table
            .add(ExportRow { part: "1 v 1", rank: 7, position: "1,2|3".to_owned(), value })
            .unwrap();
        table.finish().unwrap();
        let row = "1 v 1,7,\"1,2|3\",-0.5,\"a \"\"b\"\", c\",-3,null,\"0.5 0.25\"\n";
        assert_eq!(
            String::from_utf8(file).unwrap(),
            format!("part,rank,position,a,b,c,d,e\n{row}")
        );
    }
}
