//! The size of the field.

/// The cells of the field: at most 8×8, and a border, so that a tile may be put outside and have
/// neighbours: of two before the first row and column, and of one behind the last.
pub(crate) const WIDTH: usize = 11;
/// The first row and column inside the border.
pub(crate) const FIRST: usize = 2;
/// The cells of the field, with its border.
pub(crate) const CELLS: usize = WIDTH * WIDTH;
