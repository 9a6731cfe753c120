//! The crate as its users see it: rules, records, players, protocol, matches.

mod common;
mod contest;
mod contradictions;
mod game;
mod legal;
mod matches;
mod players;
mod plays;
mod records;
mod twin;
mod wire;
