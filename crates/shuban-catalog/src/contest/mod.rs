//! Matches of Daihinmin by the rules of the UEC contest: in this process, or over its protocol.

mod door;
mod guest;
mod host;
mod interval;
mod join;
mod line_up;
mod link;
mod played;
mod records;

pub use host::{Host, HostOptions, HostReport};
pub use interval::{interval, student};
pub use join::{JoinOptions, JoinReport, join};
pub use line_up::{PlayerSetting, player_names, setup};
pub use played::{MatchOptions, MatchReport, Played, PlayerReport, play, play_match};
pub use records::{CheckedRecord, CheckedRecords, check_records};
