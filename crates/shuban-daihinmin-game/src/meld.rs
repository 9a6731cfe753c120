//! Melds that can be laid on the table: single cards, sets, runs.

use std::ops::Range;

use super::cards::{Card, Cards, EIGHT, Strength, Suit, Suits};

/// The three sorts of meld, and the lone joker, which is a single of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MeldKind {
    /// One card other than the joker.
    Single,
    /// Two to five cards of one strength.
    Set,
    /// Three or more cards of one suit, one strength after the other.
    Run,
    /// The joker alone: it beats any single.
    Joker,
}

/// Card that a joker represents within a meld.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// This strength and suit: it may be a card that a player holds, even the same player. At the
    /// end of a run the strength may be 0 or 14.
    As(Strength, Suit),
    /// The fifth beside all four suits of a strength.
    Fifth,
}

/// A single card, a set or a run. Every value is a proper meld: see [`Meld::lay`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Meld {
    kind: MeldKind,
    lowest: Strength,
    suits: Suits,
    role: Option<Role>,
    cards: Cards,
    /// The number of cards.
    size: u8,
}

impl Meld {
    /// The joker alone.
    pub const LONE_JOKER: Meld = Meld {
        kind: MeldKind::Joker,
        lowest: 14,
        suits: Suits::NONE,
        role: None,
        cards: Cards::JOKER,
        size: 1,
    };

    /// One card, the joker too.
    pub fn single(card: Card) -> Self {
        let Some(suit) = card.suit() else { return Meld::LONE_JOKER };
        Meld {
            kind: MeldKind::Single,
            lowest: card.strength(),
            suits: Suits::only(suit),
            role: None,
            cards: Cards::only(card),
            size: 1,
        }
    }

    /// All cards of one strength, one or more, without a joker.
    #[inline]
    pub(crate) fn natural(strength: Strength, suits: Suits) -> Self {
        let size = suits.len() as u8;
        let kind = if size == 1 { MeldKind::Single } else { MeldKind::Set };
        let cards = Cards::of(strength, suits);
        Meld { kind, lowest: strength, suits, role: None, cards, size }
    }

    /// Cards of one strength, two or more, with a joker beside them if it has a role.
    pub(crate) const fn set(strength: Strength, naturals: Suits, role: Option<Role>) -> Self {
        let suits = match role {
            Some(Role::As(_, suit)) => naturals.with(suit),
            Some(Role::Fifth) | None => naturals,
        };
        let size = suits.len() as u8 + matches!(role, Some(Role::Fifth)) as u8;
        let cards = laid(Cards::of(strength, naturals), role);
        Meld { kind: MeldKind::Set, lowest: strength, suits, role, cards, size }
    }

    /// A set like this one of another strength.
    #[inline]
    pub(crate) fn set_of(&self, strength: Strength) -> Self {
        let role = match self.role {
            Some(Role::As(_, suit)) => Some(Role::As(strength, suit)),
            other => other,
        };
        let cards = laid(Cards::of(strength, self.cards.suits_at(self.lowest)), role);
        Meld { lowest: strength, role, cards, ..*self }
    }

    /// A run of these strengths, with the joker among it if it has a role.
    #[inline]
    pub(crate) fn run(
        strengths: &Range<Strength>,
        suit: Suit,
        naturals: Cards,
        role: Option<Role>,
    ) -> Self {
        let (kind, suits) = (MeldKind::Run, Suits::only(suit));
        let (lowest, size) = (strengths.start, strengths.end - strengths.start);
        Meld { kind, lowest, suits, role, cards: laid(naturals, role), size }
    }

    /// The meld of these cards without the joker, and of a joker in this role; `None` if they do
    /// not form one. The role of a lone joker is ignored.
    pub fn lay(naturals: Cards, role: Option<Role>) -> Option<Self> {
        let Some(first) = naturals.first() else {
            return matches!(role, Some(Role::As(..))).then_some(Meld::LONE_JOKER);
        };
        if naturals.has_joker() {
            return None;
        }
        let strength = first.strength();
        let suits = naturals.suits_at(strength);
        if suits.len() == naturals.len() {
            let fits = match role {
                None if suits.len() == 1 => return Some(Meld::single(first)),
                None => true,
                Some(Role::Fifth) => suits == Suits::ALL,
                Some(Role::As(as_strength, suit)) => {
                    as_strength == strength && !suits.contains(suit)
                }
            };
            if fits {
                return Some(Meld::set(strength, suits, role));
            }
        }
        run_of(naturals, role)
    }

    /// The sort of meld.
    pub const fn kind(&self) -> MeldKind {
        self.kind
    }

    /// The cards that leave the hand.
    pub const fn cards(&self) -> Cards {
        self.cards
    }

    /// The joker's role, if it is in a set or a run.
    pub const fn role(&self) -> Option<Role> {
        self.role
    }

    /// The number of cards.
    pub const fn len(&self) -> usize {
        self.size as usize
    }

    /// The lowest strength; 14 for a lone joker.
    pub const fn lowest(&self) -> Strength {
        self.lowest
    }

    /// The highest strength.
    pub const fn highest(&self) -> Strength {
        match self.kind {
            MeldKind::Run => self.lowest + self.size - 1,
            _ => self.lowest,
        }
    }

    /// The suits that it shows, the joker's role counted; empty for a lone joker.
    pub const fn suits(&self) -> Suits {
        self.suits
    }

    /// Returns true if it shows a strength, the joker's role counted; a lone joker shows none.
    pub const fn shows(&self, strength: Strength) -> bool {
        !matches!(self.kind, MeldKind::Joker)
            && self.lowest <= strength
            && strength <= self.highest()
    }

    /// Returns true if an eight is in it.
    pub const fn has_eight(&self) -> bool {
        self.shows(EIGHT)
    }

    /// Returns true if it is of the same sort and size and strictly stronger, locks aside;
    /// `reversed` where low cards are strong. A run must be higher as a whole. A lone joker beats
    /// any other single; no meld beats it here: the spade three is an exception of the rules.
    #[inline]
    pub fn beats(&self, top: &Meld, reversed: bool) -> bool {
        match (self.kind, top.kind) {
            (MeldKind::Joker, MeldKind::Single) => true,
            (MeldKind::Joker, _) | (_, MeldKind::Joker) => false,
            (kind, other) if kind != other || self.size != top.size => false,
            _ if reversed => self.highest() < top.lowest(),
            _ => self.lowest() > top.highest(),
        }
    }
}

/// All cards of a meld: the naturals, and the joker if it has a role.
const fn laid(naturals: Cards, role: Option<Role>) -> Cards {
    if role.is_some() { naturals.with_joker() } else { naturals }
}

/// The run of these cards and this joker, if they form one.
fn run_of(naturals: Cards, role: Option<Role>) -> Option<Meld> {
    let suit = naturals.first()?.suit()?;
    if naturals.of_suit(suit) != naturals {
        return None;
    }
    // A bit for each strength from 0 to 14.
    let mut strengths = naturals.iter().fold(0u16, |bits, card| bits | 1 << card.strength());
    match role {
        None => {}
        Some(Role::As(strength @ 0..=14, as_suit))
            if as_suit == suit && strengths >> strength & 1 == 0 =>
        {
            strengths |= 1 << strength;
        }
        Some(_) => return None,
    }
    let (lowest, size) = (strengths.trailing_zeros(), strengths.count_ones());
    let unbroken = (strengths >> lowest).trailing_ones() == size;
    let strengths = lowest as Strength..(lowest + size) as Strength;
    (unbroken && size >= 3).then(|| Meld::run(&strengths, suit, naturals, role))
}
