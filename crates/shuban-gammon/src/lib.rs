//! The backgammon family: rules, notation, drawing, index, domain, sweep.

mod position;
mod variant;

pub use position::Position;
pub use variant::{Variant, VariantError};
