//! What happened in a game and in a match.

mod error;
mod read;
mod replay;
mod write;

pub use error::{MatchRecordError, RecordFault};

use super::cards::Cards;
use super::meld::Meld;
use super::rules::{ContestRules, PLAYERS, PlayerNumber};

/// Cards that one player gave another before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gift {
    /// Whose they were.
    pub from: PlayerNumber,
    /// Whose they are.
    pub to: PlayerNumber,
    /// The cards.
    pub cards: Cards,
}

/// One game: players are told by their number in the match.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct GameRecord {
    /// Which game of the match, from 1.
    pub number: u32,
    /// The players in the order of turns.
    pub seats: [PlayerNumber; PLAYERS],
    /// The cards dealt to each player.
    pub dealt: [Cards; PLAYERS],
    /// The exchange, in order.
    pub gifts: Vec<Gift>,
    /// The melds and passes, in order.
    pub actions: Vec<Option<Meld>>,
    /// The players from the first place to the last.
    pub ranking: [PlayerNumber; PLAYERS],
}

/// A match: by which rules, how many games, who, and all of them.
///
/// Its text is what [`Display`](std::fmt::Display) writes and [`FromStr`](std::str::FromStr) reads;
/// reading plays every game again, and refuses what is not by the rules or not whole.
///
/// ```
/// use shuban_uec::game::{MatchRecord, ContestRules};
///
/// let (rules, names) = (ContestRules::default(), Default::default());
/// let empty = MatchRecord { rules, seed: 7, due: 0, names, games: vec![] };
/// assert_eq!(empty.to_string().parse::<MatchRecord>().unwrap(), empty);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRecord {
    /// The rules.
    pub rules: ContestRules,
    /// Where chance began.
    pub seed: u64,
    /// How many games it has when it is whole: a match is written down game by game, and may be cut
    /// off.
    pub due: u32,
    /// The name of each player.
    pub names: [String; PLAYERS],
    /// The games in order.
    pub games: Vec<GameRecord>,
}

impl MatchRecord {
    /// How often each player came to each place, from the first.
    pub fn places(&self) -> [[u32; PLAYERS]; PLAYERS] {
        let mut places = [[0; PLAYERS]; PLAYERS];
        for game in &self.games {
            game.ranking.iter().enumerate().for_each(|(place, &player)| places[player][place] += 1);
        }
        places
    }
}

#[cfg(test)]
mod tests;
