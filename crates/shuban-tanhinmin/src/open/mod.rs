//! Daihinmin with open hands and without suits: sets, eights and revolutions.
//!
//! What Tanhinmin leaves out, so that it can be asked how often the values of single cards are
//! still right: [`OpenRules`] and the game [`OpenDaihinmin`], its notation, and the domains
//! [`OpenLeads`].

mod by_hand;
mod domain;
mod draw;
mod game;
mod notation;
mod rules;
mod single;
mod sweep;
mod table;

pub(crate) use by_hand::{EIGHTS, change};
pub use domain::OpenLeads;
pub(crate) use draw::{picture, touched};
pub use game::OpenDaihinmin;
pub use rules::OpenRules;
pub use table::{MAX_RANK, MAX_SET, OpenAction, OpenTable, OpenTrick};
