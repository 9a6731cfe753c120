//! Records of the program `shuban-daihinmin`: a line for each hand, gift and trick.

use shuban_core::echo::echo;

use super::recorded::{MOST_ACTIONS, RecordedGame, order};
use crate::cards::Cards;
use crate::daihinmin::Daihinmin;
use crate::meld::Meld;
use crate::rules::{ContestRules, PLAYERS, PlayerNumber};

/// First line: the kind of file, and the version of the format.
const HEADER: &str = "shuban daihinmin record 1";

/// Reads the games of a record; `None` if the text does not begin as one.
pub(super) fn read(game: &Daihinmin, text: &str) -> Option<Vec<RecordedGame>> {
    let lines = (1..).zip(text.lines().map(str::trim_end));
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.next().filter(|(_, line)| *line == HEADER)?;
    let mut games: Vec<RecordedGame> = Vec::new();
    let mut names: [String; PLAYERS] = Default::default();
    let (mut other_rules, mut actions) = (None, 0);
    for (number, line) in lines {
        let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (key, games.last_mut()) {
            ("rules", None) => {
                let is_same = rest.parse::<ContestRules>().is_ok_and(|rules| rules == game.rules);
                let reason = || (number, "the match has other rules than the game".to_owned());
                other_rules = (!is_same).then(reason);
            }
            ("players", None) => {
                for (name, word) in names.iter_mut().zip(rest.split('|')) {
                    word.clone_into(name);
                }
            }
            ("game", _) => games.push(RecordedGame {
                line: number,
                names: names.clone(),
                flaw: other_rules.clone(),
                ..RecordedGame::default()
            }),
            (_, None) => {}
            (_, Some(game)) => {
                let before = game.actions.len();
                if take(game, number, key, rest).is_none() {
                    game.spoil(number, format!("`{}` cannot be read", echo(line, 0)));
                }
                actions += game.actions.len() - before;
                if actions > MOST_ACTIONS {
                    game.spoil(number, format!("at most {MOST_ACTIONS} plays are read"));
                    break;
                }
            }
        }
    }
    Some(games)
}

/// Reads a line of a game; `None` if it cannot be read.
fn take(game: &mut RecordedGame, line: usize, key: &str, rest: &str) -> Option<()> {
    let player = |text: &str| text.parse().ok().filter(|&player: &PlayerNumber| player < PLAYERS);
    match key {
        "seats" => game.seats = Some(order(rest.split(' '))?),
        "hand" => {
            let (of, cards) = rest.split_once(' ')?;
            game.hands[player(of)?] = cards.parse().ok()?;
        }
        "gift" => {
            let (players, cards) = rest.split_once(' ')?;
            let (from, to) = players.split_once('>')?;
            let (from, to, cards): (_, _, Cards) =
                (player(from)?, player(to)?, cards.parse().ok()?);
            game.hands[from] -= cards;
            game.hands[to] |= cards;
        }
        "lead" => {
            let mut words = rest.split(' ');
            let mut leader = Some(player(words.next()?)?);
            for word in words {
                let action = match word {
                    "." => None,
                    meld => Some(meld.parse::<Meld>().ok()?),
                };
                game.act(line, leader.take(), action);
            }
        }
        "ranking" => game.winner = Some(order(rest.split(' '))?[0]),
        _ => return None,
    }
    Some(())
}
