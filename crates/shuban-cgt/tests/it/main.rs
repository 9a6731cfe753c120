//! Combinatorial games, held against their laws, against the literature and against plain play.

mod boards;
mod dyadic;
mod effort;
mod laws;
mod literature;
mod sums;
mod tree;
mod winners;
