//! Endgames of Daihinmin with open hands, small enough for tables.
//!
//! * [`Tanhinmin`] has single cards alone: [`CardRules`] are its parameters, [`Leads`] its domains.
//! * [`OpenDaihinmin`] has sets, eights and revolutions too, without suits: [`OpenRules`],
//!   [`OpenLeads`].
//! * [`twin`] has the rules of both once more, plainly, to compare with.

mod compare;
mod counts;
mod explain;
mod moments;
mod open;
mod picture;
mod present;
mod register;
mod tanhinmin;
pub mod twin;

pub use counts::{ALL_SHAPES, DealCounts, Patterns, ShapeCounts, Shapes};
pub use moments::Moments;
pub use open::{
    MAX_RANK, MAX_SET, OpenAction, OpenDaihinmin, OpenLeads, OpenPlan, OpenRules, OpenScratch,
    OpenTable, OpenTrick, format_open, most_open_cards, parse_open,
};
pub use register::register;
pub use tanhinmin::{
    Action, Alphabet, CardGroup, CardRules, CardTable, CardView, Clearing, DealLeads, GroupCounts,
    Hand, LeadPlan, LeadRecord, LeadScratch, Leads, Letter, MAX_CARDS, MAX_HAND, MAX_PLAYERS,
    MAX_STRENGTH, Numbering, Passing, Ranked, RulesError, Tanhinmin, Trick, Word, format_table,
    most_cards, parse_table,
};
