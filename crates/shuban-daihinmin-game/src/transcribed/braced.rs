//! Records in braces: a game between `/*` and `*/`, hands as `{ s7 d8 }`, plays as `ch-4[181947]`.
//!
//! The program Blauweregen (Fuji-Gokoro) and other programs of the UEC contest write them. A play
//! has suits, ranks, in brackets what the joker stands for, and microseconds.

use std::iter::Peekable;
use std::slice::Iter;

use shuban_core::echo::echo;

use super::recorded::{MOST_ACTIONS, RecordedGame, inverse, order};
use crate::cards::{Card, Cards};
use crate::meld::{Meld, Role};
use crate::notation::place;
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
        "original" => match hands(words) {
            Some(hands) => game.hands = hands,
            None => game.spoil(*number, refuse("five hands, as in `{ s7 d8 jo }`")),
        },
        "play" => {
            for word in words {
                let told = word.split('[').next().unwrap_or_default();
                match action(told) {
                    Some(action) => game.act(*number, None, action),
                    None => {
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

/// Reads five hands.
fn hands(words: &[&str]) -> Option<[Cards; PLAYERS]> {
    let mut words = words.iter().peekable();
    let mut hands = [Cards::NONE; PLAYERS];
    for hand in &mut hands {
        *hand = one_hand(&mut words)?;
    }
    words.next().is_none().then_some(hands)
}

fn one_hand(words: &mut Peekable<Iter<'_, &str>>) -> Option<Cards> {
    words.next_if_eq(&&"{")?;
    let mut hand = Cards::NONE;
    loop {
        let card = match *words.next()? {
            "}" => return Some(hand),
            "jo" => Card::JOKER,
            word => word.to_ascii_uppercase().parse().ok()?,
        };
        if hand.contains(card) {
            return None;
        }
        hand |= Cards::only(card);
    }
}

/// Reads a meld or a pass.
fn action(word: &str) -> Option<Option<Meld>> {
    let word = word.to_ascii_uppercase();
    match &*word {
        "P" => return Some(None),
        "JK" => return Some(Some(Meld::LONE_JOKER)),
        _ => {}
    }
    let (suits, rest) = word.split_once('-')?;
    let bracketed = rest.strip_suffix(')').and_then(|rest| rest.split_once('('));
    let (ranks, joker) = bracketed.map_or((rest, ""), |(ranks, joker)| (ranks, joker));
    let is_run = ranks.chars().nth(1).is_some();
    let (mut naturals, mut role) = (Cards::NONE, None);
    for suit in suits.chars() {
        for rank in ranks.chars() {
            if suit == 'X' {
                if role.replace(Role::Fifth).is_some() {
                    return None;
                }
                continue;
            }
            let (strength, suit_of) = place(&format!("{suit}{rank}"))?;
            let is_joker = joker.contains(if is_run { rank } else { suit }) && !joker.contains('X');
            match is_joker {
                true if role.is_some() => return None,
                true => role = Some(Role::As(strength, suit_of)),
                false if !(1..=13).contains(&strength) => return None,
                // Each round adds a card, or is the last.
                false => {
                    let card = Card::new(strength, suit_of);
                    if naturals.contains(card) {
                        return None;
                    }
                    naturals |= Cards::only(card);
                }
            }
        }
    }
    // A joker that is named is there.
    (joker.is_empty() == role.is_none()).then_some(())?;
    Meld::lay(naturals, role).map(Some)
}
