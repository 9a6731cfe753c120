//! Records in braces: a game between `/*` and `*/`, hands as `{ s7 d8 }`, plays as `ch-4[181947]`.
//!
//! The program Blauweregen (Fuji-Gokoro) and other programs of the UEC contest write them. A play
//! has suits, ranks, in brackets what the joker stands for, and microseconds.

use shuban_core::echo::echo;

use super::recorded::{MOST_ACTIONS, RecordedGame, inverse, order};
use super::words::{read_hands, read_play};
use crate::rules::PLAYERS;

/// Words of a line after its first, with the line's number.
struct Line<'t> {
    number: usize,
    key: &'t str,
    words: Vec<&'t str>,
}

/// Reads the games of a text; `None` if it is no such record.
pub(super) fn read(text: &str) -> Option<Vec<RecordedGame>> {
    let mut games = Vec::new();
    let mut names: [String; PLAYERS] = Default::default();
    let mut now: Option<RecordedGame> = None;
    let mut actions = 0;
    for (number, line) in (1..).zip(text.lines()) {
        let mut words = line.split_whitespace();
        let Some(key) = words.next() else { continue };
        let line = Line { number, key, words: words.collect() };
        match (key, &mut now) {
            ("/*", _) => {
                games.extend(now.take().map(|game| cut(game, number)));
                now = Some(RecordedGame {
                    line: number,
                    names: names.clone(),
                    ..RecordedGame::default()
                });
            }
            ("*/", _) => games.extend(now.take()),
            ("player", None) if line.words.len() == PLAYERS => {
                names = std::array::from_fn(|player| line.words[player].to_owned());
            }
            (_, Some(game)) => {
                let before = game.actions.len();
                take(game, &line);
                actions += game.actions.len() - before;
                if actions > MOST_ACTIONS {
                    game.spoil(number, format!("at most {MOST_ACTIONS} plays are read"));
                    break;
                }
            }
            // It begins with names and a game.
            _ if games.is_empty() && key != "match" => return None,
            _ => {}
        }
    }
    let last = text.lines().count();
    games.extend(now.map(|game| cut(game, last)));
    let is_record = games.iter().any(|game| game.seats.is_some());
    is_record.then_some(games)
}

fn cut(mut game: RecordedGame, line: usize) -> RecordedGame {
    game.spoil(line, "the game does not end with `*/`");
    game
}

/// Takes a line of a game.
fn take(game: &mut RecordedGame, line: &Line<'_>) {
    let Line { number, key, words } = line;
    let refuse = |what: &str| format!("`{key}` should have {what}");
    match *key {
        "seat" => match order(words.iter().copied()) {
            Some(seats) => game.seats = Some(inverse(seats)),
            None => game.spoil(*number, refuse("the seats of five players")),
        },
        "original" => match read_hands(words) {
            Some(hands) => game.hands = hands,
            None => game.spoil(*number, refuse("five hands, as in `{ s7 d8 jo }`")),
        },
        "play" => {
            for word in words {
                match read_play(word) {
                    Some(action) => game.act(*number, None, action),
                    None => {
                        let told = word.split('[').next().unwrap_or_default();
                        let told = echo(told, 0);
                        game.spoil(*number, format!("`{told}` is no play such as `ch-4` or `p`"));
                        return;
                    }
                }
            }
        }
        "result" => match order(words.iter().copied()) {
            Some(places) => game.winner = Some(inverse(places)[0]),
            None => game.spoil(*number, refuse("the places of five players")),
        },
        // Numbers of games, classes, and what led to the hands.
        _ => {}
    }
}
