//! The catalog as a program uses it. Tests that need all games are in the crate that has them.

mod any_own_file;
mod any_position;
mod chain;
#[path = "../../../../fuzz/corpus.rs"]
mod corpus;
mod hostile;
mod miniature;
mod names;
#[cfg(feature = "png")]
mod pictures;
mod replaced;
mod shelf;
mod turn;
