//! Leads from deals of open hands, as databases: reduced deals as [`Word`]s over an [`Alphabet`],
//! their [`Numbering`] without gaps, and the domains made from both.
//!
//! A game takes part by [`LeadGame`].

mod cut;
mod domain;
mod equation;
mod explain;
mod game;
mod numbering;
mod pattern;

pub(crate) use cut::{Cut, Prefix};
pub(crate) use domain::LeadIndex;
pub use domain::{LeadDomain, LeadRecord};
pub use game::LeadGame;
pub use numbering::{Numbering, StrongEnd};
pub use pattern::{Alphabet, CardGroup, GroupCounts, Letter, MAX_CARDS, MAX_PLAYERS, Word};
