//! Playing, judging and saving games of the examples.

mod analysed;
mod analysing;
mod common;
mod judging;
mod matches;
mod opening;
mod players;
mod rolling;
mod saving;
mod transcripts;
