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
pub use contest::{Awaited, BadGift, Contest};
pub use daihinmin::Daihinmin;
pub use legal::{Illegal, check, melds};
pub use meld::{Meld, MeldKind, Role};
pub use record::{GameRecord, Gift, MatchRecord, MatchRecordError, RecordFault};
pub use round::{Round, SeatView};
pub use rules::{ContestRules, PLAYERS, PlayerNumber, TableClearing};
pub use table::{ContestTable, Seats};
