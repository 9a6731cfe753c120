//! The crate as a whole: against plain twins, publications, and earlier answers.

mod asking;
mod boards;
mod bound_play;
mod canonical;
mod common;
mod database;
mod notation;
mod play;
mod record88;
mod rules;
mod squares;
mod sums;
mod sweep;
mod territory;
mod transcripts;
mod values;
