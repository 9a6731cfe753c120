//! Combinatorial games, compared with their laws, with the literature and with plain play.

mod any_form;
mod boards;
#[path = "../../../../fuzz/corpus.rs"]
mod corpus;
mod dyadic;
mod effort;
mod hostile;
mod laws;
mod literature;
mod sums;
mod tree;
mod winners;
