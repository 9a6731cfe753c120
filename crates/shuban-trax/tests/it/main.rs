//! The crate as a whole, through its public interface.

mod counts;
mod database;
mod figures;
mod present;
mod proof;
mod rules;
mod transcripts;
