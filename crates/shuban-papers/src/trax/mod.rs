//! Kuwabara and Hoki, "An Attempt to Solve Limited TRAX": its tables and figures.

mod asking;
mod counts;
mod figure_6;
mod opening;
mod print;
mod recorded;
mod tables_4_5;
mod two_plies;

use crate::paper::Paper;

pub(crate) const PAPERS: &[Paper] =
    &[counts::PAPER, tables_4_5::PAPER, figure_6::PAPER, two_plies::PAPER];
