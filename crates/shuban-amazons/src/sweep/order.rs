//! The placements in a set of squares in the order of a table, and the order in which they are
//! worked off.

use shuban_core::combinatorics::{binomial, rank_subset};

use crate::placement::{Placement, amazon_counts, compressed, expanded, subsets};

/// All placements in a set of `size` squares, symmetric or not, in the order of
/// [`Placements`](crate::Placements) without
/// symmetries: a table has an entry for each.
pub(crate) struct Order {
    pub(crate) size: usize,
    /// How many placements there are.
    pub(crate) len: usize,
    /// By the numbers of amazons, in order.
    pub(crate) classes: Vec<CountClass>,
    /// For each mask, its place among those of as many bits.
    pub(crate) places: Vec<u16>,
}

/// The placements with certain numbers of amazons.
pub(crate) struct CountClass {
    /// The place of the first one among all.
    pub(crate) first: usize,
    /// How many there are.
    pub(crate) len: usize,
    /// In the order in which Black's turns are worked off, and White's.
    pub(crate) turns: [Turns; 2],
}

/// Placements of one class, those with the same amazons of the side that stands still together.
pub(crate) struct Turns {
    /// How many amazons the side has that moves.
    pub(crate) movers: usize,
    /// The masks of the side that stands still.
    pub(crate) still: Vec<u16>,
    /// For each of these, equally many masks of the side that moves, and the places of these
    /// placements in the class.
    pub(crate) moving: Vec<(u16, u16)>,
}

impl Order {
    pub(crate) fn new(size: usize) -> Self {
        let mut classes = Vec::new();
        let mut first = 0;
        for (b, w) in amazon_counts(size) {
            let class = CountClass::new(size, first, b, w);
            first += class.len;
            classes.push(class);
        }
        let places = (0..1u64 << size).map(|mask| rank_subset(mask) as u16).collect();
        Order { size, len: first, classes, places }
    }

    /// Each placement in its order.
    pub(crate) fn placements(&self) -> impl Iterator<Item = Placement> {
        let size = self.size;
        amazon_counts(size).flat_map(move |(b, w)| {
            subsets(size, b).flat_map(move |black| {
                subsets(size - b, w)
                    .map(move |white| Placement { black, white: expanded(white.into(), black) })
            })
        })
    }

    /// Each placement as a number in base 3: for square k the digit of weight 3^k is 1 under a
    /// black amazon, 2 under a white one. And the number with the colours exchanged.
    pub(crate) fn ternary(&self) -> Vec<[u16; 2]> {
        let number = |mask: u16| -> u16 {
            (0..self.size).filter(|k| mask >> k & 1 == 1).map(|k| 3u16.pow(k as u32)).sum()
        };
        let numbers =
            self.placements().map(|placement| (number(placement.black), number(placement.white)));
        numbers.map(|(black, white)| [black + 2 * white, white + 2 * black]).collect()
    }
}

impl CountClass {
    fn new(size: usize, first: usize, b: usize, w: usize) -> Self {
        let whites = binomial(size - b, w);
        let place = |black: u16, white: u16| {
            (rank_subset(black.into()) * whites + rank_subset(compressed(white, black))) as u16
        };
        let turns = |movers: usize, standing: usize, place: &dyn Fn(u16, u16) -> u16| {
            let still: Vec<u16> = subsets(size, standing).collect();
            let moving = still.iter().flat_map(|&still| {
                subsets(size - standing, movers)
                    .map(move |mask| (still, expanded(mask.into(), still)))
            });
            let moving = moving.map(|(still, own)| (own, place(still, own))).collect();
            Turns { movers, still, moving }
        };
        CountClass {
            first,
            len: (binomial(size, b) * whites) as usize,
            turns: [
                turns(b, w, &|still, own| place(own, still)),
                turns(w, b, &|still, own| place(still, own)),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placement::Placements;

    #[test]
    fn placements_are_ordered_as_the_index_orders_them() {
        for size in 1..=8 {
            let order = Order::new(size);
            let placements = Placements::asymmetric(size);
            assert_eq!(order.len as u64, placements.len());
            for (place, placement) in order.placements().enumerate() {
                assert_eq!(placements.rank(placement), Some(place as u64));
            }
            assert_eq!(order.placements().count(), order.len);
        }
    }

    #[test]
    fn turns_come_by_every_placement_once() {
        let order = Order::new(6);
        let placements: Vec<Placement> = order.placements().collect();
        for class in &order.classes {
            for (side, turns) in class.turns.iter().enumerate() {
                let mut seen = vec![false; class.len];
                let each = turns.moving.len() / turns.still.len();
                for (&still, moving) in turns.still.iter().zip(turns.moving.chunks(each)) {
                    for &(own, place) in moving {
                        let placement = placements[class.first + usize::from(place)];
                        let expected = if side == 0 {
                            Placement { black: own, white: still }
                        } else {
                            Placement { black: still, white: own }
                        };
                        assert_eq!(placement, expected);
                        assert!(!std::mem::replace(&mut seen[usize::from(place)], true));
                    }
                }
                assert_eq!(turns.moving.len(), class.len);
            }
        }
    }
}
