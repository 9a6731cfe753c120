//! Playing, judging and saving games of the examples.

mod common;
mod judging;
mod matches;
mod opening;
mod players;
mod saving;
