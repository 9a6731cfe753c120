//! The numbering of the positions with some pieces home, in closed form.

use std::collections::BTreeMap;
use std::sync::Arc;

use shuban_core::Index;

use crate::game::{Position, Side};
use crate::rules::Rules;

/// Numberings of the squares that both sides visit, and of those that one side visits alone.
pub struct Squares {
    rules: &'static Rules,
    shared: u16,
    /// The code of a side's pieces on shared squares, by all its steps: an empty square counts 0,
    /// a piece of the mover 1, one of the other 2, in base 3.
    codes: [Vec<u32>; 2],
    /// The steps of mover and other on shared squares, by code.
    steps: Vec<(u16, u16)>,
    /// The steps of a side on squares of its own: few pieces first.
    own: Vec<u16>,
    /// The places in that order, by all steps of a side.
    places: Vec<u16>,
    /// Number of sets of at most so many pieces on squares of one's own.
    up_to: Vec<u32>,
    /// Number of codes with so many pieces of mover and other.
    counts: BTreeMap<(u32, u32), u64>,
}

impl Squares {
    /// Numbers the squares of some rules.
    pub fn of(rules: &'static Rules) -> Self {
        let shared = rules.shared();
        let subsets = 0..1 << rules.steps();
        let is_shared = |step: &u8| shared >> step & 1 == 1;
        let weights = |met: bool| -> Vec<u32> {
            let place = |step: u8| (0..step).filter(is_shared).count() as u32;
            let seen = |step| if met { rules.meeting(step).unwrap_or(step) } else { step };
            let weight = |step| u32::from(is_shared(&step)) * 3_u32.pow(place(seen(step)));
            (0..rules.steps()).map(weight).collect()
        };
        let code = |weights: &[u32], steps: u32| -> u32 {
            (0..)
                .zip(weights)
                .filter(|(step, _)| steps >> step & 1 == 1)
                .map(|(_, code)| code)
                .sum()
        };
        let codes = [(false, 1), (true, 2)].map(|(met, factor)| {
            let weights = weights(met);
            subsets.clone().map(|steps| factor * code(&weights, steps)).collect::<Vec<u32>>()
        });
        let mut steps = vec![(0, 0); 3_usize.pow(shared.count_ones())];
        let on_shared: Vec<u16> = subsets
            .clone()
            .map(|steps| steps as u16)
            .filter(|steps| steps & !shared == 0)
            .collect();
        let seen_by_mover = |other: u16| {
            let other = (0..rules.steps()).filter(|step| other >> step & 1 == 1);
            other.filter_map(|step| rules.meeting(step)).fold(0, |all, step| all | 1 << step)
        };
        for &other in &on_shared {
            let met: u16 = seen_by_mover(other);
            for &mover in on_shared.iter().filter(|&mover| mover & met == 0) {
                let code = codes[0][usize::from(mover)] + codes[1][usize::from(other)];
                steps[code as usize] = (mover, other);
            }
        }
        let mut own: Vec<u16> =
            subsets.clone().map(|steps| steps as u16).filter(|steps| steps & shared == 0).collect();
        own.sort_by_key(|steps| (steps.count_ones(), *steps));
        let place = |steps: u32| own.iter().position(|own| *own == steps as u16 & !shared);
        let places = subsets.map(|steps| place(steps).unwrap_or(0) as u16).collect();
        let count = |most| own.iter().filter(|own| own.count_ones() <= most).count() as u32;
        let up_to = (0..=u32::from(rules.pieces)).map(count).collect();
        let mut counts = BTreeMap::new();
        for (mover, other) in &steps {
            *counts.entry((mover.count_ones(), other.count_ones())).or_default() += 1;
        }
        Squares { rules, shared, codes, steps, own, places, up_to, counts }
    }

    /// Number of ways to place pieces on squares of one's own, with so many on shared ones and so many
    /// home; none if there are too many.
    fn ways(&self, shared: u32, home: u8) -> u32 {
        let used = home + shared as u8;
        self.rules.pieces.checked_sub(used).map_or(0, |most| self.up_to[usize::from(most)])
    }

    /// Number of positions with these numbers of pieces home.
    pub fn positions(&self, mover: u8, other: u8) -> u64 {
        let ways = |(&(on, others), codes): (&(u32, u32), &u64)| {
            codes * u64::from(self.ways(on, mover)) * u64::from(self.ways(others, other))
        };
        self.counts.iter().map(ways).sum()
    }
}

/// The positions with some pieces home, ordered by the shared squares, then those of the mover's
/// own, then those of the other's own.
pub struct Places {
    squares: Arc<Squares>,
    home: (u8, u8),
    /// The first rank of each code, and the number of all.
    first: Vec<u64>,
}

impl Places {
    /// Creates the index.
    pub fn new(squares: Arc<Squares>, mover: u8, other: u8) -> Self {
        let mut first = Vec::with_capacity(squares.steps.len() + 1);
        let mut next = 0;
        first.push(next);
        for &(on, others) in &squares.steps {
            let (on, others) = (on.count_ones(), others.count_ones());
            next += u64::from(squares.ways(on, mover)) * u64::from(squares.ways(others, other));
            first.push(next);
        }
        Places { squares, home: (mover, other), first }
    }
}

impl Index for Places {
    type Position = Position;

    fn len(&self) -> u64 {
        self.first.last().copied().unwrap_or(0)
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        let Position { mover, other, .. } = *position;
        let squares = &*self.squares;
        let pieces = squares.rules.pieces;
        let is_side = |side: Side, home| side.home == home && side.on_board() + home <= pieces;
        if !is_side(mover, self.home.0) || !is_side(other, self.home.1) {
            return None;
        }
        let (mover, other) = (usize::from(mover.steps), usize::from(other.steps));
        let code = squares.codes[0].get(mover)? + squares.codes[1].get(other)?;
        let (on, others) = *squares.steps.get(code as usize)?;
        let is_shared = |steps: usize| steps as u16 & squares.shared;
        // Pieces of both sides on one square add up to the code of others.
        if (on, others) != (is_shared(mover), is_shared(other)) {
            return None;
        }
        let ways = squares.ways(others.count_ones(), self.home.1);
        let [mover, other] = [mover, other].map(|steps| u64::from(squares.places[steps]));
        Some(self.first[code as usize] + mover * u64::from(ways) + other)
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        if rank >= self.len() {
            return None;
        }
        let squares = &*self.squares;
        let code = self.first.partition_point(|&first| first <= rank) - 1;
        let (on, others) = squares.steps[code];
        let ways = u64::from(squares.ways(others.count_ones(), self.home.1));
        let rest = rank - self.first[code];
        let own = |place: u64| squares.own[place as usize];
        let side = |steps, home| Side { steps, home };
        Some(Position {
            mover: side(on | own(rest / ways), self.home.0),
            other: side(others | own(rest % ways), self.home.1),
            seat: 0,
        })
    }
}
