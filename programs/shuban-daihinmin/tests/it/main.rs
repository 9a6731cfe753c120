//! The library through its public interface: contest, records, players, protocol, matches.

mod common;
mod contest;
mod contradictions;
mod door;
mod follow;
mod interval;
mod matches;
mod players;
#[cfg(unix)]
mod program;
mod records;
#[cfg(unix)]
#[path = "../../../../crates/shuban/tests/support/mod.rs"]
mod support;
mod wire;
