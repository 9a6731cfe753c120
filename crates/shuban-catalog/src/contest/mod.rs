//! Matches of Daihinmin by the rules of the UEC contest: in this process, or over its protocol.

mod door;
mod guest;
mod host;
pub(crate) mod interval;
mod join;
pub(crate) mod line_up;
mod link;
pub(crate) mod played;
mod records;

pub use host::{Host, HostOptions, HostReport};
pub use join::{JoinOptions, JoinReport, join};
pub use line_up::{PlayerSetting, player_names};
pub use played::{MatchOptions, MatchReport, PlayerReport, play_match};
pub use records::{CheckedRecord, CheckedRecords, check_records};
