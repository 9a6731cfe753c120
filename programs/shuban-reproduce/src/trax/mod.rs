//! Tables and figures of Kuwabara and Hoki, "An Attempt to Solve Limited TRAX".

pub(crate) mod as_published;
mod asking;
pub(crate) mod counts;
mod delta_min;
pub(crate) mod figure_6;
pub(crate) mod figures;
mod opening;
mod print;
pub(crate) mod proofs;
mod recorded;
pub(crate) mod table_3;
pub(crate) mod tables_4_5;
pub(crate) mod two_plies;
