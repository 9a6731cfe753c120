//! Daihinmin by the rules of the UEC contest: 53 cards, five players.

mod cards;
mod contest;
mod daihinmin;
mod legal;
mod meld;
mod notation;
mod record;
mod round;
mod round_text;
mod rules;
mod rules_text;
mod table;
pub mod twin;

pub use cards::{Card, Cards, EIGHT, Strength, Suit, Suits};
pub use contest::{Ask, BadGift, Contest, Player};
pub use daihinmin::Daihinmin;
pub use legal::{Illegal, check, melds};
pub use meld::{Kind, Meld, Role};
pub use record::{Fault, GameRecord, Gift, MatchRecord, RecordError};
pub use round::{Round, View};
pub use rules::{Clearing, PLAYERS, Rules};
pub use table::{Seats, Table};
