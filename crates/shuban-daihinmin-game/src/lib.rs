//! Daihinmin by the rules of the UEC contest: 53 cards, five players.
//!
//! The crate has the rules ([`Daihinmin`], [`ContestRules`]), cards and melds, and [`players`] that
//! give advice. Matches, the contest's protocol and records are in the program `shuban-daihinmin`.

mod advice;
mod by_hand;
mod cards;
mod daihinmin;
mod japanese;
mod legal;
mod meld;
mod notation;
pub mod players;
pub mod policy;
mod position;
mod position_text;
mod present;
mod register;
mod rules;
mod rules_text;
mod table;
mod transcribed;

pub use cards::{Card, Cards, EIGHT, Strength, Suit, Suits};
pub use daihinmin::Daihinmin;
pub use legal::{Illegal, can_play, check, melds, melds_into};
pub use meld::{Meld, MeldKind, Role};
pub use notation::joined;
pub use position::{ContestPosition, SeatView, Standing};
pub use register::register;
pub use rules::{ContestRules, PLAYERS, PlayerNumber, TableClearing};
pub use table::ContestTable;
pub use transcribed::words as braced_words;
