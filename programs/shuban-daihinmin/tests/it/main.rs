//! The library through its public interface: contest, records, players, protocol, matches.

mod any_message;
mod common;
mod contest;
mod contest_log;
mod contradictions;
#[path = "../../../../fuzz/corpus.rs"]
mod corpus;
mod door;
mod follow;
mod heard;
mod hostile;
mod interval;
mod match_tables;
mod matches;
mod opponents;
mod players;
#[cfg(unix)]
mod program;
mod records;
#[cfg(unix)]
#[path = "../../../../crates/shuban/tests/support/mod.rs"]
mod support;
mod tournament;
mod tournament_clients;
mod wire;
