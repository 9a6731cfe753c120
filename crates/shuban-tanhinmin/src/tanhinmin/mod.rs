//! Tanhinmin: Daihinmin with single cards and open hands (Nishino and Nishino, 2010).
//!
//! [`CardRules`] has the parameters; [`Tanhinmin`] is the [`Game`](shuban_core::Game), a
//! [`CardTable`] its position. Reduced patterns are [`Word`]s over an [`Alphabet`], numbered
//! without gaps by [`Numbering`].

mod cut;
mod domain;
mod draw;
mod game;
mod hand;
mod in_memory;
mod notation;
mod numbering;
mod pattern;
mod reduce;
mod rules;
mod sweep;
mod table;
mod totals;

pub(crate) use cut::Cut;
pub use domain::{DealLeads, LeadRecord, Leads, most_cards};
pub(crate) use draw::picture;
pub use game::{CardView, Tanhinmin};
pub use hand::{Hand, MAX_HAND};
pub use notation::{MAX_STRENGTH, format_table, parse_table};
pub use numbering::{Numbering, Ranked};
pub use pattern::{Alphabet, CardGroup, GroupCounts, Letter, MAX_CARDS, Word};
pub use rules::{CardRules, Clearing, MAX_PLAYERS, Passing, RulesError};
pub use sweep::{LeadPlan, LeadScratch};
pub use table::{Action, CardTable, Trick};
