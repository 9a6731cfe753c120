//! Sums of games, scored by the number of moves.

mod bounds;
mod pair;
mod printed;

pub use bounds::{lower_bound, upper_bound};
pub use pair::Pair;
pub use printed::{printed_lower_bound, printed_upper_bound};
