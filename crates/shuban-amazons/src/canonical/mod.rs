//! Regions as combinatorial games: the domain of canonical values.
//!
//! Black is Left and White is Right. The values of regions add, other than the numbers of a
//! [`Pair`](crate::Pair): so the canonical form of each region decides who wins any sum of them.
//! There are few different ones, which a dictionary holds; a table holds their ids.

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
pub use tabulate::{CanonicalPlan, CanonicalScratch};
pub use value::{CanonicalValue, ValueId};
