//! Combinatorial games, compared with their laws, with the literature and with plain play.

mod boards;
mod dyadic;
mod effort;
mod laws;
mod literature;
mod sums;
mod tree;
mod winners;
