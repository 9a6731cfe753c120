//! Cards and melds as text.
//!
//! A card is its suit (`S`, `H`, `D`, `C`) and its rank (`3`–`9`, `T`, `J`, `Q`, `K`, `A`, `2`),
//! the joker is `JK`; lists are joined by commas. Within a set or a run the joker is written with
//! its role, `S5,JK=S6,S7`; below the threes and above the twos that is `JK=S-` and
//! `JK=S+`. As the fifth beside all four suits it is `JK`.

use std::fmt;
use std::str::FromStr;

use shuban_core::NotationError;

use super::cards::{Card, Cards, Strength, Suit};
use super::meld::{Meld, MeldKind, Role};

/// The ranks by strength, with the two places that only a joker takes.
pub(super) const RANKS: [char; 15] =
    ['-', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A', '2', '+'];
const SUITS: [char; 4] = ['S', 'H', 'D', 'C'];
const JOKER: &str = "JK";

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", SUITS[*self as usize])
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.suit() {
            Some(suit) => write!(f, "{suit}{}", RANKS[usize::from(self.strength())]),
            None => f.write_str(JOKER),
        }
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(",", self.iter()))
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Role::As(strength, suit) => {
                write!(f, "{JOKER}={suit}{}", RANKS[usize::from(*strength)])
            }
            Role::Fifth => f.write_str(JOKER),
        }
    }
}

/// Writes cards in ascending order, the joker where it stands.
impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(role) = self.role() else { return self.cards().fmt(f) };
        let place = |card: &Card| (card.strength(), card.suit());
        let before = |card: &Card| match role {
            Role::As(strength, suit) => place(card) < (strength, Some(suit)),
            Role::Fifth => true,
        };
        let naturals = self.cards().naturals();
        let (before, after): (Vec<Card>, Vec<Card>) = naturals.iter().partition(before);
        let texts = before.iter().map(Card::to_string).chain([role.to_string()]);
        f.write_str(&joined(",", texts.chain(after.iter().map(Card::to_string))))
    }
}

impl fmt::Debug for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Things as text with a separator between them.
pub fn joined<T: fmt::Display>(separator: &str, things: impl IntoIterator<Item = T>) -> String {
    things.into_iter().map(|thing| thing.to_string()).collect::<Vec<_>>().join(separator)
}

/// The suit and the strength of two characters; strengths 0 and 14 too.
pub(super) fn place(text: &str) -> Option<(Strength, Suit)> {
    let mut characters = text.chars();
    let (suit, rank) = (characters.next()?, characters.next()?);
    let suit = Suit::ALL[SUITS.iter().position(|&known| known == suit)?];
    let strength = RANKS.iter().position(|&known| known == rank)?;
    characters.next().is_none().then_some((strength as Strength, suit))
}

fn card(text: &str) -> Option<Card> {
    match place(text) {
        Some((strength @ 1..=13, suit)) => Some(Card::new(strength, suit)),
        _ => (text == JOKER).then_some(Card::JOKER),
    }
}

/// The parts between separators, each with the character it begins at; an empty text has none.
pub(super) fn parts(text: &str, separator: char) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    let all = (!text.is_empty()).then(|| text.split(separator));
    all.into_iter().flatten().map(move |part| {
        let begin = at;
        at += part.chars().count() + 1;
        (begin, part)
    })
}

impl FromStr for Card {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        card(text)
            .ok_or_else(|| NotationError::new(text, 0, "not a card: write `S3`, `HT` or `JK`"))
    }
}

/// Reads a list of different cards, or nothing.
impl FromStr for Cards {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut cards = Cards::NONE;
        for (at, part) in parts(text, ',') {
            let refuse = |reason: &str| NotationError::new(text, at, reason);
            let card = card(part).ok_or_else(|| refuse("not a card: write `S3`, `HT` or `JK`"))?;
            if cards.contains(card) {
                return Err(refuse("a card twice"));
            }
            cards |= Cards::only(card);
        }
        Ok(cards)
    }
}

impl FromStr for Meld {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut naturals = Cards::NONE;
        let mut role = None;
        for (at, part) in parts(text, ',') {
            let refuse = |reason: &str| NotationError::new(text, at, reason);
            let joker = match part.strip_prefix("JK=") {
                Some(what) => {
                    let (strength, suit) = place(what).ok_or_else(|| {
                        refuse("a joker that stands for no card: write `JK=S6`, `JK=S-` or `JK=S+`")
                    })?;
                    Some(Role::As(strength, suit))
                }
                None => (part == JOKER).then_some(Role::Fifth),
            };
            if joker.is_some() {
                if role.is_some() {
                    return Err(refuse("a second joker"));
                }
                role = joker;
                continue;
            }
            let card =
                card(part).ok_or_else(|| refuse("not a card: write `S3`, `HT` or `JK=S6`"))?;
            if naturals.contains(card) {
                return Err(refuse("a card twice"));
            }
            naturals |= Cards::only(card);
        }
        if text == JOKER {
            return Ok(Meld::LONE_JOKER);
        }
        let meld = Meld::lay(naturals, role).filter(|meld| meld.kind() != MeldKind::Joker);
        meld.ok_or_else(|| NotationError::new(text, 0, "neither a single card nor a set nor a run"))
    }
}
