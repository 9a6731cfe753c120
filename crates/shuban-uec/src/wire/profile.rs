//! How a client introduces itself.

use super::{COLUMNS, Grid, VERSION, WireError};

/// How many bytes of a name are sent; the contest's server keeps nine, and shows fewer.
const NAME_BYTES: usize = COLUMNS - 1;

/// The table with version and name that a client sends first: its printable ASCII characters, up to
/// 14.
pub fn profile(name: &str) -> Grid {
    let mut grid = Grid::EMPTY;
    grid.set(0, 0, VERSION);
    let bytes = name.bytes().filter(u8::is_ascii_graphic).take(NAME_BYTES);
    bytes.enumerate().for_each(|(column, byte)| grid.set(1, column, byte.into()));
    grid
}

/// The name of a client; what cannot be printed in it is replaced, and none is `?`.
///
/// # Errors
/// [`WireError::Version`] if it speaks another version.
pub fn read_profile(grid: &Grid) -> Result<String, WireError> {
    if grid.get(0, 0) != VERSION {
        return Err(WireError::Version(grid.get(0, 0)));
    }
    let cells = grid.row(1).iter().take(NAME_BYTES).take_while(|&&cell| cell != 0);
    let name: String = cells
        .map(|&cell| match u8::try_from(cell) {
            Ok(byte) if byte.is_ascii_graphic() && byte != b'|' => char::from(byte),
            _ => '_',
        })
        .collect();
    Ok(if name.is_empty() { "?".to_owned() } else { name })
}
