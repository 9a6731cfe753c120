//! Tanhinmin and Daihinmin with open hands, by docs/tanhinmin.md.

mod leads;
mod letters;
mod numbering;
mod rules;
mod trick;
mod winners;

pub(crate) use leads::Leads;
