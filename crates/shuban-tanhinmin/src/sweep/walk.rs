//! A walk through words from their strongest letter down, with the addresses of possible plays.

use super::words::Words;
use crate::leads::{Letter, MAX_PLAYERS};

/// The strong end of a word of `cards` cards, above the lying card, and each player's possible
/// plays from it.
///
/// A play takes a card out of the end and makes all below it weak. The result is a position of one
/// card fewer: its strong end is the part above the card played. A level's table holds for each
/// strong end, in the order of words and of their cards, a value for each weak one. So the address
/// of the result is a sum: a part that is known once the letter is put down, plus the rank of the
/// whole word, which is the same for all plays.
pub(super) struct Walk<'a> {
    words: &'a Words,
    /// Letters, the strongest first.
    letters: Vec<Letter>,
    /// The number of cards below the end.
    pub(super) left: usize,
    /// The rank of the first word with this end.
    pub(super) rank: usize,
    /// By player: term to add to a word's rank (wrapping) for the address of each possible play.
    pub(super) plays: [Vec<usize>; MAX_PLAYERS],
    /// The players who hold cards of the letters, after each of them.
    owners: Vec<u8>,
}

impl<'a> Walk<'a> {
    /// The walk before the first card.
    pub(super) fn new(words: &'a Words, cards: usize) -> Self {
        Walk {
            words,
            letters: Vec::new(),
            left: cards,
            rank: 0,
            plays: Default::default(),
            owners: Vec::new(),
        }
    }

    /// The weakest letter of the end.
    pub(super) fn lowest(&self) -> Option<Letter> {
        self.letters.last().copied()
    }

    /// Returns true if a player holds a card of the end.
    pub(super) fn has(&self, player: usize) -> bool {
        self.owners.last().is_some_and(|owners| owners >> player & 1 == 1)
    }

    /// The place where the values of the end, as a word of `end_cards` cards, begin in the table of
    /// one card fewer, if those of all ends of as many cards begin at `start`: the base of the
    /// letters that may be put down next.
    pub(super) fn base(&self, end_cards: usize, start: usize) -> usize {
        // With no card left below, no letter can be put down.
        let below = self.left.checked_sub(1).map_or(0, |left| self.words.count(left));
        start + self.words.first_with(end_cards, self.letters.iter()) * below
    }

    /// Puts a letter down, of at most as many cards as are left.
    #[inline(always)]
    pub(super) fn push(&mut self, base: usize, letter: Letter) {
        let group = self.words.alphabet().group(letter);
        let above = self.lowest();
        self.rank += self.words.before(self.left, letter);
        for player in 0..self.words.alphabet().players {
            if group.has(player) && self.is_new(letter, above, player) {
                let address = base + self.words.without(self.left - 1, letter, player);
                self.plays[player].push(address.wrapping_sub(self.rank));
            }
        }
        self.left -= usize::from(group.cards);
        self.owners.push(self.owners.last().unwrap_or(&0) | group.owners);
        self.letters.push(letter);
    }

    /// Removes the last letter.
    #[inline(always)]
    pub(super) fn pop(&mut self) {
        let Some(letter) = self.letters.pop() else { return };
        self.owners.pop();
        let group = self.words.alphabet().group(letter);
        let above = self.lowest();
        self.left += usize::from(group.cards);
        self.rank -= self.words.before(self.left, letter);
        for player in 0..self.words.alphabet().players {
            if group.has(player) && self.is_new(letter, above, player) {
                self.plays[player].pop();
            }
        }
    }

    /// Returns true if a letter, below `above`, is a play of its own for a player who holds a card
    /// of it: cards of a run are alike.
    #[inline(always)]
    pub(super) fn is_new(&self, letter: Letter, above: Option<Letter>, player: usize) -> bool {
        !(self.words.alphabet().is_run(letter, player) && above == Some(letter))
    }
}
