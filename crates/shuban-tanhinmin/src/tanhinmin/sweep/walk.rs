//! A walk through words from their strongest letter down, with the addresses of what can be played.

use super::super::pattern::{Alphabet, Letter};
use super::super::rules::MAX_PLAYERS;
use super::words::Words;

/// The strong end of a word of `cards` cards, above the card that lies, and what of it each player
/// can play.
///
/// A play takes a card out of the end and makes all below it weak. The result is a position of one
/// card fewer: its strong end is what was above the card played. A level's table holds for each
/// strong end, in the order of words and of their cards, a value for each weak one. So the address
/// of the result is a sum: a part that is known once the letter is put down
/// ([`plays`](Walk::plays)), plus the rank of the whole word, which is the same for all plays.
pub(super) struct Walk<'a> {
    alphabet: &'a Alphabet,
    words: &'a Words,
    /// The strongest first.
    letters: Vec<Letter>,
    /// How many cards are not yet put down.
    left: usize,
    /// The rank of the first word with this strong end.
    rank: usize,
    /// By player: what to add to the rank (wrapping) for the addresses of what it can play.
    plays: [Vec<usize>; MAX_PLAYERS],
    /// Who holds cards of the letters, after each of them.
    owners: Vec<u8>,
}

/// What all letters share that may be put down next.
#[derive(Clone, Copy)]
pub(super) struct Next {
    /// Where the values of the present strong end begin in the table of one card fewer.
    base: usize,
}

impl<'a> Walk<'a> {
    /// The empty end of words of so many cards.
    pub(super) fn new(alphabet: &'a Alphabet, words: &'a Words, cards: usize) -> Self {
        Walk {
            alphabet,
            words,
            letters: Vec::new(),
            left: cards,
            rank: 0,
            plays: Default::default(),
            owners: Vec::new(),
        }
    }

    /// How many cards are below the end.
    pub(super) fn left(&self) -> usize {
        self.left
    }

    /// The rank of the first word with this end.
    pub(super) fn rank(&self) -> usize {
        self.rank
    }

    /// The weakest letter of the end.
    pub(super) fn lowest(&self) -> Option<Letter> {
        self.letters.last().copied()
    }

    /// Whether a player holds a card of the end.
    pub(super) fn has(&self, player: usize) -> bool {
        self.owners.last().is_some_and(|owners| owners >> player & 1 == 1)
    }

    /// What to add to a word's rank for the addresses of what a player can play.
    #[inline(always)]
    pub(super) fn plays(&self, player: usize) -> &[usize] {
        &self.plays[player]
    }

    /// The rank of the end as a word of its own.
    pub(super) fn rank_of_end(&self, cards: usize) -> usize {
        let mut left = cards;
        let mut rank = 0;
        for &letter in &self.letters {
            rank += self.words.before(left, letter);
            left -= usize::from(self.alphabet.group(letter).cards);
        }
        rank
    }

    /// Where the values of the end begin in a table of so many cards, whose strong ends of so many
    /// cards as this one has begin at `start`.
    pub(super) fn next(&self, end_cards: usize, start: usize) -> Next {
        // With no card left below there is nothing to put down.
        let below = self.left.checked_sub(1).map_or(0, |left| self.words.count(left));
        Next { base: start + self.rank_of_end(end_cards) * below }
    }

    /// Puts a letter down, of at most as many cards as are left.
    #[inline(always)]
    pub(super) fn push(&mut self, next: Next, letter: Letter) {
        let group = self.alphabet.group(letter);
        let above = self.lowest();
        self.rank += self.words.before(self.left, letter);
        for player in 0..self.alphabet.players() {
            if group.has(player) && self.is_new(letter, above, player) {
                let address = next.base + self.words.without(self.left - 1, letter, player);
                self.plays[player].push(address.wrapping_sub(self.rank));
            }
        }
        self.left -= usize::from(group.cards);
        self.owners.push(self.owners.last().unwrap_or(&0) | group.owners);
        self.letters.push(letter);
    }

    /// Takes the last letter up again.
    #[inline(always)]
    pub(super) fn pop(&mut self) {
        let Some(letter) = self.letters.pop() else { return };
        self.owners.pop();
        let group = self.alphabet.group(letter);
        let above = self.lowest();
        self.left += usize::from(group.cards);
        self.rank -= self.words.before(self.left, letter);
        for player in 0..self.alphabet.players() {
            if group.has(player) && self.is_new(letter, above, player) {
                self.plays[player].pop();
            }
        }
    }

    /// Whether a letter, below `above`, is a play of its own for one who holds a card of it: of a
    /// run one card is like the other.
    #[inline(always)]
    pub(super) fn is_new(&self, letter: Letter, above: Option<Letter>, player: usize) -> bool {
        !(self.alphabet.is_run(letter, player) && above == Some(letter))
    }
}
