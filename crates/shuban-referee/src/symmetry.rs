//! The symmetries of the square.

/// The eight symmetries, applied to a row and a column.
pub(crate) const SYMMETRIES: [fn([i8; 2]) -> [i8; 2]; 8] = [
    |[row, column]| [row, column],
    |[row, column]| [row, -column],
    |[row, column]| [-row, column],
    |[row, column]| [-row, -column],
    |[row, column]| [column, row],
    |[row, column]| [column, -row],
    |[row, column]| [-column, row],
    |[row, column]| [-column, -row],
];
