//! The printed tables.

use crate::share::CaseShare;

/// Table 1: lower bounds of two regions.
pub(super) const TABLE_1: &str = include_str!("print/table1-lower.csv");
/// Table 2: upper bounds of two regions.
pub(super) const TABLE_2: &str = include_str!("print/table2-upper.csv");
/// Table 3: numbers of positions.
pub(super) const TABLE_3: &str = include_str!("print/table3.csv");
/// Tables 4 to 9: counts in random sums.
const TABLES_4_TO_9: &str = include_str!("print/tables-4-9.csv");

/// Number of sums that each of the printed tables rests on.
pub(super) const SUMS: u64 = 10_000;

/// Splits a table into lines of cells; the first line is that of the headings.
pub(super) fn cells(table: &str) -> Vec<Vec<String>> {
    table.lines().map(cells_of_line).collect()
}

/// Splits a line at commas that are not between quotation marks.
fn cells_of_line(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cells.last_mut().expect("it starts with one").push(c),
        }
    }
    cells
}

/// A printed count of tables 4 to 9, in regions of a size.
pub(super) struct PrintedCount {
    pub(super) row: String,
    pub(super) column: String,
    pub(super) count: u64,
}

impl PrintedCount {
    /// Returns the share among the sums that were drawn for the print.
    pub(super) fn share(&self) -> CaseShare {
        CaseShare { cases: self.count, of: SUMS }
    }
}

/// Returns the printed counts of one of the tables 4 to 9 for regions of a size.
pub(super) fn counts(table: usize, size: usize) -> Vec<PrintedCount> {
    let wanted = [table, size].map(|number| number.to_string());
    let lines = cells(TABLES_4_TO_9).into_iter().filter(|cells| cells[..2] == wanted);
    lines
        .filter_map(|cells| {
            let [_, _, row, column, count] = <[String; 5]>::try_from(cells).ok()?;
            Some(PrintedCount { row, column, count: count.parse().ok()? })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printed_count_is_read() {
        let all =
            [(4, 8, 16), (5, 9, 16), (6, 8, 10), (6, 9, 10), (7, 6, 9), (8, 10, 9), (9, 10, 10)];
        for (table, size, expected) in all {
            assert_eq!(counts(table, size).len(), expected, "table {table}");
        }
        assert_eq!(cells(TABLES_4_TO_9).len(), 81);
        assert_eq!(counts(4, 8)[2].count, 3_431);
    }

    #[test]
    fn commas_between_quotation_marks_part_nothing() {
        assert_eq!(cells_of_line("A>0,\"max{A,B}+C\",-"), ["A>0", "max{A,B}+C", "-"]);
        for table in [TABLE_1, TABLE_2] {
            assert!(cells(table).iter().all(|line| line.len() == 11));
        }
        assert_eq!((cells(TABLE_3).len(), cells(TABLE_3)[0].len()), (17, 13));
    }
}
