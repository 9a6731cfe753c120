//! The library as its users see it: contest, records, players, protocol, matches.

mod common;
mod contest;
mod contradictions;
mod matches;
mod players;
mod records;
mod wire;
