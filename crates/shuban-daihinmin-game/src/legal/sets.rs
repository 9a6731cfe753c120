//! Sets, by a table of those that the suits of one strength form.

use std::ops::RangeInclusive;

use crate::cards::{Cards, Suit, Suits};
use crate::meld::{Meld, Role};

/// Appends the sets of these sizes, 2 to 5, that a hand has; if a lock is given, those that show
/// exactly its suits.
pub(super) fn push_sets(
    hand: Cards,
    sizes: RangeInclusive<usize>,
    lock: Option<Suits>,
    found: &mut Vec<Meld>,
) {
    let (least, most) = sizes.into_inner();
    let spare = usize::from(hand.has_joker());
    for (strength, held) in hand.in_groups_of(least - spare).by_strength() {
        let threes = SETS_OF_THREES[spare][usize::from(held.bits())].of_sizes(least, most);
        let sets = threes.iter().map(|set| set.set_of(strength));
        match lock {
            None => found.extend(sets),
            Some(suits) => found.extend(sets.filter(|set| set.suits() == suits)),
        }
    }
}

/// The sets of threes without a joker at hand, and with one, by the suits of the threes. Those of
/// the other strengths are alike.
static SETS_OF_THREES: [[SetsOfThrees; 16]; 2] = [by_suits(false), by_suits(true)];

/// By size, and within a size in ascending order of the cards' suits, then of the joker's.
struct SetsOfThrees {
    sets: [Meld; MOST_SETS],
    /// The number of sets of at most this many cards.
    up_to: [u8; 6],
}

/// Four suits form 11 sets without a joker. With one, each subset that is neither empty nor all four
/// forms a set in every suit that it lacks, 28 sets together, and all four form one of five.
const MOST_SETS: usize = 11 + 28 + 1;

const fn by_suits(joker: bool) -> [SetsOfThrees; 16] {
    let mut all = [const { SetsOfThrees::NONE }; 16];
    let mut held = 0;
    while held < 16 {
        all[held] = SetsOfThrees::of(Suits::of_bits(held as u8), joker);
        held += 1;
    }
    all
}

impl SetsOfThrees {
    const NONE: SetsOfThrees = SetsOfThrees { sets: [Meld::LONE_JOKER; MOST_SETS], up_to: [0; 6] };

    fn of_sizes(&self, least: usize, most: usize) -> &[Meld] {
        &self.sets[usize::from(self.up_to[least - 1])..usize::from(self.up_to[most])]
    }

    const fn of(held: Suits, joker: bool) -> Self {
        let mut all = SetsOfThrees::NONE;
        let mut size = 2;
        while size <= 5 {
            all.up_to[size] = all.up_to[size - 1];
            let mut bits = 1;
            while bits < 16 {
                let naturals = Suits::of_bits(bits);
                if naturals.is_subset(held) && naturals.len() == size {
                    all.push(size, naturals, None);
                }
                if naturals.is_subset(held) && naturals.len() + 1 == size && joker {
                    all.push_with_joker(size, naturals);
                }
                bits += 1;
            }
            size += 1;
        }
        all
    }

    const fn push_with_joker(&mut self, size: usize, naturals: Suits) {
        let mut number = 0;
        while number < 4 {
            let suit = Suit::ALL[number];
            if !naturals.contains(suit) {
                self.push(size, naturals, Some(Role::As(1, suit)));
            }
            number += 1;
        }
        if size == 5 {
            self.push(size, naturals, Some(Role::Fifth));
        }
    }

    const fn push(&mut self, size: usize, naturals: Suits, role: Option<Role>) {
        self.sets[self.up_to[size] as usize] = Meld::set(1, naturals, role);
        self.up_to[size] += 1;
    }
}
