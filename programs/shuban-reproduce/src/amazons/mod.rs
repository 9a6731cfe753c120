//! Okada, Kuroda and Kanada, "Subgame Database for Amazons": its tables and figures; and boards
//! that other publications solve.

mod best_moves;
pub(crate) mod boards;
mod by_minimax;
mod decided;
mod deepest;
mod draw;
mod every_position;
mod exact;
mod expected;
pub(crate) mod figure_2;
pub(crate) mod figure_4;
mod figure_4_text;
mod judge;
pub(crate) mod play;
mod print;
mod prose;
mod proven;
pub(crate) mod record;
pub(crate) mod table_3;
pub(crate) mod tables_1_2;
pub(crate) mod tables_4_6;
pub(crate) mod tables_7_9;
mod tree;
mod two_turns;
pub(crate) mod unsound;

use shuban_catalog::Error;

/// Error of a search without a limit that finds no value; does not occur for regions this small.
fn unsearched() -> Error {
    Error::TooMuch("a region of the publication's sizes was too large to be searched".to_owned())
}
