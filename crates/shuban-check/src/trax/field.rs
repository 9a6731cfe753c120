//! The field that boards lie on.

/// Width of the field: at most 8×8 cells, and a border, so that a tile may be put outside and have
/// neighbours: of two cells before the first row and column, and of one behind the last.
pub(crate) const WIDTH: usize = 11;
/// The first row and column inside the border.
pub(crate) const FIRST: usize = 2;
/// Number of cells, those of the border included.
pub(crate) const CELLS: usize = WIDTH * WIDTH;
