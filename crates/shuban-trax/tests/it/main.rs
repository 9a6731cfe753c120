//! The crate as a whole, through its public interface.

mod counts;
mod database;
mod present;
mod proof;
mod rules;
