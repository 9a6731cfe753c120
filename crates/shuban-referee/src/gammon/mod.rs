//! The backgammon family, by docs/gammon.md and docs/gammon-internals.md.

mod bearing_off;
mod board;
mod contact;
mod cube;
mod hypergammon;
mod leaving;
mod one_side;
mod plays;
mod race;
mod ranking;
mod side_ranking;
mod statuses;
mod variant;

pub(crate) use bearing_off::BearingOff;
pub(crate) use contact::Contact;
pub(crate) use hypergammon::Hypergammon;
pub(crate) use one_side::OneSide;
pub(crate) use race::Race;
