//! Daihinmin by the rules of the UEC contest: 53 cards, five players.

mod cards;
mod contest;
mod daihinmin;
mod legal;
mod meld;
mod notation;
mod position;
mod position_text;
mod record;
mod rules;
mod rules_text;
mod table;

pub use cards::{Card, Cards, EIGHT, Strength, Suit, Suits};
pub use contest::{Awaited, Contest};
pub use daihinmin::Daihinmin;
pub use legal::{Illegal, check, melds};
pub use meld::{Meld, MeldKind, Role};
pub use position::{ContestPosition, SeatView};
pub use record::{GameRecord, Gift, MatchRecord, MatchRecordError};
pub use rules::{ContestRules, PLAYERS, PlayerNumber, TableClearing};
pub use table::ContestTable;

pub(crate) use legal::natural_runs;
pub(crate) use notation::joined;
