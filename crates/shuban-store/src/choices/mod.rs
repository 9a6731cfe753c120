//! The coded choices of a walk: a record says which move a strategy chooses in each of its positions.

mod coder;
mod model;

pub use coder::{ChoiceDecoder, ChoiceEncoder};
pub use model::ChoiceModel;
