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

use shuban_catalog::Error;

use crate::paper::Paper;

pub(crate) const PAPERS: &[Paper] = &[
    tables_1_2::PAPER,
    table_3::PAPER,
    tables_4_6::PAPER,
    tables_7_9::PAPER,
    figure_4::PAPER,
    record::PAPER,
    unsound::PAPER,
];

/// What does not happen to regions as small as these, searched without a limit.
fn unsearched() -> Error {
    Error::TooMuch("a region of the publication's sizes was too large to be searched".to_owned())
}
