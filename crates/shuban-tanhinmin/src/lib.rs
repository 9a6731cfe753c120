//! Endgames of Daihinmin with open hands, small enough for tables.
//!
//! [`CardRules`] are the rules of Tanhinmin (single cards alone: Nishino and Nishino, 2010), or of
//! Daihinmin with sets, eights and revolutions, without suits. [`OpenDaihinmin`] is the
//! [`Game`](shuban_core::Game), a [`CardTable`] its position, [`LeadDomain`] its domains;
//! [`mod@reference`] has the rules once more, plainly, to compare with.
//!
//! Deals are reduced to [`Word`]s over an [`Alphabet`], numbered without gaps by [`Numbering`].

mod as_numbers;
mod compare;
mod counts;
mod draw;
mod editor;
mod game;
mod hand;
mod japanese;
mod leads;
mod notation;
mod picture;
mod poll;
mod present;
mod reduce;
pub mod reference;
mod register;
mod rules;
mod sweep;
mod table;

pub use counts::{DealCounts, Patterns, ShapeCounts, Shapes};
pub use editor::{Edit, REVOLUTION, TOOLS, no_such_card, set_up};
pub use game::OpenDaihinmin;
pub use hand::{Hand, MAX_HAND};
pub use leads::{
    Alphabet, CardGroup, GroupCounts, LeadDomain, LeadRecord, Letter, MAX_CARDS, MAX_PLAYERS,
    Numbering, StrongEnd, Word,
};
pub use picture::{HandRow, HandsPicture, PASS, card_part};
pub use poll::Poll;
pub use register::register;
pub use rules::{CardRules, Clearing, Deck, Passing, RulesError};
#[doc(hidden)]
pub use sweep::Codes;
pub use table::{Action, CardTable, MAX_SET, Trick};
