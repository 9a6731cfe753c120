//! Every position of a small board, won or lost.

mod domain;
mod explain;
mod index;
mod sweep;
#[cfg(test)]
mod tests;
mod value;

pub use domain::WholeBoards;
pub use value::LastMove;
