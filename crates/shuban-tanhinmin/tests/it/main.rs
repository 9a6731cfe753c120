//! The crate as a whole, through its public interface.

mod asking;
mod build;
mod codes;
mod common;
mod conformance;
mod counts;
mod drawing;
mod notation;
mod numbers;
mod open;
mod poll;
mod rules;
mod words;
