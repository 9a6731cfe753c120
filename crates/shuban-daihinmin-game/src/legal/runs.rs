//! Runs, by shifts of the whole hand.

use std::ops::{Range, RangeInclusive};

use crate::cards::{Cards, Strength, Suit, Suits};
use crate::meld::{Meld, Role};

/// The lowest of the four bits of each of 16 strengths.
const EACH_STRENGTH: u64 = 0x1111_1111_1111_1111;

/// The places of a hand's cards in runs: bit 4 · strength + suit. Unlike [`Cards`] these have the
/// strengths 0 and 14, whose places only a joker takes, and 15, which is always empty.
#[derive(Clone, Copy)]
pub(super) struct RunPlaces {
    hand: Cards,
    places: u64,
}

impl RunPlaces {
    #[inline]
    pub(super) fn of(hand: Cards) -> Self {
        RunPlaces { hand, places: hand.naturals().bits() << 4 }
    }

    /// Returns true if there is a run of this size, 3 or more, of these suits within these
    /// strengths.
    pub(super) fn has_run(self, within: &Range<Strength>, size: u8, suits: Suits) -> bool {
        self.starts(within, size, suits) != 0
    }

    /// Appends the runs of these sizes, 3 or more, of these suits: by suit, then lowest strength,
    /// then size. They begin within these strengths, and the smallest end there, too; so do the
    /// larger ones if the range ends at 15.
    pub(super) fn push_runs(
        self,
        within: Range<Strength>,
        sizes: RangeInclusive<u8>,
        suits: Suits,
        found: &mut Vec<Meld>,
    ) {
        let (least, most) = sizes.into_inner();
        let starts = self.starts(&within, least, suits);
        if starts == 0 {
            return;
        }
        for suit in Suit::ALL {
            let mut left = starts & EACH_STRENGTH << suit as u8;
            while left != 0 {
                self.push_from((left.trailing_zeros() / 4) as Strength, suit, least..=most, found);
                left &= left - 1;
            }
        }
    }

    /// Appends the runs of one suit that begin at a strength.
    fn push_from(
        self,
        lowest: Strength,
        suit: Suit,
        sizes: RangeInclusive<u8>,
        found: &mut Vec<Meld>,
    ) {
        let cards = self.hand.of_suit(suit);
        let joker = self.hand.has_joker();
        let complete = self.unbroken(lowest, suit);
        // The joker takes the first empty place, and the cards above it go on.
        let gap = lowest + complete;
        let longest = if joker { complete + 1 + self.unbroken(gap + 1, suit) } else { complete };
        for size in *sizes.start()..=longest.min(*sizes.end()) {
            let strengths = lowest..lowest + size;
            let naturals = cards & Cards::of_strengths(&strengths);
            let with_joker = |strength: Strength| {
                let replaced = Cards::of(strength, Suits::only(suit));
                let role = Some(Role::As(strength, suit));
                Meld::run(&strengths, suit, naturals - replaced, role)
            };
            if size > complete {
                found.push(with_joker(gap));
                continue;
            }
            found.push(Meld::run(&strengths, suit, naturals, None));
            if joker {
                found.extend(strengths.clone().map(with_joker));
            }
        }
    }

    /// The places from which upwards all of `size` are taken, or all but one if there is a joker.
    /// All suits are shifted at once.
    fn starts(self, within: &Range<Strength>, size: u8, suits: Suits) -> u64 {
        let joker = if self.hand.has_joker() { u64::MAX } else { 0 };
        let (mut complete, mut with_joker) = (self.places, joker);
        for higher in 1..size {
            let taken = self.places >> (4 * higher);
            with_joker = with_joker & taken | complete & joker;
            complete &= taken;
        }
        // From here on a run of this size ends above the range.
        let beyond = (within.end + 1).saturating_sub(size).max(within.start);
        let allowed = ((1u64 << (4 * beyond)) - 1) & (u64::MAX << (4 * within.start));
        (complete | with_joker) & allowed & (EACH_STRENGTH * u64::from(suits.bits()))
    }

    /// The number of taken places of a suit from a strength upwards.
    fn unbroken(self, from: Strength, suit: Suit) -> u8 {
        let empty = !(self.places >> (4 * from + suit as u8)) & EACH_STRENGTH;
        (empty.trailing_zeros() / 4) as u8
    }
}

/// All runs without a joker that can be made of these cards.
pub(crate) fn natural_runs(cards: Cards) -> Vec<Meld> {
    let mut found = Vec::new();
    RunPlaces::of(cards.naturals()).push_runs(0..15, 3..=14, Suits::ALL, &mut found);
    found
}
