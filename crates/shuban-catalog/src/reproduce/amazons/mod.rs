//! Okada, Kuroda and Kanada, "Subgame Database for Amazons": its tables and figures.

mod decided;
mod draw;
mod exact;
mod figure_4;
mod judge;
mod print;
mod record;
mod table_3;
mod tables_1_2;
mod tables_4_6;
mod tables_7_9;
mod unsound;

use super::Reproduction;
use crate::error::Error;

/// All of them.
pub(super) fn reproductions() -> Vec<Box<dyn Reproduction>> {
    vec![
        Box::new(tables_1_2::Tables1And2),
        Box::new(table_3::Table3),
        Box::new(tables_4_6::Tables4To6),
        Box::new(tables_7_9::Tables7To9),
        Box::new(figure_4::Figure4),
        Box::new(record::Record),
        Box::new(unsound::Unsound),
    ]
}

/// What does not happen to regions as small as these, searched without a limit.
fn unsearched() -> Error {
    Error::TooMuch("a region of the publication's sizes was too large to be searched".to_owned())
}
