//! The crate as its users see it: rules, notation, players, advice.

mod advice;
mod cards;
mod champion;
mod common;
mod endgame;
mod endgame_plus;
mod game;
mod generation;
mod legal;
mod meld;
mod notation;
mod opponents;
mod plays;
mod policy;
mod rules;
mod rules_text;
mod split;
mod thinking_time;
mod transcripts;
mod twin;
