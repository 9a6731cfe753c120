//! Words of records in braces: hands as `{ s7 d8 jo }`, plays as `ch-4`, `c-jqk`, `h-678(7)`, `jk` or
//! `p`.
//!
//! A play has suits and ranks, and in parentheses the suit or the rank that the joker stands for. The
//! fifth card beside four suits is `x`.
//!
//! ```
//! use shuban_daihinmin_game::braced_words::{play_text, read_play};
//!
//! let meld = "H6,JK=H7,H8".parse().unwrap();
//! assert_eq!(play_text(Some(&meld)), "h-678(7)");
//! assert_eq!(read_play("h-678(7)[98]"), Some(Some(meld)));
//! ```

use std::cmp::Reverse;
use std::iter::Peekable;
use std::slice::Iter;

use crate::cards::{Card, Cards, Suit};
use crate::meld::{Meld, MeldKind, Role};
use crate::notation::{RANKS, place};
use crate::rules::PLAYERS;

/// Returns a hand as a word group, weak cards first and clubs before spades, as the records have it.
pub fn hand_text(hand: Cards) -> String {
    let mut cards: Vec<Card> = hand.iter().collect();
    cards.sort_by_key(|card| (card.strength(), Reverse(card.suit())));
    let word = |card: Card| match card {
        Card::JOKER => "jo ".to_owned(),
        card => format!("{card} ").to_lowercase(),
    };
    format!("{{ {}}}", cards.into_iter().map(word).collect::<String>())
}

/// Returns a play, or a pass, as a word.
pub fn play_text(action: Option<&Meld>) -> String {
    let Some(meld) = action else { return "p".to_owned() };
    let is_run = match meld.kind() {
        MeldKind::Joker => return "jk".to_owned(),
        kind => kind == MeldKind::Run,
    };
    let lowest = usize::from(meld.lowest());
    let ranks: String = RANKS[lowest..][..if is_run { meld.len() } else { 1 }].iter().collect();
    let mut suits: Vec<Suit> = meld.suits().iter().collect();
    suits.reverse();
    let mut suits: String = suits.iter().map(Suit::to_string).collect();
    let joker = match meld.role() {
        None => String::new(),
        Some(Role::Fifth) => {
            suits.push('x');
            format!("({suits})")
        }
        Some(Role::As(strength, _)) if is_run => format!("({})", RANKS[usize::from(strength)]),
        Some(Role::As(_, suit)) => format!("({suit})"),
    };
    format!("{suits}-{ranks}{joker}").to_lowercase()
}

/// Reads the hands of five players; `None` for anything else.
pub fn read_hands(words: &[&str]) -> Option<[Cards; PLAYERS]> {
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

/// Reads a meld, or a pass as the inner `None`; the time in brackets is skipped. `None` for anything
/// else.
pub fn read_play(word: &str) -> Option<Option<Meld>> {
    let word = word.split('[').next().unwrap_or_default().to_ascii_uppercase();
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
