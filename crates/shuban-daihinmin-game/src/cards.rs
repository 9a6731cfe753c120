//! Cards, and sets of them as bits.

use std::cmp::Reverse;
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Range, Sub, SubAssign};

use shuban_core::Random;

/// Strength of a card: 1 for a three, up to 11 for a king, 12 for an ace and 13 for a two. The
/// contest's tables have a column for each. 0 and 14, below the threes and above the twos, are
/// places for a joker at the end of a run.
pub type Strength = u8;

/// The strength of an eight.
pub const EIGHT: Strength = 6;

/// One of the four suits, in the contest's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// ♠
    Spade,
    /// ♥
    Heart,
    /// ♦
    Diamond,
    /// ♣
    Club,
}

impl Suit {
    /// All four in order.
    pub const ALL: [Suit; 4] = [Suit::Spade, Suit::Heart, Suit::Diamond, Suit::Club];
}

/// A set of suits, as four bits from spade up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Suits(u8);

impl Suits {
    /// No suit.
    pub const NONE: Suits = Suits(0);
    /// All four.
    pub const ALL: Suits = Suits(15);

    /// The set of these four bits.
    pub(super) const fn of_bits(bits: u8) -> Self {
        Suits(bits & 15)
    }

    /// The four bits, as a number below 16.
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// One suit.
    pub const fn only(suit: Suit) -> Self {
        Suits(1 << suit as u8)
    }

    /// Returns true if a suit is in the set.
    pub const fn contains(self, suit: Suit) -> bool {
        self.0 >> suit as u8 & 1 == 1
    }

    /// The number of suits.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if the other set contains all of these.
    pub const fn is_subset(self, other: Suits) -> bool {
        self.0 & !other.0 == 0
    }

    /// The set with one more suit.
    pub const fn with(self, suit: Suit) -> Self {
        Suits(self.0 | 1 << suit as u8)
    }

    /// The suits that are not in the set.
    pub const fn others(self) -> Self {
        Suits(!self.0 & 15)
    }

    /// The suits in order.
    pub fn iter(self) -> impl Iterator<Item = Suit> {
        Suit::ALL.into_iter().filter(move |&suit| self.contains(suit))
    }

    /// Every non-empty subset, in ascending order of its bits.
    pub fn subsets(self) -> impl Iterator<Item = Suits> {
        (1..=15).map(Suits).filter(move |subset| subset.is_subset(self))
    }
}

/// A card: 4 · (strength − 1) + suit, or 52 for the joker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The joker.
    pub const JOKER: Card = Card(52);
    /// The only card that beats a lone joker.
    pub const SPADE_THREE: Card = Card::new(1, Suit::Spade);
    /// Its holder leads first.
    pub const DIAMOND_THREE: Card = Card::new(1, Suit::Diamond);

    /// The card of a strength and a suit.
    ///
    /// # Panics
    /// If the strength is not 1 to 13: a mistake of the caller's, not of input.
    pub const fn new(strength: Strength, suit: Suit) -> Self {
        assert!(1 <= strength && strength <= 13);
        Card(4 * (strength - 1) + suit as u8)
    }

    /// The strength; 14 for the joker.
    pub const fn strength(self) -> Strength {
        self.0 / 4 + 1
    }

    /// The suit; the joker has none.
    pub const fn suit(self) -> Option<Suit> {
        if self.0 == 52 { None } else { Some(Suit::ALL[self.0 as usize % 4]) }
    }
}

/// Writes it as it is displayed: `S3`, `JK`.
impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of cards: bit 4 · (strength − 1) + suit, and bit 52 for the joker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cards(u64);

