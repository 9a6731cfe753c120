//! Playing, judging and saving games of the examples.

mod analysed;
mod analysing;
mod any_record;
mod common;
#[path = "../../../../fuzz/corpus.rs"]
mod corpus;
mod hostile;
mod judging;
mod matches;
mod opening;
mod own_players;
mod players;
mod rolling;
mod saving;
mod transcripts;
