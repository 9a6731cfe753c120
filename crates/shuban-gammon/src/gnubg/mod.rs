//! GNU Backgammon's notations of positions: position IDs, match IDs, and the board that it prints.

mod board;
mod ids;
mod key;
mod match_id;
mod position_id;

pub use board::format_gnubg_board;
pub(crate) use ids::looks_like_one;
pub use ids::{parse_position_id, parse_position_id_state};
pub(crate) use key::POINTS;
pub use match_id::format_match_id;
pub use position_id::format_position_id;
