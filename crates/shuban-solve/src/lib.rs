//! Solvers.
pub mod iterate;
