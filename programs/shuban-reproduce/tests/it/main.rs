//! Tests of the whole crate.

mod algorithm_1;
mod bearing_off;
mod documents;
mod learning;
mod placements;
mod recorded;
mod reproductions;
mod zdd;
