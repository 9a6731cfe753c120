//! Records of games and matches, and their text.

mod check;
mod contest_log;
mod read;

use std::fmt;

pub use contest_log::NoContestLog;
use shuban_core::echo::is_unsafe;
use shuban_daihinmin_game::{
    Cards, ContestPosition, ContestRules, Meld, PLAYERS, PlayerNumber, joined,
};

/// Cards that one player gave another before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gift {
    /// The giver.
    pub from: PlayerNumber,
    /// The receiver.
    pub to: PlayerNumber,
    /// The cards.
    pub cards: Cards,
}

/// One game; players go by their numbers in the match.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct GameRecord {
    /// The number of the game in the match, from 1.
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

/// A match: rules, seed, players and games.
///
/// Its text is what [`Display`](std::fmt::Display) writes and [`FromStr`](std::str::FromStr) reads;
/// reading replays every game, and refuses what breaks the rules or is incomplete.
///
/// ```
/// use shuban_daihinmin::record::MatchRecord;
/// use shuban_daihinmin_game::ContestRules;
///
/// let (rules, names) = (ContestRules::default(), Default::default());
/// let empty = MatchRecord { rules, seed: 7, due: 0, names, games: vec![] };
/// assert_eq!(empty.to_string().parse::<MatchRecord>().unwrap(), empty);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchRecord {
    /// The rules.
    pub rules: ContestRules,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The number of games in the complete match. Games are written one by one, so a record may be
    /// cut off.
    pub due: u32,
    /// The name of each player, on one line.
    pub names: [String; PLAYERS],
    /// The games in order.
    pub games: Vec<GameRecord>,
}

/// A text that is not the record of a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct MatchRecordError {
    /// The line, from 1.
    pub line: usize,
    /// Description of the error.
    pub reason: String,
}

/// First line: the kind of file, and the version of the format.
pub(crate) const HEADER: &str = "shuban daihinmin record 1";

/// Text of a pass.
const PASS: &str = ".";

impl fmt::Display for MatchRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.head())?;
        self.games.iter().try_for_each(|game| f.write_str(&game.text(&self.rules)))
    }
}

impl MatchRecord {
    /// Returns the number of games of each player in each place, from the first.
    pub fn places(&self) -> [[u32; PLAYERS]; PLAYERS] {
        let mut places = [[0; PLAYERS]; PLAYERS];
        for game in &self.games {
            game.ranking.iter().enumerate().for_each(|(place, &player)| places[player][place] += 1);
        }
        places
    }

    /// Returns the number of games in each place, from the first, by the class before it: 0 for the
    /// first of the game before. Games without classes are left out.
    pub fn places_by_class(&self) -> [[u32; PLAYERS]; PLAYERS] {
        let mut counts = [[0; PLAYERS]; PLAYERS];
        for pair in self.games.windows(2) {
            let [before, after] = [&pair[0], &pair[1]];
            if after.gifts.is_empty() {
                continue;
            }
            for (class, player) in before.ranking.iter().enumerate() {
                let place = after.ranking.iter().position(|other| other == player);
                counts[class][place.unwrap_or(PLAYERS - 1)] += 1;
            }
        }
        counts
    }

    /// Returns the points of each player.
    pub fn points(&self) -> [u64; PLAYERS] {
        self.places().map(|places| self.rules.points_of(&places))
    }

    /// Returns the lines before the games, for a match that is written game by game.
    pub fn head(&self) -> String {
        let MatchRecord { rules, seed, due, .. } = self;
        let names = joined("|", self.names.each_ref().map(|name| plain_name(name)));
        format!("{HEADER}\nrules {rules}\nseed {seed}\ngames {due}\nplayers {names}\n")
    }
}

/// Returns a name without characters that would break the line of names apart, or that a terminal would
/// obey.
fn plain_name(name: &str) -> String {
    name.trim().replace(|c| c == '|' || is_unsafe(c), "_")
}

impl GameRecord {
    /// Returns the hands by seat, after the exchange.
    pub fn hands(&self) -> [Cards; PLAYERS] {
        let mut hands = self.dealt;
        for gift in &self.gifts {
            hands[gift.from] -= gift.cards;
            hands[gift.to] |= gift.cards;
        }
        self.seats.map(|player| hands[player])
    }

    /// Returns the points of each player.
    pub fn points(&self, rules: &ContestRules) -> [f64; PLAYERS] {
        let mut points = [0.0; PLAYERS];
        let by_place = self.ranking.iter().zip(rules.points);
        by_place.for_each(|(&player, worth)| points[player] = worth.into());
        points
    }

    /// Formats one game: a line for each hand, each gift and each time that the table was empty.
    pub fn text(&self, rules: &ContestRules) -> String {
        let mut text = format!("\ngame {}\nseats {}\n", self.number, joined(" ", self.seats));
        for (player, hand) in self.dealt.iter().enumerate() {
            text += &format!("hand {player} {hand}\n");
        }
        for gift in &self.gifts {
            text += &format!("gift {}>{} {}\n", gift.from, gift.to, gift.cards);
        }
        let mut position = ContestPosition::new(rules, self.hands());
        let mut leads = true;
        for action in &self.actions {
            if leads {
                text += &format!("lead {}", self.seats[position.table.turn]);
            }
            text += " ";
            text += &action.as_ref().map_or(PASS.to_owned(), Meld::to_string);
            // An illegal action ends no line; the reader reports it.
            leads = position.play(rules, *action).is_ok() && position.table.is_clear();
            if leads {
                text += "\n";
            }
        }
        if !leads {
            text += "\n";
        }
        text + &format!("ranking {}\n", joined(" ", self.ranking))
    }
}
