//! Matches of Daihinmin by the rules of the UEC contest: in this process, or over its protocol.

mod door;
mod error;
mod guest;
mod host;
pub mod interval;
mod join;
mod line_up;
mod link;
mod played;
mod records;

pub use door::Door;
pub use error::Error;
pub use guest::Guest;
pub use host::{Host, HostOptions, HostReport};
pub use join::{JoinOptions, JoinReport, join};
pub use line_up::{PlayerSetting, set_tables, setup};
pub use played::{MatchOptions, MatchReport, PlayedMatch, PlayerReport, play};
pub use records::{CheckedRecord, CheckedRecords, PlayerPoints, check_records};
