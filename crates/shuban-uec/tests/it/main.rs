//! The crate as its users see it: rules, records, players, protocol, matches.

mod advice;
mod common;
mod contest;
mod contradictions;
mod game;
mod legal;
mod matches;
mod meld;
mod notation;
mod players;
mod plays;
mod records;
mod rules_text;
mod twin;
mod wire;
