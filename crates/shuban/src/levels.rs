//! Players by name.

use shuban_catalog::names::suggestion;
use shuban_play::Level;

/// Reads the name of a level.
///
/// # Errors
/// The names of all levels or the nearest ones, for clap.
pub(crate) fn level(name: &str) -> Result<Level, String> {
    Level::by_name(name).ok_or_else(|| {
        let names = Level::ALL.map(Level::name);
        let near = suggestion(name, names);
        let hint = if near.is_empty() { format!("; there are {}", names.join(", ")) } else { near };
        format!("there is no such player{hint}")
    })
}
