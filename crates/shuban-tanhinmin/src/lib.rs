//! Endgames of Daihinmin with open hands, small enough for tables.
//!
//! * [`Tanhinmin`] has single cards alone: [`CardRules`] are its parameters, [`SingleLeads`] its
//!   domains.
//! * [`OpenDaihinmin`] has sets, eights and revolutions too, without suits: [`OpenRules`],
//!   [`OpenLeads`].
//! * [`twin`] has the rules of both once more, plainly, to compare with.
//!
//! Deals are reduced to [`Word`]s over an [`Alphabet`], numbered without gaps by [`Numbering`].

mod by_hand;
mod compare;
mod counts;
mod japanese;
mod leads;
mod open;
mod picture;
mod present;
mod register;
mod tanhinmin;
pub mod twin;

pub use by_hand::{ByHand, REVOLUTION, TOOLS, no_such_card, set_up};
pub use counts::{DealCounts, Patterns, ShapeCounts, Shapes};
pub use leads::{
    Alphabet, CardGroup, GroupCounts, LeadDomain, LeadGame, LeadRecord, Letter, MAX_CARDS,
    MAX_PLAYERS, Numbering, StrongEnd, Word,
};
pub use open::{
    MAX_RANK, MAX_SET, OpenAction, OpenDaihinmin, OpenLeads, OpenRules, OpenTable, OpenTrick,
};
pub use picture::{HandRow, HandsPicture, PASS, card_part};
pub use register::register;
pub use tanhinmin::{
    Action, CardRules, CardTable, Clearing, Hand, MAX_HAND, Passing, Poll, RulesError, SingleLeads,
    Tanhinmin, Trick,
};
