//! Kuwabara and Hoki, "An Attempt to Solve Limited TRAX": its tables and figures.

mod asking;
mod counts;
mod figure_6;
mod opening;
mod print;
mod recorded;
mod tables_4_5;
mod trend;
mod two_plies;

use super::Reproduction;

/// All of them.
pub(super) fn reproductions() -> Vec<Box<dyn Reproduction>> {
    vec![
        Box::new(counts::Counts),
        Box::new(tables_4_5::Tables4And5),
        Box::new(figure_6::Figure6),
        Box::new(two_plies::TwoPlies),
    ]
}
