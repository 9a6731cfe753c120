//! The profile by which a client introduces itself.

use super::error::WireError;
use super::grid::{COLUMNS, Grid};

/// The version of the protocol.
pub const VERSION: i32 = 20070;

/// Maximum length of a name in bytes; the contest's server keeps nine, and shows fewer.
const NAME_BYTES: usize = COLUMNS - 1;

/// Returns the table with version and name that a client sends first. Of the name this keeps up to
/// 14 printable ASCII characters.
pub fn profile(name: &str) -> Grid {
    let mut grid = Grid::EMPTY;
    grid.0[0][0] = VERSION;
    let bytes = name.bytes().filter(u8::is_ascii_graphic).take(NAME_BYTES);
    grid.0[1].iter_mut().zip(bytes).for_each(|(cell, byte)| *cell = byte.into());
    grid
}

/// Returns the name of a client. Unprintable characters are replaced; an empty name is `?`.
///
/// # Errors
/// [`WireError`] if the client speaks another version.
pub fn read_profile(grid: &Grid) -> Result<String, WireError> {
    let version = grid.0[0][0];
    if version != VERSION {
        return Err(WireError(format!("version {version} of the protocol instead of {VERSION}")));
    }
    let cells = grid.0[1].iter().take(NAME_BYTES).take_while(|&&cell| cell != 0);
    let name: String = cells
        .map(|&cell| match u8::try_from(cell) {
            Ok(byte) if byte.is_ascii_graphic() && byte != b'|' => char::from(byte),
            _ => '_',
        })
        .collect();
    Ok(if name.is_empty() { "?".to_owned() } else { name })
}
