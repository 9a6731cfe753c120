//! The catalog as a program uses it. What needs all games is tested in the crate that has them.

mod miniature;
mod names;
#[cfg(feature = "png")]
mod pictures;
mod shelf;
mod turn;
