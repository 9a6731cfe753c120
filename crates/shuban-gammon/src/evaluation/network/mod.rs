//! A small network that was trained by self-play, as an evaluation function.
//!
//! It has one layer of hidden units between the [`Places`] of both sides' checkers and one number.
//! `docs/gammon-internals.md` says how it was trained, `docs/gammon-findings.md` how it compares
//! with the page's terms.

mod evaluation;
mod file;
mod layers;
mod places;
#[cfg(test)]
mod tests;

pub use evaluation::NetworkEvaluation;
pub use file::NetworkError;
pub use layers::{Network, UNITS};
pub use places::Places;
