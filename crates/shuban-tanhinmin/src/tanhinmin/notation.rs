//! Positions as text: `1,3,10|2|4,6,8|5,7,9`, or in a trick `1,10|2|4,6,8|5,7,9 on 3 passed 2`.
//!
//! Hands in seat order from the player to lead, or in a trick from the one whose card lies; these
//! are players 1, 2, … of the notation. `on` gives the strength of the card that lies, `passed` who
//! is out of the trick. Whoever has gone out has `#1`, `#2`, … for a hand: the place.

use shuban_core::{NotationError, Winners};

use super::hand::{Hand, MAX_HAND};
use super::rules::{CardRules, Clearing};
use super::table::{CardTable, Trick};
use crate::leads::MAX_PLAYERS;

/// The strongest card that can be written.
pub(super) const MAX_STRENGTH: u8 = 99;

/// Writes a position, with the seats counted from the first player.
pub(super) fn format_table(rules: &CardRules, table: &CardTable) -> String {
    let players = rules.players();
    let table = table.rotated(table.first(), players);
    let hand = |seat: usize| match table.place(seat) {
        Some(place) => format!("#{place}"),
        None => table.hand(seat).iter().map(u8::to_string).collect::<Vec<_>>().join(","),
    };
    let mut text = (0..players).map(hand).collect::<Vec<_>>().join("|");
    if let Some(trick) = table.trick {
        text.push_str(&format!(" on {}", trick.card));
        if !trick.passed.is_empty() {
            let passed: Vec<String> =
                trick.passed.iter().map(|seat| (seat + 1).to_string()).collect();
            text.push_str(&format!(" passed {}", passed.join(",")));
        }
    }
    text
}

/// Reads a position; its first player has seat 0.
///
/// # Errors
/// [`NotationError`] with the place and the reason.
pub(super) fn parse_table(rules: &CardRules, text: &str) -> Result<CardTable, NotationError> {
    TableReader { rules, text, at: 0 }.table()
}

struct TableReader<'a> {
    rules: &'a CardRules,
    text: &'a str,
    /// The byte where reading goes on.
    at: usize,
}

