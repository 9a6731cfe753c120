//! Files written, read, damaged, and cut off by a loss of power.

mod common;
mod copies;
#[path = "../../../../fuzz/corpus.rs"]
mod corpus;
mod crash;
mod damage;
mod destination;
mod disk;
mod encode;
mod export;
mod far;
mod format;
mod left_copies;
mod links;
mod opened;
mod opening;
mod round_trip;
