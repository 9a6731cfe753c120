//! Kuwabara and Hoki, "An Attempt to Solve Limited TRAX": its tables and figures.

mod asking;
pub(crate) mod counts;
pub(crate) mod figure_6;
mod opening;
mod print;
mod recorded;
pub(crate) mod tables_4_5;
pub(crate) mod two_plies;
