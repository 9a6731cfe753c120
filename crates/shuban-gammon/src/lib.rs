//! The backgammon family: rules, notation, drawing, index, domain, sweep.

mod contact;
mod game;
mod move_notation;
mod moves;
mod notation;
mod position;
mod position_id;
mod reader;
mod sweep;
pub mod twin;
mod variant;
mod xgid;

pub use contact::Contact;
pub use game::{Gammon, Payoff, Victory};
pub use move_notation::{format_move, parse_move};
pub use moves::{Move, Scratch, Step, Turn, is_dead};
pub use notation::{format_position, parse_position, parse_roll};
pub use position::Position;
pub use position_id::{format_position_id, parse_position_id};
pub use sweep::{Plan as SweepPlan, Scratch as SweepScratch};
pub use variant::{Variant, VariantError};
pub use xgid::{format_xgid, parse_xgid};
