//! The backgammon family, by docs/gammon.md and docs/gammon-internals.md.

mod board;
mod contact;
mod leaving;
mod plays;
mod ranking;
mod variant;

pub(crate) use contact::Contact;
