//! The crate as its users see it: rules, notation, advice.

mod advice;
mod common;
mod game;
mod legal;
mod meld;
mod notation;
mod plays;
mod rules_text;
mod twin;