impl TableReader<'_> {
    fn table(&mut self) -> Result<CardTable, NotationError> {
        let players = self.rules.players();
        let mut table = CardTable::deal(&[]);
        for seat in 0..players {
            if seat > 0 && !self.take("|") {
                let found = self.found();
                return Err(
                    self.error(format!("expected `,` or `|` and hand {}, found {found}", seat + 1))
                );
            }
            self.hand(&mut table, seat)?;
        }
        if self.peek() == Some('|') {
            return Err(self.error(format!("a hand too many; there are {players} players")));
        }
        self.places(&table)?;
        if self.take("on") {
            self.trick(&mut table)?;
        } else if table.place(0).is_some() && table.outcome(self.rules).is_none() {
            return Err(self.error_at(
                0,
                "the player to lead has no cards; in a trick write `on` and the card",
            ));
        }
        match self.peek() {
            None => Ok(table),
            Some(_) => {
                Err(self
                    .error(format!("expected `on`, `passed` or the end, found {}", self.found())))
            }
        }
    }

    fn hand(&mut self, table: &mut CardTable, seat: usize) -> Result<(), NotationError> {
        self.skip_spaces();
        let start = self.at;
        if self.take("#") {
            let place = self.number("a place", MAX_PLAYERS as u8)?;
            table.places[seat] = place;
            return Ok(());
        }
        let mut hand = Hand::EMPTY;
        loop {
            if hand.is_empty() && matches!(self.peek(), None | Some('|')) {
                return Err(
                    self.error_at(start, "an empty hand; whoever has gone out is written #1")
                );
            }
            let start = self.at_next();
            let card = self.number("a strength", MAX_STRENGTH)?;
            if !self.rules.ties && self.holds(table, seat, &hand, card) {
                let reason =
                    format!("a second card of strength {card}; here all cards are different");
                return Err(self.error_at(start, reason));
            }
            if hand.add(card).is_none() {
                return Err(self.error_at(start, format!("more than {MAX_HAND} cards in a hand")));
            }
            if !self.take(",") {
                table.hands[seat] = hand;
                return Ok(());
            }
        }
    }

    fn holds(&self, table: &CardTable, seat: usize, hand: &Hand, card: u8) -> bool {
        hand.contains(&card) || table.hands[..seat].iter().any(|other| other.contains(&card))
    }

    /// Whoever is out has gone out at places 1, 2, …, and not all are out.
    fn places(&self, table: &CardTable) -> Result<(), NotationError> {
        let gone = table.gone();
        let mut places: Vec<u8> = table.places.iter().copied().filter(|&place| place > 0).collect();
        places.sort_unstable();
        if !places.iter().zip(1..).all(|(&place, expected)| place == expected) {
            return Err(self.error_at(
                0,
                "the places of those who have gone out are to be #1, #2, … once each",
            ));
        }
        if gone == self.rules.players() {
            return Err(self.error_at(0, "nobody has cards"));
        }
        Ok(())
    }

    fn trick(&mut self, table: &mut CardTable) -> Result<(), NotationError> {
        let start = self.at_next();
        let card = self.number("the strength of the card that lies", MAX_STRENGTH)?;
        if !self.rules.ties && table.hands.iter().any(|hand| hand.contains(&card)) {
            return Err(self.error_at(
                start,
                format!("a second card of strength {card}; here all cards are different"),
            ));
        }
        let mut passed = Winners::NOBODY;
        if self.take("passed") {
            loop {
                let start = self.at_next();
                let seat = usize::from(self.number("a player", self.rules.players() as u8)?) - 1;
                if seat == 0 {
                    return Err(self.error_at(start, "player 1 is the one whose card lies"));
                }
                if table.place(seat).is_some() {
                    return Err(self.error_at(start, "this player has gone out"));
                }
                passed = passed.union(Winners::only(seat));
                if !self.take(",") {
                    break;
                }
            }
        }
        table.trick = Some(Trick { card, passed });
        let all = (1..self.rules.players())
            .all(|seat| passed.contains(seat) || table.place(seat).is_some());
        let goes_on = self.rules.clearing == Clearing::Uecda && table.place(0).is_none();
        if all && !goes_on && table.outcome(self.rules).is_none() {
            return Err(self.error_at(start, "all others have passed: the trick is over"));
        }
        Ok(())
    }

    fn number(&mut self, what: &str, most: u8) -> Result<u8, NotationError> {
        let start = self.at_next();
        let rest = &self.text[start..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(self.error(format!("expected {what}, found {}", self.found())));
        }
        // A number too large for the type is out of range as well.
        match rest[..digits].parse() {
            Ok(number) if (1..=most).contains(&number) => {
                self.at = start + digits;
                Ok(number)
            }
            _ => {
                Err(self
                    .error_at(start, format!("{} is not {what} from 1 to {most}", &rest[..digits])))
            }
        }
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at = self.text.len() - rest.trim_start().len();
    }

    /// Where the next word begins.
    fn at_next(&mut self) -> usize {
        self.skip_spaces();
        self.at
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].trim_start().chars().next()
    }

    /// Takes a given text if it comes next, after spaces.
    fn take(&mut self, wanted: &str) -> bool {
        let start = self.at_next();
        let found = self.text[start..].starts_with(wanted);
        self.at += if found { wanted.len() } else { 0 };
        found
    }

    fn found(&self) -> String {
        self.peek().map_or("the end".to_owned(), |c| format!("`{}`", c.escape_debug()))
    }

    fn error(&mut self, reason: String) -> NotationError {
        let start = self.at_next();
        self.error_at(start, reason)
    }

    fn error_at(&self, byte: usize, reason: impl Into<String>) -> NotationError {
        NotationError::new(self.text, self.text[..byte].chars().count(), reason)
    }
}
