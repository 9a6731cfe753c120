//! Files written, read, damaged, and cut off by a loss of power.

mod common;
mod copies;
#[path = "../../../../fuzz/corpus.rs"]
mod corpus;
mod crash;
mod damage;
mod disk;
mod encode;
mod format;
mod links;
mod round_trip;
