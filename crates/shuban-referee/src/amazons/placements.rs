//! Placements of amazons in a region, in the order of ranks.

use std::collections::BTreeMap;

/// Most amazons of a side.
const MOST_AMAZONS: u32 = 4;

/// Squares of Black's and of White's amazons: bit k for the k-th square of the region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Placement {
    pub(crate) black: u16,
    pub(crate) white: u16,
}

impl Placement {
    /// Returns the placement after each square has gone to another place.
    pub(crate) fn moved(self, places: &[usize]) -> Self {
        let moved = |mask: u16| {
            let bits = places.iter().enumerate().filter(|(square, _)| mask >> square & 1 == 1);
            bits.fold(0, |all, (_, place)| all | 1 << place)
        };
        Placement { black: moved(self.black), white: moved(self.white) }
    }

    /// Returns the key of the order: the numbers of amazons, then the masks as numbers.
    fn key(self) -> [u32; 4] {
        let Placement { black, white } = self;
        [black.count_ones(), white.count_ones(), black.into(), white.into()]
    }
}

/// All placements in regions of a size, symmetric ones too.
pub(crate) struct Placements {
    all: Vec<Placement>,
    numbers: BTreeMap<Placement, usize>,
}

impl Placements {
    /// Lists those of at most four amazons a side in which White has not more than Black.
    pub(crate) fn new(size: usize) -> Self {
        let masks = (0..1u16 << size).filter(|mask| mask.count_ones() <= MOST_AMAZONS);
        let masks: Vec<u16> = masks.collect();
        let mut all = Vec::new();
        for &black in &masks {
            let beside =
                |white: &&u16| **white & black == 0 && white.count_ones() <= black.count_ones();
            all.extend(masks.iter().filter(beside).map(|&white| Placement { black, white }));
        }
        all.sort_unstable_by_key(|placement| placement.key());
        let numbers = all.iter().copied().zip(0..).collect();
        Placements { all, numbers }
    }

    /// Returns the number of placements up to symmetries of the region.
    pub(crate) fn count(&self, symmetries: &[Vec<usize>]) -> u64 {
        match symmetries.len() {
            0 | 1 => self.all.len() as u64,
            _ => self.firsts(symmetries).count() as u64,
        }
    }

    /// Returns the placement of a number, up to symmetries of the region.
    pub(crate) fn placement(&self, symmetries: &[Vec<usize>], number: u64) -> Option<Placement> {
        match symmetries.len() {
            0 | 1 => self.all.get(number as usize).copied(),
            _ => self.firsts(symmetries).nth(number as usize),
        }
    }

    /// Returns the number of a placement, or of the first that a symmetry maps it to.
    pub(crate) fn number(&self, symmetries: &[Vec<usize>], placement: Placement) -> Option<u64> {
        let images = symmetries.iter().map(|places| placement.moved(places));
        let first = images.chain([placement]).min()?;
        let before = *self.numbers.get(&first)?;
        Some(match symmetries.len() {
            0 | 1 => before as u64,
            _ => self.all[..before].iter().filter(|all| is_first(symmetries, **all)).count() as u64,
        })
    }

    /// Returns those that no symmetry maps to an earlier one.
    fn firsts(&self, symmetries: &[Vec<usize>]) -> impl Iterator<Item = Placement> {
        self.all.iter().copied().filter(move |placement| is_first(symmetries, *placement))
    }
}

fn is_first(symmetries: &[Vec<usize>], placement: Placement) -> bool {
    symmetries.iter().all(|places| placement.moved(places) >= placement)
}
