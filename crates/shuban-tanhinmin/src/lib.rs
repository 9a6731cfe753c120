//! Endgames of Daihinmin with open hands, small enough for tables.
//!
//! * [`Tanhinmin`] has single cards alone: [`Rules`] are its parameters, [`Leads`] its domains.
//! * [`OpenDaihinmin`] has sets, eights and revolutions too, without suits: [`OpenRules`], [`OpenLeads`].
//! * [`twin`] has the rules of both once more, plainly, to compare with.

mod moments;
mod open;
mod picture;
mod tanhinmin;
pub mod twin;

pub use moments::Moments;
pub use open::{
    MAX_RANK, MAX_SET, OpenAction, OpenDaihinmin, OpenLeads, OpenPlan, OpenRules, OpenScratch, OpenTable,
    OpenTrick, draw_open, draw_open_svg, format_open, most_open_cards, parse_open,
};
pub use tanhinmin::{
    Action, Alphabet, Clearing, Counts, Deal, Group, Hand, LeadRecord, Leads, Letter, MAX_CARDS, MAX_HAND,
    MAX_PLAYERS, MAX_STRENGTH, Numbering, Passing, Plan, Ranked, Rules, RulesError, Scratch, Seen, Table,
    Tanhinmin, Trick, Word, draw_svg, draw_table, format_table, most_cards, parse_table,
};
