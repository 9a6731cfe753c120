//! Comma-separated values.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use super::{Cell, Column, Row, Table};

/// A file of comma-separated values; positions and other texts in quotes.
pub(super) struct Csv(BufWriter<File>);

impl Csv {
    pub(super) fn new(file: File, columns: &[Column]) -> io::Result<Self> {
        let mut file = BufWriter::new(file);
        let names = columns.iter().map(|column| format!(",{}", column.name)).collect::<String>();
        writeln!(file, "part,rank,position{names}")?;
        Ok(Csv(file))
    }
}

impl Table for Csv {
    fn add(&mut self, row: Row<'_>) -> io::Result<()> {
        write!(self.0, "{},{},{}", row.part, row.rank, quoted(&row.position))?;
        for cell in &row.value {
            match cell {
                Cell::Number(number) => write!(self.0, ",{number}")?,
                Cell::Integer(Some(number)) => write!(self.0, ",{number}")?,
                Cell::Integer(None) => write!(self.0, ",null")?,
                Cell::Text(text) => write!(self.0, ",{}", quoted(text))?,
            }
        }
        writeln!(self.0)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.0.flush()
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::ColumnKind;

    #[test]
    fn texts_are_quoted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        let columns = [
            Column { name: "a", kind: ColumnKind::Number },
            Column { name: "b", kind: ColumnKind::Text },
            Column { name: "c", kind: ColumnKind::Integer },
            Column { name: "d", kind: ColumnKind::Integer },
        ];
        let mut table = Box::new(Csv::new(File::create(&path).unwrap(), &columns).unwrap());
        let value = vec![
            Cell::Number(-0.5),
            Cell::Text("a \"b\", c".to_owned()),
            Cell::Integer(Some(-3)),
            Cell::Integer(None),
        ];
        table.add(Row { part: "1 v 1", rank: 7, position: "1,2|3".to_owned(), value }).unwrap();
        table.finish().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let row = "1 v 1,7,\"1,2|3\",-0.5,\"a \"\"b\"\", c\",-3,null\n";
        assert_eq!(text, format!("part,rank,position,a,b,c,d\n{row}"));
    }
}
