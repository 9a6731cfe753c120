//! Positions as text: `1,3,10|2|4,6,8|5,7,9`, or in a trick `1,10|2|4,6,8|5,7,9 on 3 passed 2`;
//! with sets `1,1,3*|2,4|3*,4`, or `1,3*|2,4|3*,4 on 1x1 passed 2`.
//!
//! Hands in seat order from the player to lead, or in a trick from the one whose cards lie; these
//! are players 1, 2, … of the notation. `on` gives the rank that lies, `passed` the players who are
//! out of the trick. A player who has gone out has `#1`, `#2`, … for a hand: the place.
//!
//! With sets, `on 5x2` stands for two lying cards of rank 5, the eights are marked with `*`
//! (passing is not allowed while they lie: their player leads again), `revolution` reverses the
//! order of ranks, and an empty hand has won.

use shuban_core::{NotationError, Winners};

use crate::hand::MAX_HAND;
use crate::leads::{MAX_CARDS, MAX_PLAYERS};
use crate::rules::{CardRules, Clearing};
use crate::table::{CardTable, MAX_SET, Trick};

/// The name of a rank: `5`, or `5*` for the eights.
pub(crate) fn rank_name(table: &CardTable, rank: u8) -> String {
    format!("{rank}{}", if rank == table.eights { "*" } else { "" })
}

/// The text of the lying cards: `5`, or with sets `5x2`.
pub(crate) fn trick_name(rules: &CardRules, table: &CardTable, trick: &Trick) -> String {
    let size = if rules.has_sets() { format!("x{}", trick.size) } else { String::new() };
    rank_name(table, trick.rank) + &size
}

/// The players of a set, counted from 1, between separators.
pub(crate) fn player_list(players: Winners, separator: &str) -> String {
    players.iter().map(|seat| (seat + 1).to_string()).collect::<Vec<_>>().join(separator)
}

/// Writes a position, with the seats counted from the first player.
pub(crate) fn format_table(rules: &CardRules, table: &CardTable) -> String {
    let table = table.rotated(table.first(), rules.players());
    let hand = |seat: usize| match table.place(seat) {
        Some(place) if !rules.has_sets() => format!("#{place}"),
        _ => {
            let cards = table.hand(seat).iter().map(|&rank| rank_name(&table, rank));
            cards.collect::<Vec<_>>().join(",")
        }
    };
    let mut text = (0..rules.players()).map(hand).collect::<Vec<_>>().join("|");
    if let Some(trick) = table.trick {
        text.push_str(&format!(" on {}", trick_name(rules, &table, &trick)));
        if !trick.passed.is_empty() {
            text.push_str(&format!(" passed {}", player_list(trick.passed, ",")));
        }
    }
    if table.revolution {
        text.push_str(" revolution");
    }
    text
}

/// Reads a position; its first player has seat 0.
///
/// # Errors
/// [`NotationError`] with the place and the reason.
pub(crate) fn parse_table(rules: &CardRules, text: &str) -> Result<CardTable, NotationError> {
    let mut reader = TableReader { rules, text, at: 0, table: CardTable::deal(&[]) };
    reader.read()?;
    Ok(reader.table)
}

struct TableReader<'a> {
    rules: &'a CardRules,
    text: &'a str,
    /// The byte where reading continues.
    at: usize,
    table: CardTable,
}

