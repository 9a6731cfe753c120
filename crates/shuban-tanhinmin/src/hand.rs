//! A hand of cards that have ranks alone.

use std::fmt;
use std::ops::Deref;

/// The most cards that one hand can hold.
pub const MAX_HAND: usize = 20;

/// The ranks of a hand's cards, ascending. It derefs to a slice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hand {
    len: u8,
    /// Zeros behind the cards, so that equal hands have equal bytes.
    cards: [u8; MAX_HAND],
}

impl Hand {
    /// The empty hand.
    pub const EMPTY: Hand = Hand { len: 0, cards: [0; MAX_HAND] };

    /// A hand of these cards in any order; `None` if they are too many.
    pub fn new(cards: impl IntoIterator<Item = u8>) -> Option<Self> {
        let mut hand = Hand::EMPTY;
        for card in cards {
            hand.add(card)?;
        }
        Some(hand)
    }

    /// Adds a card; `None` if the hand is full.
    #[must_use = "a full hand stays as it is"]
    pub fn add(&mut self, card: u8) -> Option<()> {
        let len = usize::from(self.len);
        if len == MAX_HAND {
            return None;
        }
        let place = self.partition_point(|&other| other <= card);
        self.cards.copy_within(place..len, place + 1);
        self.cards[place] = card;
        self.len += 1;
        Some(())
    }

    /// Takes a card of this rank out, if it has one.
    pub fn take(&mut self, card: u8) -> Option<()> {
        let place = self.iter().position(|&other| other == card)?;
        self.cards.copy_within(place + 1.., place);
        self.cards[MAX_HAND - 1] = 0;
        self.len -= 1;
        Some(())
    }

    /// The ranks of the hand, ascending, each with the number of its cards.
    pub fn ranks(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        self.chunk_by(|a, b| a == b).map(|alike| (alike[0], alike.len() as u8))
    }
}

impl Deref for Hand {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.cards[..usize::from(self.len)]
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
