//! Tanhinmin: Daihinmin with single cards and open hands (Nishino and Nishino, 2010).
//!
//! [`CardRules`] has the parameters; [`Tanhinmin`] is the [`Game`](shuban_core::Game), a
//! [`CardTable`] its position, [`SingleLeads`] are its domains.

mod by_hand;
mod domain;
mod draw;
mod game;
mod hand;
mod in_memory;
mod notation;
mod poll;
mod reduce;
mod rules;
mod sweep;
mod table;

pub(crate) use by_hand::change;
pub use domain::SingleLeads;
pub(crate) use draw::{picture, touched};
pub use game::Tanhinmin;
pub use hand::{Hand, MAX_HAND};
pub use poll::Poll;
pub use rules::{CardRules, Clearing, Passing, RulesError};
pub use table::{Action, CardTable, Trick};
