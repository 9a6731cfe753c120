//! A reader of database files for engines, pages and anything else that has its own way to read bytes.

pub mod container;
mod error;
mod file;
mod in_hand;
mod kept_blocks;
mod layer;
pub mod sections;
mod step;

pub use error::Error;
pub use file::{File, Table};
pub use layer::Layer;
pub use step::Step;