/// The lowest of the four bits of each strength.
const EACH_STRENGTH: u64 = 0x1_1111_1111_1111;

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards(0);
    /// The joker alone.
    pub const JOKER: Cards = Cards(1 << 52);
    /// The whole pack of 53.
    pub const ALL: Cards = Cards((1 << 53) - 1);

    /// One card.
    #[inline]
    pub const fn only(card: Card) -> Self {
        Cards(1 << card.0)
    }

    /// The cards of one strength and these suits; empty for strengths that no card has.
    #[inline]
    pub const fn of(strength: Strength, suits: Suits) -> Self {
        match strength {
            1..=13 => Cards((suits.0 as u64) << (4 * (strength - 1))),
            _ => Cards::NONE,
        }
    }

    /// All cards of the strengths in a range within 0 to 15.
    #[inline]
    pub(super) const fn of_strengths(range: &Range<Strength>) -> Self {
        const fn below(strength: Strength) -> u64 {
            (1 << (4 * strength.saturating_sub(1))) - 1
        }
        Cards(below(range.end) & !below(range.start)).naturals()
    }

    /// The bits themselves.
    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// The set of these bits.
    #[inline]
    pub(crate) const fn from_bits(bits: u64) -> Self {
        Cards(bits & Cards::ALL.0)
    }

    /// The number of cards.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if a card is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Returns true if the joker is in the set.
    #[inline]
    pub const fn has_joker(self) -> bool {
        self.contains(Card::JOKER)
    }

    /// Returns true if the other set contains all of these.
    #[inline]
    pub const fn is_subset(self, other: Cards) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns true if the two sets have a card in common.
    #[inline]
    pub const fn meets(self, other: Cards) -> bool {
        self.0 & other.0 != 0
    }

    /// The suits that cards of a strength have; empty for strengths that no card has.
    #[inline]
    pub const fn suits_at(self, strength: Strength) -> Suits {
        match strength {
            1..=13 => Suits((self.0 >> (4 * (strength - 1)) & 15) as u8),
            _ => Suits::NONE,
        }
    }

    /// These cards and the joker.
    #[inline]
    pub(super) const fn with_joker(self) -> Self {
        Cards(self.0 | Cards::JOKER.0)
    }

    /// All but the joker.
    #[inline]
    pub const fn naturals(self) -> Self {
        Cards(self.0 & (Cards::JOKER.0 - 1))
    }

    /// The cards of one suit, without the joker.
    #[inline]
    pub const fn of_suit(self, suit: Suit) -> Self {
        self.of_suits(Suits::only(suit))
    }

    /// The cards of some suits, without the joker.
    #[inline]
    pub(super) const fn of_suits(self, suits: Suits) -> Self {
        Cards(self.0 & (EACH_STRENGTH * suits.0 as u64))
    }

    /// The cards of the strengths of which there are at least this many, 1 to 5, without the joker.
    #[inline]
    pub(super) const fn in_groups_of(self, least: usize) -> Self {
        // All strengths are counted at once: within pairs of suits, then within their four bits.
        const ODD: u64 = 0b0101 * EACH_STRENGTH;
        const PAIR: u64 = 0b0011 * EACH_STRENGTH;
        let naturals = self.naturals().0;
        let pairs = naturals - ((naturals >> 1) & ODD);
        let counts = (pairs & PAIR) + ((pairs >> 2) & PAIR);
        // Counts that are large enough carry into the highest of the four bits.
        let enough = ((counts + (8 - least as u64) * EACH_STRENGTH) >> 3) & EACH_STRENGTH;
        Cards(naturals & (15 * enough))
    }

    /// The number of different strengths, without the joker.
    #[inline]
    pub(super) const fn strength_count(self) -> usize {
        let pairs = self.0 | self.0 >> 1;
        ((pairs | pairs >> 2) & EACH_STRENGTH).count_ones() as usize
    }

    /// Each strength that there is a card of, with its suits, in ascending order, without the joker.
    #[inline]
    pub(super) fn by_strength(self) -> impl Iterator<Item = (Strength, Suits)> {
        let mut left = self.naturals();
        std::iter::from_fn(move || {
            let strength = left.first()?.strength();
            let suits = left.suits_at(strength);
            left -= Cards::of(strength, Suits::ALL);
            Some((strength, suits))
        })
    }

    /// The cards from the weakest to the strongest in the normal order, the joker last.
    #[inline]
    pub fn iter(self) -> impl ExactSizeIterator<Item = Card> {
        let mut left = self.0;
        // Counted, so that those who collect the cards know how many will come.
        (0..self.len()).map(move |_| {
            let first = Card(left.trailing_zeros() as u8);
            left &= left - 1;
            first
        })
    }

    /// The lowest card by strength, then suit.
    #[inline]
    pub fn first(self) -> Option<Card> {
        (self.0 != 0).then(|| Card(self.0.trailing_zeros() as u8))
    }

    /// The cards in random order.
    pub fn shuffled(self, random: &mut Random) -> Vec<Card> {
        let mut cards: Vec<Card> = self.iter().collect();
        random.shuffle(&mut cards);
        cards
    }

    /// The strongest cards as an exchange takes them: the joker, then twos, aces and so on; within
    /// a strength spade, heart, diamond, club. All cards if there are fewer than `count`.
    pub fn strongest(self, count: usize) -> Self {
        let mut cards: Vec<Card> = self.iter().collect();
        cards.sort_by_key(|card| Reverse(card.strength()));
        cards.into_iter().take(count).collect()
    }
}

impl BitOr for Cards {
    type Output = Cards;

    #[inline]
    fn bitor(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }
}

impl BitOrAssign for Cards {
    #[inline]
    fn bitor_assign(&mut self, other: Cards) {
        self.0 |= other.0;
    }
}

impl BitAnd for Cards {
    type Output = Cards;

    #[inline]
    fn bitand(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }
}

/// The cards of the first set that are not in the second.
impl Sub for Cards {
    type Output = Cards;

    #[inline]
    fn sub(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }
}

impl SubAssign for Cards {
    #[inline]
    fn sub_assign(&mut self, other: Cards) {
        self.0 &= !other.0;
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().map(Cards::only).collect()
    }
}

/// The union of some sets.
impl FromIterator<Cards> for Cards {
    fn from_iter<I: IntoIterator<Item = Cards>>(sets: I) -> Self {
        sets.into_iter().fold(Cards::NONE, BitOr::bitor)
    }
}

/// Writes them as they are displayed: `S3,H3,JK`.
impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
