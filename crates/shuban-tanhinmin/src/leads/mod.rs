//! Leads from deals of open hands, as databases: reduced deals as [`Word`]s over an [`Alphabet`],
//! their [`Numbering`] without gaps, and the domains made from both.

mod cut;
mod domain;
mod equation;
mod explain;
mod in_memory;
mod numbering;
mod pattern;
mod record;
mod single_cards;

pub(crate) use cut::{Cut, Prefix};
pub use domain::LeadDomain;
pub(crate) use domain::LeadIndex;
pub use numbering::{Numbering, StrongEnd};
pub use pattern::{Alphabet, CardGroup, GroupCounts, Letter, MAX_CARDS, MAX_PLAYERS, Word};
pub use record::LeadRecord;
pub(crate) use single_cards::SingleCards;