impl TableReader<'_> {
    fn read(&mut self) -> Result<(), NotationError> {
        let players = self.rules.players();
        for seat in 0..players {
            if seat > 0 && !self.take("|") {
                let found = self.found();
                return Err(
                    self.error(format!("expected `,` or `|` and hand {}, found {found}", seat + 1))
                );
            }
            self.hand(seat)?;
        }
        if self.peek() == Some('|') {
            return Err(self.error(format!("a hand too many; there are {players} players")));
        }
        self.places()?;
        if self.take("on") {
            self.trick()?;
        } else if !self.rules.has_sets()
            && self.table.place(0).is_some()
            && self.table.outcome(self.rules).is_none()
        {
            return Err(self.error_at(
                0,
                "the player to lead has no cards; in a trick write `on` and the card",
            ));
        }
        self.table.revolution = self.rules.has_sets() && self.take("revolution");
        match self.peek() {
            None => Ok(()),
            Some(_) => {
                let words = match self.rules.has_sets() {
                    true => "`on`, `passed`, `revolution`",
                    false => "`on`, `passed`",
                };
                Err(self.error(format!("expected {words} or the end, found {}", self.found())))
            }
        }
    }

    /// Reads the cards of a seat, or its place.
    fn hand(&mut self, seat: usize) -> Result<(), NotationError> {
        let start = self.at_next();
        let is_empty = matches!(self.peek(), None | Some('|' | 'o' | 'r'));
        if self.rules.has_sets() && is_empty {
            self.table.places[seat] = 1;
            return Ok(());
        }
        if !self.rules.has_sets() && self.take("#") {
            self.table.places[seat] = self.number("a place", MAX_PLAYERS as u8)?;
            return Ok(());
        }
        if matches!(self.peek(), None | Some('|')) {
            return Err(self.error_at(start, "an empty hand; whoever has gone out is written #1"));
        }
        loop {
            let start = self.at_next();
            let rank = self.rank()?;
            self.check_deck(start, rank, 1)?;
            if self.table.hands[seat].add(rank).is_none() {
                return Err(self.error_at(start, format!("more than {MAX_HAND} cards in a hand")));
            }
            if self.rules.has_sets() && self.table.cards() > MAX_CARDS {
                return Err(self.error_at(start, format!("more than {MAX_CARDS} cards")));
            }
            if !self.take(",") {
                return Ok(());
            }
        }
    }

    /// Reads a rank, with `*` for the eights.
    fn rank(&mut self) -> Result<u8, NotationError> {
        let start = self.at_next();
        let what = format!("a {}", self.rules.rank_word());
        let rank = self.number(&what, self.rules.most_rank())?;
        let is_eights = self.rules.has_sets() && self.take("*");
        if is_eights && self.table.eights == 0 && self.held(rank) == 0 {
            self.table.eights = rank;
        }
        if is_eights != (self.table.eights == rank) {
            return Err(self.error_at(
                start,
                "one rank is the eights; all of its cards, and no others, are marked",
            ));
        }
        Ok(rank)
    }

    /// The number of cards of a rank in all hands.
    fn held(&self, rank: u8) -> usize {
        self.table.hands.iter().flat_map(|hand| hand.iter()).filter(|&&card| card == rank).count()
    }

    /// Checks that the deck has n more cards of a rank.
    fn check_deck(&self, start: usize, rank: u8, more: u8) -> Result<(), NotationError> {
        let cards = self.held(rank) + usize::from(more);
        if self.rules.has_sets() && cards > usize::from(MAX_SET) {
            return Err(self.error_at(start, format!("more than {MAX_SET} cards of rank {rank}")));
        }
        if !self.rules.allows_ties() && cards > 1 {
            let reason = format!("a second card of strength {rank}; here all cards are different");
            return Err(self.error_at(start, reason));
        }
        Ok(())
    }

    /// Checks that players have gone out at places 1, 2, …, once each, and not all are out.
    fn places(&self) -> Result<(), NotationError> {
        let gone = self.table.gone();
        if self.rules.has_sets() {
            let reason = "more than one hand is empty; the first to be ends the game";
            return if gone > 1 { Err(self.error_at(0, reason)) } else { Ok(()) };
        }
        let mut places: Vec<u8> =
            self.table.places.iter().copied().filter(|&place| place > 0).collect();
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

    /// Reads the lying cards, and the players who have passed.
    fn trick(&mut self) -> Result<(), NotationError> {
        let start = self.at_next();
        let rank = self.rank()?;
        let size = if self.rules.has_sets() { self.size(start)? } else { 1 };
        self.check_deck(start, rank, size)?;
        let mut passed = Winners::NOBODY;
        if self.take("passed") {
            loop {
                passed = passed.union(Winners::only(self.passed()?));
                if !self.take(",") {
                    break;
                }
            }
        }
        self.table.trick = Some(Trick { rank, size, passed });
        if self.table.is_cut() && !passed.is_empty() {
            return Err(self.error_at(0, "nobody passes on eights: they clear the table"));
        }
        let all = (1..self.rules.players())
            .all(|seat| passed.contains(seat) || self.table.place(seat).is_some());
        let goes_on = self.rules.clearing == Clearing::Uecda && self.table.place(0).is_none();
        let may_lead = goes_on || self.table.is_cut();
        if all && !may_lead && self.table.outcome(self.rules).is_none() {
            return Err(self.error_at(start, "all others have passed: the trick is over"));
        }
        Ok(())
    }

    /// Reads `x2`, the number of lying cards.
    fn size(&mut self, start: usize) -> Result<u8, NotationError> {
        if !self.take("x") {
            return Err(self.error_at(start, "expected what lies, such as 5x2"));
        }
        self.number("a number of cards", MAX_SET)
    }

    /// Reads a player who has passed.
    fn passed(&mut self) -> Result<usize, NotationError> {
        let start = self.at_next();
        let seat = usize::from(self.number("a player", self.rules.players() as u8)?) - 1;
        if seat == 0 {
            let most = self.rules.players();
            let reason = format!("1 is not a player from 2 to {most}, but the one whose card lies");
            return Err(self.error_at(start, reason));
        }
        if self.table.place(seat).is_some() {
            return Err(self.error_at(start, "this player has gone out"));
        }
        Ok(seat)
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

    /// Returns the place where the next word begins.
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
