//! Matches of Daihinmin by the rules of the UEC contest: in this process, or over its protocol.

mod converted;
mod door;
mod error;
mod guest;
mod host;
pub mod interval;
mod join;
mod line_up;
mod link;
mod mixed;
mod played;
mod records;
mod report;
mod seats;
mod tables;

pub use converted::{ConvertedRecord, RecordFormat, convert};
pub use door::{Door, Entrance};
pub use error::Error;
pub(crate) use error::io_at;
pub use guest::{AnswerLimits, Guest, GuestReport};
pub use host::{Host, HostOptions, HostReport};
pub use join::{JoinOptions, JoinReport, join};
pub use line_up::{PlayerSetting, set_tables, setup};
pub use mixed::{Mixed, MixedOptions, MixedReport};
pub(crate) use played::played_at;
pub use played::{MatchOptions, play};
pub use records::{CheckedRecord, CheckedRecords, PlayerPoints, check_records, read_record};
pub use report::{MatchReport, PlayedMatch, PlayerReport};
pub(crate) use seats::MixedTable;
pub(crate) use tables::keep;
