//! The catalog as a program uses it. Tests that need all games are in the crate that has them.

mod chain;
mod miniature;
mod names;
#[cfg(feature = "png")]
mod pictures;
mod replaced;
mod shelf;
mod turn;
