//! Tests of the whole crate.

mod algorithm_1;
mod bearing_off;
mod documents;
mod interruption;
mod learning;
mod monte_carlo_tree;
mod placements;
mod program;
mod random_games;
mod recorded;
mod reproductions;
#[path = "../../../../crates/shuban/tests/support/mod.rs"]
mod support;
#[path = "../../../../crates/shuban-search/tests/it/thicket.rs"]
mod thicket;
mod zdd;
