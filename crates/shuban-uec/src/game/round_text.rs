//! A game in play as text: the hands by seat, joined by `|`, and what is to be known besides.
//!
//! `S3,S4|D5||HT,H2|CQ turn=1 last=0 top=S9,C9 locked passed=3,4 places=2:1 passes=2 revolution`.
//! Words that say nothing new are left out: seat 0 is to move and was last, the table is empty,
//! nobody has passed or is out. Places are counted from 1.

use shuban_core::{NotationError, Seat};

use super::cards::Cards;
use super::meld::{Meld, MeldKind};
use super::round::Round;
use super::rules::{ContestRules, PLAYERS};
use super::table::{ContestTable, Seats};

pub(super) fn format(round: &Round) -> String {
    let table = &round.table;
    let mut text = round.hands.map(|hand| hand.to_string()).join("|");
    let mut word = |said: bool, word: String| {
        if said {
            text.push(' ');
            text.push_str(&word);
        }
    };
    word(true, format!("turn={}", table.turn));
    word(table.last != table.turn, format!("last={}", table.last));
    if let Some(top) = table.top {
        word(true, format!("top={top}"));
    }
    word(table.locked, "locked".to_owned());
    let passed = table.passed.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(",");
    word(!table.passed.is_empty(), format!("passed={passed}"));
    let place = |seat: Seat| table.places[seat].map(|place| format!("{seat}:{}", place + 1));
    let places: Vec<String> = (0..PLAYERS).filter_map(place).collect();
    word(!places.is_empty(), format!("places={}", places.join(",")));
    word(table.passes > 0, format!("passes={}", table.passes));
    word(table.revolution, "revolution".to_owned());
    word(table.back, "back".to_owned());
    word(table.backwards, "backwards".to_owned());
    text
}

pub(super) fn parse(rules: &ContestRules, text: &str) -> Result<Round, NotationError> {
    let (hands, rest) = text.split_once(' ').unwrap_or((text, ""));
    let hands = self::hands(text, hands)?;
    let mut table = ContestTable::new(0);
    let mut last = None;
    let mut at = text.chars().count() - rest.chars().count();
    for word in rest.split(' ').filter(|word| !word.is_empty() || !rest.is_empty()) {
        let (name, value) =
            word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
        let mut known = true;
        match (name, value) {
            ("locked", None) => table.locked = true,
            ("revolution", None) => table.revolution = true,
            ("back", None) => table.back = true,
            ("backwards", None) => table.backwards = true,
            ("top", Some(value)) => {
                let shifted = |error: NotationError| {
                    NotationError::new(text, at + "top=".len() + error.at, error.reason)
                };
                table.top = Some(value.parse::<Meld>().map_err(shifted)?);
            }
            (name, Some(value)) => known = set(&mut table, &mut last, name, value).is_some(),
            _ => known = false,
        }
        if !known {
            let reason = "not a word of a position: these are turn=, last=, top=, locked, passed=, places=, \
                          passes=, revolution, back, backwards";
            return Err(NotationError::new(text, at, reason));
        }
        at += word.chars().count() + 1;
    }
    table.last = last.unwrap_or(table.turn);
    let round = Round { hands, table };
    match contradiction(rules, &round) {
        None => Ok(round),
        Some(reason) => Err(NotationError::new(text, text.chars().count(), reason)),
    }
}

/// Takes the value of one of the words that have a list of seats.
fn set(table: &mut ContestTable, last: &mut Option<Seat>, name: &str, value: &str) -> Option<()> {
    match name {
        "turn" => table.turn = seat(value)?,
        "last" => *last = Some(seat(value)?),
        "passed" => table.passed = seats(value)?,
        "places" => table.places = places(value)?,
        "passes" => table.passes = value.parse().ok()?,
        _ => return None,
    }
    Some(())
}

fn hands(text: &str, hands: &str) -> Result<[Cards; PLAYERS], NotationError> {
    let parts: Vec<&str> = hands.split('|').collect();
    let parts: [&str; PLAYERS] = parts.try_into().map_err(|parts: Vec<&str>| {
        let reason = format!("{} hands instead of five, joined by `|`", parts.len());
        NotationError::new(text, hands.chars().count(), reason)
    })?;
    let mut all = [Cards::NONE; PLAYERS];
    let mut seen = Cards::NONE;
    let mut at = 0;
    for (hand, part) in all.iter_mut().zip(parts) {
        *hand = part
            .parse()
            .map_err(|e: NotationError| NotationError::new(text, at + e.at, e.reason))?;
        if hand.meets(seen) {
            return Err(NotationError::new(text, at, format!("{} twice", *hand & seen)));
        }
        seen |= *hand;
        at += part.chars().count() + 1;
    }
    Ok(all)
}

fn seat(text: &str) -> Option<Seat> {
    text.parse().ok().filter(|&seat| seat < PLAYERS)
}

fn seats(text: &str) -> Option<Seats> {
    text.split(',').map(seat).collect()
}

fn places(text: &str) -> Option<[Option<u8>; PLAYERS]> {
    let mut places = [None; PLAYERS];
    for part in text.split(',') {
        let (at, place) = part.split_once(':')?;
        let place: u8 = place.parse().ok().filter(|place| (1..=PLAYERS as u8).contains(place))?;
        places[seat(at)?] = Some(place - 1);
    }
    Some(places)
}

/// Why play cannot come to this.
fn contradiction(rules: &ContestRules, round: &Round) -> Option<&'static str> {
    let Round { hands, table } = round;
    let held = hands.iter().fold(Cards::NONE, |all, &hand| all | hand);
    let placed: Vec<u8> = table.places.iter().flatten().copied().collect();
    let out = |seat: Seat| table.places[seat].is_some();
    if (1..placed.len()).any(|i| placed[..i].contains(&placed[i])) {
        return Some("two seats in one place");
    }
    if (0..PLAYERS).any(|seat| hands[seat].is_empty() && !out(seat)) {
        return Some("an empty hand without a place");
    }
    let over = placed.len() == PLAYERS;
    let holders = (0..PLAYERS).filter(|&seat| !hands[seat].is_empty()).count();
    if placed.len() == PLAYERS - 1 || over && holders > 1 {
        return Some("who is left alone has the place that is left");
    }
    if !over && (0..PLAYERS).any(|seat| !hands[seat].is_empty() && out(seat)) {
        return Some("a hand with cards has a place already");
    }
    if table.top.is_some_and(|top| top.cards().meets(held)) {
        return Some("a card both on the table and in a hand");
    }
    if table.locked && table.top.is_none_or(|top| top.kind() == MeldKind::Joker) {
        return Some("nothing lies there whose suits could be locked");
    }
    if table.top.is_none() && (table.back || !over && out(table.last)) {
        return Some("the table is empty, and something of it is left");
    }
    let stuck = table.passes >= rules.most_passes;
    if table.passes > rules.most_passes {
        return Some("more passes than the rules allow");
    }
    if !over && !stuck && (out(table.turn) || table.passed.contains(table.turn)) {
        return Some("whoever is to move is out, or has passed");
    }
    None
}
