//! Regions as combinatorial games: the domain of canonical values.
//!
//! Black is Left and White is Right. Unlike the numbers of a
//! [`ScorePair`](crate::ScorePair), the values of regions add: the canonical forms of the regions
//! decide who wins any sum of them. Few values are distinct; a dictionary holds these, and a table
//! their ids.

mod domain;
mod kernel;
mod options;
mod search;
mod tabulate;
#[cfg(test)]
mod tests;
mod value;

pub use domain::{CanonicalRegions, MAX_CANONICAL_SIZE};
pub use search::{CanonicalSearch, canonical_by_search};
pub use value::{CanonicalValue, ValueId};
