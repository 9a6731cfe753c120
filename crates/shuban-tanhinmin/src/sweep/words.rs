//! Ranks of words while they are put together from the strongest letter down.

use std::sync::Arc;

use crate::leads::{Alphabet, Letter, Numbering};

/// The numbers of all words, whichever players hold cards in them, laid out for the sweep.
pub(super) struct Words {
    pub(super) numbering: Arc<Numbering>,
    /// T(n): number of words of n cards.
    count: Vec<usize>,
    /// By cards left and letter: number of words with an earlier strongest letter.
    before: Vec<Vec<usize>>,
    /// By cards left and letter, for each player: number of words of n cards before all those whose
    /// strong end is the rest of the letter's group after the player has played a card of it.
    without: Vec<Vec<usize>>,
    /// By cards, for each player: the words in which the player holds no card.
    absent: Vec<Vec<Vec<u32>>>,
}

impl Words {
    /// Lays out words of up to `cards` cards; the words without a player for those of fewer only.
    pub(super) fn new(numbering: &Arc<Numbering>, cards: usize) -> Self {
        let alphabet = numbering.alphabet();
        let before =
            |left| numbering.words_before(left).iter().map(|&words| words as usize).collect();
        let mut words = Words {
            numbering: Arc::clone(numbering),
            count: (0..=cards).map(|cards| numbering.words(cards, 0) as usize).collect(),
            before: (0..=cards).map(before).collect(),
            without: Vec::new(),
            absent: Vec::new(),
        };
        for left in 0..=cards {
            let letters = 0..alphabet.up_to(left + 1) as Letter;
            let letters_and_players = letters
                .flat_map(|letter| (0..alphabet.players).map(move |player| (letter, player)));
            let without = letters_and_players.map(|(letter, player)| {
                if !alphabet.group(letter).has(player) {
                    return 0;
                }
                let rest = alphabet.without(letter, player);
                words.first_with(left, rest.letters().iter().rev())
            });
            let without = without.collect();
            words.without.push(without);
        }
        for cards in 0..cards {
            let players = 0..alphabet.players;
            let absent = players.map(|player| words.without_player(cards, player)).collect();
            words.absent.push(absent);
        }
        words
    }

    pub(super) fn alphabet(&self) -> &Alphabet {
        self.numbering.alphabet()
    }

    /// The rank of the first word of n cards with a strong end, the strongest letter first.
    pub(super) fn first_with<'a>(
        &self,
        cards: usize,
        letters: impl Iterator<Item = &'a Letter>,
    ) -> usize {
        let (mut left, mut rank) = (cards, 0);
        for &letter in letters {
            rank += self.before(left, letter);
            left -= usize::from(self.alphabet().group(letter).cards);
        }
        rank
    }

    /// The words of n cards in which a player holds none, from those of fewer cards.
    fn without_player(&self, cards: usize, player: usize) -> Vec<u32> {
        if cards == 0 {
            return vec![0];
        }
        let mut absent = Vec::new();
        for letter in 0..self.alphabet().up_to(cards) as Letter {
            let group = self.alphabet().group(letter);
            if !group.has(player) {
                let first = self.before(cards, letter) as u32;
                let rest = &self.absent[cards - usize::from(group.cards)][player];
                absent.extend(rest.iter().map(|word| first + word));
            }
        }
        absent
    }

    /// The number of words of n cards.
    #[inline(always)]
    pub(super) fn count(&self, cards: usize) -> usize {
        self.count[cards]
    }

    /// The rank of the first word of `left` cards with this strongest letter.
    #[inline(always)]
    pub(super) fn before(&self, left: usize, letter: Letter) -> usize {
        self.before[left][usize::from(letter)]
    }

    /// The rank of the first word whose strong end is the rest of a letter's group without a card
    /// of `player`.
    #[inline(always)]
    pub(super) fn without(&self, left: usize, letter: Letter, player: usize) -> usize {
        self.without[left][usize::from(letter) * self.alphabet().players + player]
    }

    /// The words of n cards in which a player holds none.
    pub(super) fn absent(&self, cards: usize, player: usize) -> &[u32] {
        &self.absent[cards][player]
    }
}
