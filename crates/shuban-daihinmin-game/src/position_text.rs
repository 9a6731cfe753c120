//! A game in play as text: the hands by seat, joined by `|`, then the state of the table.
//!
//! `S3,S4|D5||HT,H2|CQ turn=1 last=0 top=S9,C9 locked passed=3,4 places=2:1 passes=2 revolution`.
//! The defaults may be left out: seat 0 is to move and was last, the table is empty, nobody has
//! passed or is out. Places are counted from 1.

use shuban_core::{NotationError, Seat};

use super::cards::Cards;
use super::meld::{Meld, MeldKind};
use super::notation::{joined, parts};
use super::position::ContestPosition;
use super::rules::{ContestRules, PLAYERS};
use super::table::ContestTable;

pub(super) fn format(position: &ContestPosition) -> String {
    let ContestPosition { hands, table } = position;
    let mut words = vec![joined("|", hands), format!("turn={}", table.turn)];
    let flag = |set: bool, name: &str| set.then(|| name.to_owned());
    let list = |name: &str, items: Vec<String>| {
        (!items.is_empty()).then(|| format!("{name}={}", items.join(",")))
    };
    let passed = (0..PLAYERS).filter(|&seat| table.passed[seat]).map(|seat| seat.to_string());
    let place = |seat: Seat| table.places[seat].map(|place| format!("{seat}:{}", place + 1));
    let optional = [
        (table.last != table.turn).then(|| format!("last={}", table.last)),
        table.top.map(|top| format!("top={top}")),
        flag(table.locked, "locked"),
        list("passed", passed.collect()),
        list("places", (0..PLAYERS).filter_map(place).collect()),
        (table.passes > 0).then(|| format!("passes={}", table.passes)),
        flag(table.revolution, "revolution"),
        flag(table.back, "back"),
        flag(table.backwards, "backwards"),
    ];
    words.extend(optional.into_iter().flatten());
    words.join(" ")
}

pub(super) fn parse(rules: &ContestRules, text: &str) -> Result<ContestPosition, NotationError> {
    let mut words = parts(text, ' ');
    let (_, hands) = words.next().unwrap_or_default();
    let hands = self::hands(text, hands)?;
    let mut table = ContestTable::new(0);
    let mut last = None;
    for (at, word) in words {
        if let Some(top) = word.strip_prefix("top=") {
            let top = top.parse::<Meld>().map_err(|e| shifted(text, at + "top=".len(), e))?;
            table.top = Some(top);
            continue;
        }
        set(&mut table, &mut last, word).ok_or_else(|| {
            let reason = "not a word of a position: these are turn=, last=, top=, locked, passed=, \
                          places=, passes=, revolution, back, backwards";
            NotationError::new(text, at, reason)
        })?;
    }
    table.last = last.unwrap_or(table.turn);
    let position = ContestPosition { hands, table };
    match contradiction(rules, &position) {
        None => Ok(position),
        Some(reason) => Err(NotationError::new(text, text.chars().count(), reason)),
    }
}

/// Takes a word about the table; `None` if it is unknown.
fn set(table: &mut ContestTable, last: &mut Option<Seat>, word: &str) -> Option<()> {
    match word.split_once('=') {
        None => match word {
            "locked" => table.locked = true,
            "revolution" => table.revolution = true,
            "back" => table.back = true,
            "backwards" => table.backwards = true,
            _ => return None,
        },
        Some(("turn", value)) => table.turn = seat(value)?,
        Some(("last", value)) => *last = Some(seat(value)?),
        Some(("passed", value)) => {
            for word in value.split(',') {
                table.passed[seat(word)?] = true;
            }
        }
        Some(("places", value)) => {
            for word in value.split(',') {
                let (at, place) = word.split_once(':')?;
                let place: usize =
                    place.parse().ok().filter(|place| (1..=PLAYERS).contains(place))?;
                table.places[seat(at)?] = Some(place as u8 - 1);
            }
        }
        Some(("passes", value)) => table.passes = value.parse().ok()?,
        Some(_) => return None,
    }
    Some(())
}

fn seat(text: &str) -> Option<Seat> {
    text.parse().ok().filter(|&seat| seat < PLAYERS)
}

/// An error in a part of the text that begins at a character of the whole.
fn shifted(text: &str, at: usize, error: NotationError) -> NotationError {
    NotationError::new(text, at + error.at, error.reason)
}

fn hands(text: &str, hands: &str) -> Result<[Cards; PLAYERS], NotationError> {
    let mut read = Vec::with_capacity(PLAYERS);
    let mut seen = Cards::NONE;
    for (at, part) in parts(hands, '|') {
        let hand: Cards = part.parse().map_err(|e| shifted(text, at, e))?;
        if hand.meets(seen) {
            return Err(NotationError::new(text, at, format!("{} twice", hand & seen)));
        }
        seen |= hand;
        read.push(hand);
    }
    read.try_into().map_err(|read: Vec<Cards>| {
        let reason = format!("{} hands instead of five, joined by `|`", read.len());
        NotationError::new(text, hands.chars().count(), reason)
    })
}

/// Reason why play cannot lead to this position.
fn contradiction(rules: &ContestRules, position: &ContestPosition) -> Option<&'static str> {
    let ContestPosition { hands, table } = position;
    let placed: Vec<u8> = table.places.iter().flatten().copied().collect();
    let out = |seat: Seat| table.places[seat].is_some();
    if (1..placed.len()).any(|i| placed[..i].contains(&placed[i])) {
        return Some("two seats in one place");
    }
    if (0..PLAYERS).any(|seat| hands[seat].is_empty() && !out(seat)) {
        return Some("an empty hand without a place");
    }
    let over = placed.len() == PLAYERS;
    let holders = hands.iter().filter(|hand| !hand.is_empty()).count();
    if placed.len() == PLAYERS - 1 || over && holders > 1 {
        return Some("the only player left takes the last place");
    }
    if !over && (0..PLAYERS).any(|seat| !hands[seat].is_empty() && out(seat)) {
        return Some("a hand with cards has a place already");
    }
    if table.top.is_some_and(|top| hands.iter().any(|hand| hand.meets(top.cards()))) {
        return Some("a card both on the table and in a hand");
    }
    if table.locked && table.top.is_none_or(|top| top.kind() == MeldKind::Joker) {
        return Some("no meld on the table whose suits could be locked");
    }
    if table.top.is_none() && (table.back || !over && out(table.last)) {
        return Some("the table is empty: `back` is over, and the last player is in");
    }
    let stuck = table.passes >= rules.most_passes;
    if table.passes > rules.most_passes {
        return Some("more passes than the rules allow");
    }
    if !over && !stuck && (out(table.turn) || table.passed[table.turn]) {
        return Some("the player to move is out, or has passed");
    }
    None
}
