//! The placements in a set of squares in the order of a table, and the order in which they are
//! processed.

use shuban_core::combinatorics::{binomial, rank_subset};

use crate::placement::{amazon_counts, compressed, expanded, placements, subsets};
use crate::squares::bits;

/// All placements in a set of `size` squares, symmetric or not, in the order of
/// [`Placements`](crate::Placements) without symmetries: a table has an entry for each.
pub struct Order {
    pub(crate) size: usize,
    /// Number of placements.
    pub(crate) len: usize,
    /// Classes by the numbers of amazons, in order.
    pub(crate) classes: Vec<CountClass>,
    /// For each mask, its place among those of as many bits.
    pub(crate) places: Vec<u16>,
    /// The placements of one square less, in order, as numbers in base 3: the digit of weight 3^k
    /// is 1 under a black amazon on square k, 2 under a white one.
    pub(crate) below: Vec<u16>,
}

/// The placements with certain numbers of amazons.
pub(crate) struct CountClass {
    /// The place of the first one among all.
    pub(crate) first: usize,
    /// Number of placements.
    pub(crate) len: usize,
    /// Order in which Black's turns are processed, and White's.
    pub(crate) turns: [Turns; 2],
}

/// Placements of one class, those with the same amazons of the side that stands still together.
pub(crate) struct Turns {
    /// Number of amazons of the side that moves.
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
        let number =
            |mask: u16| bits(mask.into()).map(|square| 3u16.pow(square as u32)).sum::<u16>();
        let below = placements(size - 1).map(|p| number(p.black) + 2 * number(p.white)).collect();
        Order { size, len: first, classes, places, below }
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
    use crate::placement::{Placement, Placements};

    #[test]
    fn placements_are_ordered_as_the_index_orders_them() {
        for size in 1..=8 {
            let order = Order::new(size);
            let numbered = Placements::asymmetric(size);
            assert_eq!(order.len as u64, numbered.len());
            for (place, placement) in placements(size).enumerate() {
                assert_eq!(numbered.rank(placement), Some(place as u64));
            }
            assert_eq!(placements(size).count(), order.len);
        }
    }

    #[test]
    fn turns_come_by_every_placement_once() {
        let order = Order::new(6);
        let placements: Vec<Placement> = placements(6).collect();
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
