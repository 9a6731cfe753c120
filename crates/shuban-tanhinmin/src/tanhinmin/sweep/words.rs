//! Ranks of words while they are put together from the strongest letter down.

use super::super::numbering::Numbering;
use super::super::pattern::{Letter, Word};

/// The numbers of all words, whoever holds cards in them, laid out for the sweep.
pub(super) struct Words {
    players: usize,
    /// T(n): how many words of so many cards.
    count: Vec<usize>,
    /// By cards left and letter: how many words have an earlier strongest letter.
    before: Vec<Vec<usize>>,
    /// By cards left and letter, for each player: what is left of the group when the player has
    /// played a card of it, as the strong end of a word of so many cards: how many words come
    /// before all of those.
    without: Vec<Vec<usize>>,
    /// By cards, for each player: the words in which the player holds no card.
    absent: Vec<Vec<Vec<u32>>>,
}

impl Words {
    /// For words of up to `cards` cards; the words without a player for those of up to `listed`
    /// only.
    pub(super) fn new(numbering: &Numbering, cards: usize, listed: usize) -> Self {
        let alphabet = numbering.alphabet();
        let players = alphabet.players();
        let before: Vec<Vec<usize>> = (0..=cards)
            .map(|left| {
                numbering.words_before(left, 0).iter().map(|&words| words as usize).collect()
            })
            .collect();
        let without = (0..=cards)
            .map(|left| {
                let letters = alphabet.up_to((left + 1).min(numbering.cards())) as Letter;
                (0..letters)
                    .flat_map(|letter| (0..players).map(move |player| (letter, player)))
                    .map(|(letter, player)| match alphabet.group(letter).has(player) {
                        true => end(numbering, &before, &alphabet.without(letter, player), left),
                        false => 0,
                    })
                    .collect()
            })
            .collect();
        let mut words = Words {
            players,
            count: (0..=cards).map(|cards| numbering.words(cards, 0) as usize).collect(),
            before,
            without,
            absent: Vec::new(),
        };
        for cards in 0..=listed {
            let absent =
                (0..players).map(|player| words.without_player(numbering, cards, player)).collect();
            words.absent.push(absent);
        }
        words
    }

    /// The words of so many cards in which a player holds none, from those of fewer cards.
    fn without_player(&self, numbering: &Numbering, cards: usize, player: usize) -> Vec<u32> {
        if cards == 0 {
            return vec![0];
        }
        let mut absent = Vec::new();
        let alphabet = numbering.alphabet();
        for letter in 0..alphabet.up_to(cards) as Letter {
            let group = alphabet.group(letter);
            if !group.has(player) {
                let first = self.before(cards, letter) as u32;
                let rest = &self.absent[cards - usize::from(group.cards)][player];
                absent.extend(rest.iter().map(|word| first + word));
            }
        }
        absent
    }

    /// How many words of so many cards there are.
    #[inline(always)]
    pub(super) fn count(&self, cards: usize) -> usize {
        self.count[cards]
    }

    /// Where the words of `left` cards with this strongest letter begin.
    #[inline(always)]
    pub(super) fn before(&self, left: usize, letter: Letter) -> usize {
        self.before[left][usize::from(letter)]
    }

    /// Where those begin whose strong end is what is left of a letter's group without a card of
    /// `player`.
    #[inline(always)]
    pub(super) fn without(&self, left: usize, letter: Letter, player: usize) -> usize {
        self.without[left][usize::from(letter) * self.players + player]
    }

    /// The words of so many cards in which a player holds none.
    pub(super) fn absent(&self, cards: usize, player: usize) -> &[u32] {
        &self.absent[cards][player]
    }
}

fn end(numbering: &Numbering, before: &[Vec<usize>], end: &Word, mut left: usize) -> usize {
    let mut rank = 0;
    for &letter in end.letters().iter().rev() {
        rank += before[left][usize::from(letter)];
        left -= usize::from(numbering.alphabet().group(letter).cards);
    }
    rank
}
