//! The coded choices of a walk: a record holds the move that a strategy chooses in each position.

mod coder;
mod model;

pub use coder::{ChoiceDecoder, ChoiceEncoder};
pub use model::ChoiceModel;
