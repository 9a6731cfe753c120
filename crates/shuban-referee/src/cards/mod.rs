//! Tanhinmin and Daihinmin with open hands, by docs/tanhinmin.md.

mod classes;
mod leads;
mod letters;
mod numbering;
mod rules;
mod single_cards;
mod trick;
mod winners;

pub(crate) use leads::Leads;
