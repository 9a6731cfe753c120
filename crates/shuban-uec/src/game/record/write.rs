//! Records as text.

use std::fmt;

use super::{GameRecord, MatchRecord};
use crate::game::meld::Meld;
use crate::game::round::Round;
use crate::game::rules::ContestRules;

/// The first line: what it is, and which version of it.
pub(super) const HEADER: &str = "shuban daihinmin record 1";

/// How a pass is written.
pub(super) const PASS: &str = ".";

impl fmt::Display for MatchRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.head())?;
        self.games.iter().try_for_each(|game| f.write_str(&game.text(&self.rules)))
    }
}

impl MatchRecord {
    /// The lines before the games: a match may be written down game by game.
    pub fn head(&self) -> String {
        let names = self.names.each_ref().map(|name| line_of(name));
        let MatchRecord { rules, seed, due, .. } = self;
        format!("{HEADER}\nrules {rules}\nseed {seed}\ngames {due}\nplayers {}\n", names.join("|"))
    }
}

impl GameRecord {
    /// The lines of one game: a line for each hand, each gift and each time that the table was
    /// empty.
    pub fn text(&self, rules: &ContestRules) -> String {
        let mut text = format!("\ngame {}\nseats {}\n", self.number, numbers(&self.seats));
        for (player, hand) in self.dealt.iter().enumerate() {
            text += &format!("hand {player} {hand}\n");
        }
        for gift in &self.gifts {
            text += &format!("gift {}>{} {}\n", gift.from, gift.to, gift.cards);
        }
        let mut round = Round::new(rules, self.hands());
        let mut leads = true;
        for action in &self.actions {
            if leads {
                text += &format!("lead {}", self.seats[round.table.turn]);
            }
            text += " ";
            text += &action.as_ref().map_or(PASS.to_owned(), Meld::to_string);
            // What is not by the rules cannot be cut into lines; reading tells what is wrong with
            // it.
            leads = round.play(rules, *action).is_ok() && cleared(&round);
            if leads {
                text += "\n";
            }
        }
        if !leads {
            text += "\n";
        }
        text + &format!("ranking {}\n", numbers(&self.ranking))
    }
}

/// Whether the table has just been cleared.
pub(super) fn cleared(round: &Round) -> bool {
    round.table.top.is_none() && round.table.passed.is_empty()
}

fn numbers(players: &[usize]) -> String {
    players.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

/// A name without the characters that part names and lines.
fn line_of(name: &str) -> String {
    name.chars().map(|c| if c == '|' || c.is_control() { '_' } else { c }).collect()
}
